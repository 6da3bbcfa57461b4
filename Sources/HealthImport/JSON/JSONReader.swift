/// A streaming JSON parser with constant memory.
///
/// The caller requests the expected values, and errors contain the position of what is different. Strict according to
/// RFC 8259: no comments, no trailing commas, no invalid UTF-8; for a duplicate key the caller receives both values.
/// Where one odd value must not refuse a whole delivery, it also reads what programs write that print numbers and
/// strings without checking them: a byte order mark, `NaN` and `Infinity` as numbers without a value, and a replacement
/// character for half a surrogate pair.
package struct JSONReader {
  package enum Kind {
    case object, array, text, number, boolean, null
  }

  private enum Step {
    case key(String)
    case index(Int)
  }

  private let input: JSONInput
  /// The maximum length of a string or a key in bytes.
  private let longestText: Int
  private let isForgiving: Bool
  private var buffer: [UInt8]
  /// The offset of the buffer's first byte.
  private var base = 0
  private var index = 0
  private var count = 0
  private var steps: [Step] = []
  /// Where the buffer contains the last string or number; nil if its bytes are in `scratch`.
  private var token: Range<Int>?
  /// The bytes of the last string with escapes, and of a string or number across two fillings of the buffer.
  private var scratch: [UInt8] = []

  package init(
    _ input: JSONInput, bufferSize: Int = 1 << 16, longestText: Int = JSONLimits.longestText, isForgiving: Bool = false
  ) {
    self.input = input
    self.longestText = longestText
    self.isForgiving = isForgiving
    buffer = [UInt8](repeating: 0, count: max(16, min(bufferSize, input.size + 1)))
  }

  // MARK: - Bytes

  /// The next byte, nil at the end.
  @inline(__always)
  private mutating func peekByte() throws -> UInt8? {
    if index == count, try !fill() { return nil }
    return buffer[index]
  }

  /// Reads the bytes after those in the buffer; false at the end.
  private mutating func fill() throws -> Bool {
    base += count
    index = 0
    count = 0
    let (input, base) = (input, base)
    count = try buffer.withUnsafeMutableBytes { try input.read(into: $0, at: base) }
    if isForgiving, base == 0, buffer.starts(with: JSONLimits.byteOrderMark) { index = JSONLimits.byteOrderMark.count }
    return count > index
  }

  /// The position in the buffer of the first byte from the current one on that does not belong to a token, or its end.
  @inline(__always)
  private func end(where isOutside: (UInt8) -> Bool) -> Int {
    buffer.withUnsafeBytes { bytes in
      var end = index
      while end < count, !isOutside(bytes[end]) { end += 1 }
      return end
    }
  }

  /// Passes the bytes of the last string or number to the body.
  @inline(__always)
  private func withToken<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    guard let token else { return try scratch.withUnsafeBytes(body) }
    return try buffer.withUnsafeBytes { try body($0.part(token.lowerBound, token.upperBound)) }
  }

  @inline(__always)
  private mutating func skipBlanks() throws {
    while let byte = try peekByte(), byte.isBlank { index += 1 }
  }

  private mutating func nextByte(_ what: String) throws -> UInt8 {
    guard let byte = try peekByte() else { throw failure("ends inside \(what)") }
    index += 1
    return byte
  }

  /// Returns to an earlier position.
  ///
  /// - Parameter offset: the value of `offset` at that position.
  package mutating func rewind(to offset: Int) {
    if offset >= base, offset <= base + count {
      index = offset - base
    } else {
      base = offset
      index = 0
      count = 0
    }
  }

  /// A reader of the same text from an offset on.
  package func again(from offset: Int) -> JSONReader {
    var reader = JSONReader(input, longestText: longestText, isForgiving: isForgiving)
    reader.base = offset
    return reader
  }

  /// The offset of the next byte.
  package var offset: Int { base + index }

  // MARK: - Errors

  /// The current position: `data.metrics[3]`.
  package var place: String {
    var text = ""
    for step in steps {
      switch step {
      case .key(let key): text += (text.isEmpty ? "" : ".") + key
      case .index(let index): text += "[\(index)]"
      }
    }
    return text
  }

  package func failure(_ reason: String, in key: String? = nil, limit: SkipReason? = nil) -> JSONError {
    let place = place
    return JSONError(
      place: key.map { place.isEmpty ? $0 : place + "." + $0 } ?? place, reason: reason, offset: offset,
      limit: limit)
  }

  // MARK: - Values

  /// The kind of the next value.
  package mutating func kind() throws -> Kind {
    try skipBlanks()
    guard let byte = try peekByte() else { throw failure(offset == 0 ? "is empty" : "ends too early") }
    switch byte {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .text
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean
    case UInt8(ascii: "n"): return .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    case UInt8(ascii: "N") where isForgiving, UInt8(ascii: "I") where isForgiving: return .number
    default: throw failure("is not JSON")
    }
  }

  /// Reads an object. The body must read the value of every key that it receives.
  package mutating func object(_ body: (inout JSONReader, String) throws -> Void) throws {
    guard try kind() == .object else { throw failure("is not an object") }
    index += 1
    let depth = steps.count
    guard depth < JSONLimits.deepest else { throw failure("is nested too deeply") }
    try skipBlanks()
    if try peekByte() == UInt8(ascii: "}") {
      index += 1
      return
    }
    while true {
      try skipBlanks()
      guard let quote = try peekByte() else { throw failure("ends inside an object") }
      guard quote == UInt8(ascii: "\"") else { throw failure("has a key that is not a string") }
      let key = try text()
      try skipBlanks()
      guard try nextByte("an object") == UInt8(ascii: ":") else { throw failure("has a key without a value", in: key) }
      steps.append(.key(key))
      try body(&self, key)
      while steps.count > depth { steps.removeLast() }
      try skipBlanks()
      switch try nextByte("an object") {
      case UInt8(ascii: ","): continue
      case UInt8(ascii: "}"): return
      default: throw failure("has no comma or brace after \(key)")
      }
    }
  }

  /// Reads an array. The body must read every element.
  package mutating func array(_ body: (inout JSONReader, Int) throws -> Void) throws {
    guard try kind() == .array else { throw failure("is not an array") }
    index += 1
    let depth = steps.count
    guard depth < JSONLimits.deepest else { throw failure("is nested too deeply") }
    try skipBlanks()
    if try peekByte() == UInt8(ascii: "]") {
      index += 1
      return
    }
    var element = 0
    while true {
      steps.append(.index(element))
      try body(&self, element)
      while steps.count > depth { steps.removeLast() }
      element += 1
      try skipBlanks()
      switch try nextByte("an array") {
      case UInt8(ascii: ","): continue
      case UInt8(ascii: "]"): return
      default: throw failure("has no comma or bracket after element \(element - 1)")
      }
    }
  }

  package mutating func text(limit: Int = .max) throws -> String {
    try readText(limit: min(limit, longestText))
    return try lastText()
  }

  /// The last string again.
  package func lastText() throws -> String {
    // Most strings are short and ASCII, and need no validation.
    let text = withToken { bytes in
      bytes.allSatisfy { $0 < 0x80 }
        ? String(decoding: bytes, as: UTF8.self) : String(validating: bytes, as: UTF8.self)
    }
    guard let text else { throw failure("is not UTF-8") }
    return text
  }

  /// Reads a string, and passes its bytes to the body.
  package mutating func withText<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    try readText(limit: longestText)
    return try withToken(body)
  }

  /// Passes the bytes of the last string to the body again.
  package func withText<Result>(again body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try withToken(body)
  }

  package mutating func number() throws -> Double {
    guard try kind() == .number else { throw failure("is not a number") }
    try readNumber()
    guard let value = withToken(NumberParser.double) else {
      throw failure("is a number out of range")
    }
    return value
  }

  /// A number, and its exact value if it is printed as a whole number of 64 bits: a double has only 53.
  package mutating func exactNumber() throws -> (value: Double, whole: Int64?) {
    let value = try number()
    return (
      value,
      withToken { token in
        // As many digits are exact in a double.
        guard token.count <= 15 else { return Int64(String(decoding: token, as: UTF8.self)) }
        return token.allSatisfy { $0.digit < 10 || $0 == UInt8(ascii: "-") } ? Int64(value) : nil
      }
    )
  }

  /// A number, also one that is printed as text; nil for any other value, which is skipped.
  package mutating func numberOrNil() throws -> Double? {
    switch try kind() {
    case .number:
      try readNumber()
      return withToken(NumberParser.double)
    case .text:
      return try hasText(limit: 64) ? withToken(NumberParser.double) : nil
    default:
      try skip()
      return nil
    }
  }

  /// A string; nil for one that is longer than the limit, and for any other value, which is skipped.
  package mutating func textOrNil(limit: Int) throws -> String? {
    try hasText(limit: limit) ? lastText() : nil
  }

  /// Whether the next value is a string that is not longer than the limit, which is then the last one. Any other value is
  /// skipped.
  package mutating func hasText(limit: Int) throws -> Bool {
    guard try kind() == .text else {
      try skip()
      return false
    }
    let start = offset
    do {
      try readText(limit: min(limit, longestText))
      return true
    } catch let error as JSONError where error.limit != nil {
      rewind(to: start)
      try skip()
      return false
    }
  }

  package mutating func boolean() throws -> Bool {
    guard try kind() == .boolean else { throw failure("is neither true nor false") }
    let value = try peekByte() == UInt8(ascii: "t")
    try word(value ? "true" : "false")
    return value
  }

  package mutating func null() throws {
    guard try kind() == .null else { throw failure("is not null") }
    try word("null")
  }

  /// Skips a value of any kind, which must still be valid JSON.
  package mutating func skip() throws {
    switch try kind() {
    case .object, .array:
      let start = offset
      do {
        try pass(depth: steps.count)
      } catch is JSONError {
        // Again, to find the place.
        rewind(to: start)
        try passNoting()
      }
    default: try pass(depth: steps.count)
    }
  }

  private mutating func passNoting() throws {
    switch try kind() {
    case .object: try object { reader, _ in try reader.passNoting() }
    case .array: try array { reader, _ in try reader.passNoting() }
    default: try pass(depth: steps.count)
    }
  }

  /// Skips a value without noting where it is, several times as fast.
  private mutating func pass(depth: Int) throws {
    switch try kind() {
    case .object: try passParts(to: UInt8(ascii: "}"), depth: depth)
    case .array: try passParts(to: UInt8(ascii: "]"), depth: depth)
    case .text: try readText(limit: .max, keeps: false)
    case .number: try readNumber()
    case .boolean: _ = try boolean()
    case .null: try null()
    }
  }

  private mutating func passParts(to end: UInt8, depth: Int) throws {
    guard depth < JSONLimits.deepest else { throw failure("is nested too deeply") }
    index += 1
    try skipBlanks()
    if try peekByte() == end {
      index += 1
      return
    }
    while true {
      if end == UInt8(ascii: "}") {
        try readText(limit: longestText)
        try skipBlanks()
        guard try nextByte("an object") == UInt8(ascii: ":") else { throw failure("has a key without a value") }
      }
      try pass(depth: depth + 1)
      try skipBlanks()
      let byte = try nextByte("a list")
      if byte == end { return }
      guard byte == UInt8(ascii: ",") else { throw failure("is not JSON") }
    }
  }

  /// - Throws: an error if anything but white space follows.
  package mutating func end() throws {
    try skipBlanks()
    if try peekByte() != nil { throw failure("continues after its end") }
  }

  // MARK: - Tokens

  private mutating func word(_ word: StaticString) throws {
    for position in 0..<word.utf8CodeUnitCount {
      guard try nextByte("a word") == word.utf8Start[position] else { throw failure("is not JSON") }
    }
  }

  private mutating func readNumber() throws {
    let first = index
    let end = end { !Self.isPartOfNumber($0) }
    if end < count, end - first <= JSONLimits.longestNumber {
      token = first..<end
      index = end
    } else {
      try collectNumber()
    }
    if isForgiving, let byte = try peekByte(), byte == UInt8(ascii: "N") || byte == UInt8(ascii: "I") {
      // Neither is a value, whatever its sign.
      (token, scratch) = (nil, [])
      return try word(byte == UInt8(ascii: "N") ? "NaN" : "Infinity")
    }
    guard withToken(Self.isNumber) else { throw failure("is not a number") }
  }

  private mutating func collectNumber() throws {
    token = nil
    scratch.removeAll(keepingCapacity: true)
    while let byte = try peekByte(), Self.isPartOfNumber(byte) {
      guard scratch.count < JSONLimits.longestNumber else { throw failure("is a number with too many digits") }
      scratch.append(byte)
      index += 1
    }
  }

  @inline(__always)
  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  /// The grammar of RFC 8259: `-0.5e+3`, but no `+1`, `01`, `.5`, `1.`.
  private static func isNumber(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    if bytes.first == UInt8(ascii: "-") { index = 1 }
    let whole = index
    guard skipDigits(bytes, &index) else { return false }
    guard bytes[whole] != UInt8(ascii: "0") || index == whole + 1 else { return false }
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      index += 1
      guard skipDigits(bytes, &index) else { return false }
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < bytes.count, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") { index += 1 }
      guard skipDigits(bytes, &index) else { return false }
    }
    return index == bytes.count
  }

  /// - Returns: whether there is at least one digit.
  private static func skipDigits(_ bytes: UnsafeRawBufferPointer, _ index: inout Int) -> Bool {
    let first = index
    while index < bytes.count, bytes[index].digit < 10 { index += 1 }
    return index > first
  }

  @inline(__always)
  private static func endsPlainText(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20
  }

  private mutating func readText(limit: Int, keeps: Bool = true) throws {
    guard try kind() == .text else { throw failure("is not a string") }
    index += 1
    let first = index
    let end = end(where: Self.endsPlainText)
    guard end < count, end - first <= limit, buffer[end] == UInt8(ascii: "\"") else {
      return try collectText(limit: limit, keeps: keeps)
    }
    token = first..<end
    index = end + 1
  }

  private mutating func collectText(limit: Int, keeps: Bool) throws {
    token = nil
    scratch.removeAll(keepingCapacity: true)
    while true {
      guard try peekByte() != nil else { throw failure("ends inside a string") }
      // As far as the buffer goes at once.
      let first = index
      index = end(where: Self.endsPlainText)
      if keeps {
        guard scratch.count + index - first <= limit else {
          throw failure("is a string of more than \(limit) bytes", limit: .tooLarge)
        }
        scratch.append(contentsOf: buffer[first..<index])
      }
      guard index < count else { continue }
      let byte = buffer[index]
      index += 1
      if byte == UInt8(ascii: "\"") { return }
      guard byte == UInt8(ascii: "\\") else { throw failure("has a control character in a string") }
      try readEscape(keeps: keeps)
    }
  }

  private mutating func readEscape(keeps: Bool) throws {
    let byte = try nextByte("a text")
    let scalar: Unicode.Scalar
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scalar = Unicode.Scalar(byte)
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "f"): scalar = "\u{C}"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "u"):
      var unit = try readUnit()
      while UTF16.isLeadSurrogate(unit), try peekByte() == UInt8(ascii: "\\") {
        index += 1
        guard try peekByte() == UInt8(ascii: "u") else {
          try addHalf(keeps: keeps)
          return try readEscape(keeps: keeps)
        }
        index += 1
        let second = try readUnit()
        if UTF16.isTrailSurrogate(second) {
          let pair = UTF16.decode(UTF16.EncodedScalar([unit, second]))
          if keeps { scratch.append(contentsOf: Array(String(Character(pair)).utf8)) }
          return
        }
        try addHalf(keeps: keeps)
        unit = second
      }
      guard let single = Unicode.Scalar(unit) else { return try addHalf(keeps: keeps) }
      scalar = single
    default: throw failure("has an invalid escape")
    }
    if keeps { scratch.append(contentsOf: Array(String(Character(scalar)).utf8)) }
  }

  private mutating func addHalf(keeps: Bool) throws {
    guard isForgiving else { throw failure("has half a surrogate pair in a string") }
    if keeps { scratch.append(contentsOf: Array("\u{FFFD}".utf8)) }
  }

  private mutating func readUnit() throws -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      let byte = try nextByte("a text")
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: throw failure("has an invalid escape")
      }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}
