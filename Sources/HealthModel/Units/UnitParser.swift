/// A recursive-descent parser of unit strings over bytes. Use one instance per text.
struct UnitParser {
  /// Far more than in any real unit; the limit keeps hostile text from overflowing the stack.
  private static let maximumDepth = 64

  private let text: String
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  init(_ text: String) {
    self.text = text
    self.bytes = Array(text.utf8)
  }

  mutating func parseUnit() throws(HealthUnit.ParseError) -> HealthUnit {
    guard bytes.count <= HealthUnit.longestText else { throw error(.tooLong, at: HealthUnit.longestText) }
    if isNullUnit { return .null }
    var factors = try parseProduct()
    if peek == UInt8(ascii: "/") {
      position += 1
      for factor in try parseProduct() {
        factors.append(HealthUnit.Factor(atom: factor.atom, power: -factor.power))
      }
    }
    if let next = peek {
      throw error(next == UInt8(ascii: "/") ? .secondSlash : .unexpectedCharacter)
    }
    do {
      return try HealthUnit(product: factors)
    } catch {
      throw self.error(.invalidPower)
    }
  }

  /// Empty, or any number of empty parentheses.
  private var isNullUnit: Bool {
    let half = bytes.count / 2
    return bytes.count.isMultiple(of: 2)
      && bytes[..<half].allSatisfy { $0 == UInt8(ascii: "(") }
      && bytes[half...].allSatisfy { $0 == UInt8(ascii: ")") }
  }

  private mutating func parseProduct() throws(HealthUnit.ParseError) -> [HealthUnit.Factor] {
    var factors = try parseFactor()
    while skipMultiplicationSign() {
      factors += try parseFactor()
    }
    return factors
  }

  private mutating func parseFactor() throws(HealthUnit.ParseError) -> [HealthUnit.Factor] {
    let base = try parseBase()
    guard peek == UInt8(ascii: "^") else { return base }
    position += 1
    let start = position
    let power = try parsePower()
    do {
      // Powers are added up first so that the power of a product does not grow with every level of parentheses.
      return try HealthUnit(product: base).raised(toPower: power).factors
    } catch {
      throw self.error(.invalidPower, at: start)
    }
  }

  private mutating func parseBase() throws(HealthUnit.ParseError) -> [HealthUnit.Factor] {
    guard let next = peek else { throw error(.unexpectedEnd) }
    switch next {
    case UInt8(ascii: "("):
      return try parseParentheses()
    case UInt8(ascii: "1"):
      position += 1
      return []
    default:
      return [HealthUnit.Factor(atom: try parseAtom(), power: 1)]
    }
  }

  private mutating func parseParentheses() throws(HealthUnit.ParseError) -> [HealthUnit.Factor] {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw error(.nestedTooDeeply) }
    position += 1
    if peek == UInt8(ascii: ")") { throw error(.nullUnitInProduct) }
    let factors = try parseProduct()
    guard let next = peek else { throw error(.unexpectedEnd) }
    guard next == UInt8(ascii: ")") else { throw error(.unexpectedCharacter) }
    position += 1
    return factors
  }

  /// A whole number with an optional minus.
  private mutating func parsePower() throws(HealthUnit.ParseError) -> Int {
    let start = position
    if peek == UInt8(ascii: "-") { position += 1 }
    let digits = position
    while let next = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) {
      position += 1
    }
    guard digits < position, let power = Int(String(decoding: bytes[start..<position], as: UTF8.self)) else {
      throw error(.invalidPower, at: start)
    }
    return power
  }

  private mutating func parseAtom() throws(HealthUnit.ParseError) -> UnitAtom {
    let start = position
    while let next = peek, Self.isSymbolByte(next) {
      position += 1
    }
    guard start < position else { throw error(.unexpectedCharacter) }
    let name = String(decoding: bytes[start..<position], as: UTF8.self)
    let molarMass = try parseMolarMass()
    guard let atom = Self.atom(named: name, molarMass: molarMass) else {
      throw error(molarMass == nil ? .unknownSymbol : .invalidMolarMass, at: start)
    }
    return atom
  }

  /// The number between `<` and `>`, nil if there is none.
  private mutating func parseMolarMass() throws(HealthUnit.ParseError) -> Double? {
    guard peek == UInt8(ascii: "<") else { return nil }
    let start = position + 1
    guard let end = bytes[start...].firstIndex(of: UInt8(ascii: ">")) else { throw error(.unexpectedEnd, at: start) }
    // Accepts decimal numbers only: `Double` would also accept `nan` and hexadecimal.
    guard bytes[start..<end].allSatisfy(Self.isNumberByte),
      let mass = Double(String(decoding: bytes[start..<end], as: UTF8.self))
    else { throw error(.invalidMolarMass, at: start) }
    position = end + 1
    return mass
  }

  /// A complete symbol takes precedence over prefix and base: `min` is a minute, not a milli-inch, and `cd` is
  /// invalid.
  private static func atom(named name: String, molarMass: Double?) -> UnitAtom? {
    if let symbol = symbol(named: name) {
      return UnitAtom(.none, symbol, molarMass: molarMass)
    }
    for prefix in MetricPrefix.allCases where prefix != .none && name.hasPrefix(prefix.text) {
      let base = String(name.dropFirst(prefix.text.count))
      if let symbol = symbol(named: base), let atom = UnitAtom(prefix, symbol, molarMass: molarMass) {
        return atom
      }
    }
    return nil
  }

  private static func symbol(named name: String) -> UnitSymbol? {
    // Both letters mean litre; the capital is the printed one.
    name == "l" ? .liter : UnitSymbol(rawValue: name)
  }

  private mutating func skipMultiplicationSign() -> Bool {
    switch peek {
    case UInt8(ascii: "*"), UInt8(ascii: "."):
      position += 1
      return true
    case 0xC2 where position + 1 < bytes.count && bytes[position + 1] == 0xB7:  // U+00B7 in UTF-8
      position += 2
      return true
    default:
      return false
    }
  }

  private static func isSymbolByte(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "_")
  }

  private static func isNumberByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"): true
    default: false
    }
  }

  private var peek: UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  private func error(_ code: HealthUnit.ParseError.Code, at offset: Int? = nil) -> HealthUnit.ParseError {
    HealthUnit.ParseError(code: code, text: text, offset: offset ?? position)
  }
}
