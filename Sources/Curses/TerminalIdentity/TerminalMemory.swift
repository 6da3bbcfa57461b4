import TerminalModel

/// What terminals have answered about themselves, kept from one start of the program to the next.
///
/// As text it is one line for the form, then one for each terminal: the instant in seconds since 1970, the key, whether
/// all answers came, the version, the background, whether frames are shown at once, and where there are any the ways to
/// draw pictures, parted by tabs. What cannot be read is passed over: then the terminal is asked again.
package struct TerminalMemory: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    /// See `TerminalEvidence.memoryKey`.
    package var key: String
    /// Without any answer for a terminal that was asked and kept silent.
    package var answers: TerminalAnswers
    /// When it answered, in seconds since 1970.
    package var instant: Int64

    package init(key: String, answers: TerminalAnswers, instant: Int64) {
      self.key = key
      self.answers = answers
      self.instant = instant
    }
  }

  /// More windows than somebody has open; the oldest are forgotten first.
  package static let capacity = 32

  /// The newest first.
  package private(set) var entries: [Entry] = []

  package init() {}

  package func entry(for key: String) -> Entry? { entries.first { $0.key == key } }

  /// Takes the place of what was known of the same terminal.
  package mutating func remember(_ entry: Entry) {
    entries.removeAll { $0.key == entry.key }
    entries.insert(entry, at: 0)
    entries.removeLast(max(0, entries.count - Self.capacity))
  }

  // MARK: - As text

  /// Says how the lines are to be read; another one is another program's or another version's.
  private static let form = "ringtop terminals 1"
  private static let longestField = 600

  package init(text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first.map(String.init) == Self.form else { return }
    for entry in lines.dropFirst().prefix(Self.capacity).compactMap(Self.entry) where self.entry(for: entry.key) == nil
    {
      entries.append(entry)
    }
  }

  package var text: String {
    ([Self.form] + entries.map(Self.line)).joined(separator: "\n") + "\n"
  }

  private static func line(_ entry: Entry) -> String {
    let answers = entry.answers
    let fields = [
      String(entry.instant), entry.key, answers.isComplete ? "answered" : "silent", answers.version ?? "",
      answers.background.map { String($0.hexadecimal.dropFirst()) } ?? "",
      answers.synchronizedOutput.map { $0 ? "yes" : "no" } ?? "",
    ]
    let all = answers.pictureWords.isEmpty ? fields : fields + [answers.pictureWords]
    return all.map { printable($0) }.joined(separator: "\t")
  }

  private static func entry(_ line: Substring) -> Entry? {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 6 || fields.count == 7, fields.allSatisfy({ $0 == printable($0) }),
      let instant = Int64(fields[0]), instant >= 0,
      !fields[1].isEmpty, ["answered", "silent"].contains(fields[2])
    else { return nil }
    var answers = TerminalAnswers()
    answers.isComplete = fields[2] == "answered"
    answers.version = fields[3].isEmpty ? nil : fields[3]
    answers.background = RGB(hexadecimal: "#" + fields[4])
    answers.synchronizedOutput = ["yes": true, "no": false][fields[5]]
    if fields.count == 7 { answers.pictureWords = fields[6] }
    return Entry(key: fields[1], answers: answers, instant: instant)
  }

  /// What came from outside must neither make lines nor grow.
  private static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.filter { (0x20..<0x7F).contains($0.value) }.prefix(longestField)))
  }
}

extension TerminalAnswers {
  /// The ways to draw pictures in words parted by blanks.
  fileprivate var pictureWords: String {
    get {
      [(hasKittyGraphics, "kitty"), (hasSixel, "sixel"), (losesPictures, "lost")].filter(\.0).map(\.1)
        .joined(separator: " ")
    }
    set {
      let words = newValue.split(separator: " ")
      hasKittyGraphics = words.contains("kitty")
      hasSixel = words.contains("sixel")
      losesPictures = words.contains("lost")
    }
  }
}
