/// Values that are a single word: numbers, Booleans, dates and times.
enum TOMLScalar {
  /// Nil if the word is not a value.
  static func content(_ word: ArraySlice<UInt8>) -> TOMLValue.Content? {
    let text = String(decoding: word, as: UTF8.self)
    switch text {
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    case "inf", "+inf": return .float(.infinity)
    case "-inf": return .float(-.infinity)
    case "nan", "+nan", "-nan": return .float(.nan)
    default: break
    }
    if isDateOrTime(word) { return .date(text) }
    if let number = integer(text) { return .integer(number) }
    return float(text).map(TOMLValue.Content.float)
  }

  static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  // MARK: - Numbers

  private static func integer(_ text: String) -> Int? {
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where text.hasPrefix(prefix) {
      guard let digits = digits(text.dropFirst(2), { $0.hexDigitValue.map { $0 < radix } ?? false }) else { return nil }
      return Int(digits, radix: radix)
    }
    let sign = text.hasPrefix("-") ? "-" : ""
    let number = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
    return decimal(number).flatMap { Int(sign + $0) }
  }

  private static func float(_ text: String) -> Double? {
    let sign = text.hasPrefix("-") ? "-" : ""
    let number = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
    let parts = number.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
    let halves = parts[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count + halves.count > 2, var result = decimal(halves[0]) else { return nil }
    if halves.count > 1 {
      guard let fraction = digits(halves[1], { ("0"..."9").contains($0) }) else { return nil }
      result += "." + fraction
    }
    if parts.count > 1 {
      let isSigned = parts[1].hasPrefix("-") || parts[1].hasPrefix("+")
      guard let exponent = digits(isSigned ? parts[1].dropFirst() : parts[1], { ("0"..."9").contains($0) }) else {
        return nil
      }
      result += "e" + (parts[1].hasPrefix("-") ? "-" : "") + exponent
    }
    return Double(sign + result)
  }

  /// Digits without a leading zero.
  private static func decimal(_ text: Substring) -> String? {
    guard let digits = digits(text, { ("0"..."9").contains($0) }) else { return nil }
    return digits.count > 1 && digits.hasPrefix("0") ? nil : digits
  }

  /// The digits without the underscores between them; nil if there is anything else.
  private static func digits(_ text: Substring, _ isDigit: (Character) -> Bool) -> String? {
    let groups = text.split(separator: "_", omittingEmptySubsequences: false)
    return groups.allSatisfy { !$0.isEmpty && $0.allSatisfy(isDigit) } ? groups.joined() : nil
  }

  // MARK: - Dates

  static func isDate(_ word: ArraySlice<UInt8>) -> Bool {
    guard let numbers = numbers(word, "0000-00-00") else { return false }
    let (year, month, day) = (numbers[0], numbers[1], numbers[2])
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...12).contains(month) && day >= 1 && day <= lengths[month - 1]
  }

  private static func isDateOrTime(_ word: ArraySlice<UInt8>) -> Bool {
    if isDate(word) || timeEnd(word) == word.endIndex { return true }
    guard word.count > 11, isDate(word.prefix(10)), "Tt ".utf8.contains(word[word.startIndex + 10]),
      let end = timeEnd(word.dropFirst(11))
    else { return false }
    let offset = word[end...]
    if offset.isEmpty || offset.elementsEqual("Z".utf8) || offset.elementsEqual("z".utf8) { return true }
    guard let sign = offset.first, "+-".utf8.contains(sign), let zone = numbers(offset.dropFirst(), "00:00") else {
      return false
    }
    return zone[0] < 24 && zone[1] < 60
  }

  /// The end of the time at the start of a word; nil if there is none.
  private static func timeEnd(_ word: ArraySlice<UInt8>) -> Int? {
    guard let time = numbers(word.prefix(8), "00:00:00"), time[0] < 24, time[1] < 60, time[2] <= 60 else { return nil }
    let rest = word.dropFirst(8)
    guard rest.first == UInt8(ascii: ".") else { return rest.startIndex }
    let fraction = rest.dropFirst().prefix(while: isDigit)
    return fraction.isEmpty ? nil : fraction.endIndex
  }

  /// The numbers of a word that has digits where the pattern has zeros, and the pattern's characters elsewhere.
  private static func numbers(_ word: ArraySlice<UInt8>, _ pattern: StaticString) -> [Int]? {
    guard word.count == pattern.utf8CodeUnitCount else { return nil }
    var numbers = [0]
    for (index, byte) in word.enumerated() {
      let wanted = pattern.utf8Start[index]
      if wanted == UInt8(ascii: "0") {
        guard isDigit(byte) else { return nil }
        numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte - 0x30)
      } else {
        guard byte == wanted else { return nil }
        numbers.append(0)
      }
    }
    return numbers
  }
}
