import HealthExport
import HealthImport
import HealthModel

extension JSONValue {
  /// The value on one line, without blanks.
  var serialized: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .boolean(let value): text += value ? "true" : "false"
    case .whole(let value): text += "\(value)"
    // JSON has no other numbers; one that is not finite is unknown.
    case .number(let value): text += value.isFinite ? value.shortText : "null"
    case .text(let value): text += SampleText.quoted(value)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        element.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        text += SampleText.quoted(member.key) + ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  /// A measured number: six significant digits are more than any sensor has, and long fractions cost room.
  ///
  /// Whole numbers stay exact. A value that is unknown, or not finite, is null.
  static func measured(_ value: Double?) -> JSONValue {
    guard let value, value.isFinite else { return .null }
    if let whole = Int64(exactly: value) { return .whole(whole) }
    var factor = 1.0
    var magnitude = abs(value)
    while magnitude < 100_000, factor < 1e9 {
      magnitude *= 10
      factor *= 10
    }
    let rounded = (value * factor).rounded() / factor
    return Int64(exactly: rounded).map { .whole($0) } ?? .number(rounded)
  }

  static func strings(_ texts: some Sequence<String>) -> JSONValue { .array(texts.map { .text($0) }) }

  static func count(_ count: Int) -> JSONValue { .whole(Int64(count)) }

  /// The object with a member at its end; other values unchanged.
  func adding(_ key: String, _ value: JSONValue) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members + [Member(key, value)])
  }
}
