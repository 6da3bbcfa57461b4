import FoundationEssentials
import HealthModel

/// Parses an electrocardiogram in Apple's export format: some lines of names and values in the phone's language, then
/// one voltage per line.
///
/// ```
/// Recorded Date,2023-03-04 08:12:30 +0100
/// Classification,Sinus Rhythm
/// Symptoms,
/// Software Version,1.90
/// Device,"Watch5,1"
/// Sample Rate,512 hertz
///
/// Lead,Lead I
/// Unit,µV
/// 12.407
/// ```
///
/// Lines are identified by position and not by name: the date is the first value that is one, and the values after it
/// have the same order in every language. Numbers may have a decimal comma. The user's name and date of birth, which
/// come first, are ignored: the export contains them elsewhere.
struct ElectrocardiogramCSV {
  private(set) var start = Date(timeIntervalSinceReferenceDate: 0)
  private(set) var version: String?
  private(set) var device: String?
  private(set) var voltages: [Double] = []
  private(set) var content = ElectrocardiogramContent(classification: 0, symptomsStatus: 0, count: 0)
  /// Lines among the voltages that are not numbers.
  private(set) var droppedLines = 0

  struct Fault: Error {
    var reason: SkipReason
  }

  private static let longestHead = 64

  init(_ bytes: [UInt8]) throws(Fault) {
    var lines = bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })[...]
    // A byte order mark is not part of the first name.
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    var head: [(name: String, value: String)] = []
    while let line = lines.first, head.count < Self.longestHead {
      let text = String(decoding: isMarked && head.isEmpty ? line.dropFirst(3) : line, as: UTF8.self)
      let isVoltage = head.contains { Self.date($0.value) != nil } && Self.number(text[...]) != nil
      if isVoltage { break }
      lines = lines.dropFirst()
      if let field = Self.field(text) { head.append(field) }
    }
    try read(head)
    let factor = Self.microvolts(head.last?.value ?? "")
    voltages.reserveCapacity(lines.count)
    for line in lines {
      let text = String(decoding: line, as: UTF8.self)
      guard let value = Self.number(text[...]), SampleBounds.allows(value) else {
        if !text.allSatisfy(\.isWhitespace) { droppedLines += 1 }
        continue
      }
      guard voltages.count < ElectrocardiogramContent.mostVoltages else { throw Fault(reason: .tooLarge) }
      voltages.append(value * factor)
    }
    guard !voltages.isEmpty else { throw Fault(reason: .missingValue) }
    content.count = voltages.count
  }

  /// The duration of the voltages in seconds.
  var duration: Double { content.samplingFrequency.map { Double(voltages.count) / $0 } ?? 30 }

  private mutating func read(_ head: [(name: String, value: String)]) throws(Fault) {
    guard let place = head.firstIndex(where: { Self.date($0.value) != nil }), let date = Self.date(head[place].value)
    else { throw Fault(reason: .missingStartDate) }
    guard SampleBounds.allows(date) else { throw Fault(reason: .dateOutOfRange) }
    start = date
    func value(_ offset: Int) -> String { place + offset < head.count ? head[place + offset].value : "" }
    let classification = value(1)
    content.classification = ElectrocardiogramNames.classification(classification) ?? (classification.isEmpty ? 0 : 100)
    if content.classification == 100 { content.classificationText = classification }
    let symptoms = value(2)
    content.symptomsStatus = symptoms.isEmpty ? 1 : 2
    if !symptoms.isEmpty { content.symptoms = symptoms }
    version = value(3).isEmpty ? nil : value(3)
    device = value(4).isEmpty ? nil : value(4)
    // `512 hertz`, in any language.
    let rate = value(5).split(separator: " ").first.flatMap { Self.number($0) }
    if let rate, rate > 0, rate <= ElectrocardiogramContent.highestFrequency { content.samplingFrequency = rate }
  }

  // MARK: - Text

  private static func date(_ text: String) -> Date? {
    var text = text
    var dates = DateParser()
    return text.withUTF8 { dates.instant(UnsafeRawBufferPointer($0))?.date }
  }

  /// A name and a value, optionally quoted; nil for an empty line.
  private static func field(_ line: String) -> (name: String, value: String)? {
    guard !line.allSatisfy(\.isWhitespace) else { return nil }
    var parts = [""]
    var isQuoted = false
    for character in line {
      if character == "\"" {
        isQuoted.toggle()
      } else if !isQuoted, parts.count == 1, ",;\t".contains(character) {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    func trimmed(_ text: String) -> String {
      let rest = text.drop { $0.isWhitespace }
      return String(rest.reversed().drop { $0.isWhitespace }.reversed().prefix(256))
    }
    return (trimmed(parts[0]), parts.count > 1 ? trimmed(parts[1]) : "")
  }

  /// A number with the digits and the decimal separator of any language; nil for any other text.
  static func number(_ text: Substring) -> Double? {
    var plain = ""
    var decimals: [String.Index] = []
    for character in text {
      if let digit = character.wholeNumberValue, (0...9).contains(digit) {
        plain.append(String(digit))
      } else {
        switch character {
        case ".", ",", "\u{66B}":
          decimals.append(plain.endIndex)
          plain.append(".")
        case "-", "\u{2212}": plain.append("-")
        case "\"", " ", "\u{200E}", "\u{200F}": continue
        default: return nil
        }
      }
      guard plain.utf8.count <= 64 else { return nil }
    }
    // If there are several separators, the last is the decimal separator, and the others group thousands.
    for index in decimals.dropLast().reversed() { plain.remove(at: index) }
    guard let value = Double(plain), value.isFinite else { return nil }
    return value
  }

  private static func microvolts(_ unit: String) -> Double {
    switch unit.lowercased() {
    case "mv": 1_000
    case "v": 1_000_000
    default: 1
    }
  }
}

/// The names of electrocardiogram classifications on Apple's systems, in the languages that we know.
enum ElectrocardiogramNames {
  private static let stems: [(number: Int, parts: [String])] = [
    (2, ["fibril", "flimmer", "flimr", "flimmar", "värinä", "мерцат", "фибрил", "颤", "顫", "細動", "세동", "رجفان"]),
    (1, ["sinus", "sinusal", "синус", "窦性", "竇性", "洞調律", "동리듬", "جيبي"]),
    (3, ["low heart", "under 50", "below 50", "niedrig", "basse", "baja", "bassa", "baixa", "lage h", "låg"]),
    (
      4,
      [
        "high heart", "over 120", "over 150", "above 120", "hohe", "élevée", "alta", "hoge h", "hög",
        "fréquence élevée",
      ]
    ),
    (5, ["poor", "schlecht", "médiocre", "mauvaise", "deficiente", "scarsa", "slecht", "dålig"]),
    (6, ["inconclu", "nicht eindeutig", "non conclu", "no conclu", "niet eenduidig", "onduidelijk", "inte entydig"]),
  ]

  /// HealthKit's number, nil if it is unknown.
  static func classification(_ name: String) -> Int? {
    let name = name.lowercased()
    guard !name.isEmpty else { return nil }
    return stems.first { $0.parts.contains { name.contains($0) } }?.number
  }
}
