import TerminalModel

/// A cache of terminal replies that persists between runs of the program.
///
/// The text format has one line for the format version, then one for each terminal, with fields separated by tabs: the
/// time in seconds since 1970, the key, whether all replies arrived, the version, the background, whether synchronized
/// updates are supported, and the image protocols, if any. Malformed lines are ignored, so that the terminal is queried
/// again.
package struct TerminalMemory: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    /// See `TerminalEvidence.memoryKey`.
    package var key: String
    /// Empty for a terminal that was queried and did not reply.
    package var replies: TerminalReplies
    /// When it replied, in seconds since 1970.
    package var instant: Int64

    package init(key: String, replies: TerminalReplies, instant: Int64) {
      self.key = key
      self.replies = replies
      self.instant = instant
    }
  }

  /// More than the number of windows that users have open; the oldest entries are removed first.
  package static let capacity = 32

  /// Newest first.
  package private(set) var entries: [Entry] = []

  package init() {}

  package func entry(for key: String) -> Entry? { entries.first { $0.key == key } }

  /// Replaces the entry of the same terminal.
  package mutating func remember(_ entry: Entry) {
    entries.removeAll { $0.key == entry.key }
    entries.insert(entry, at: 0)
    entries.removeLast(max(0, entries.count - Self.capacity))
  }

  // MARK: - As text

  /// The format version; a different one belongs to another program or another version.
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
    let replies = entry.replies
    let fields = [
      String(entry.instant), entry.key, replies.isComplete ? "answered" : "silent", replies.version ?? "",
      replies.background.map { String($0.hexadecimal.dropFirst()) } ?? "",
      replies.synchronizedOutput.map { $0 ? "yes" : "no" } ?? "",
    ]
    let all = replies.pictureWords.isEmpty ? fields : fields + [replies.pictureWords]
    return all.map { printable($0) }.joined(separator: "\t")
  }

  private static func entry(_ line: Substring) -> Entry? {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 6 || fields.count == 7, fields.allSatisfy({ $0 == printable($0) }),
      let instant = Int64(fields[0]), instant >= 0,
      !fields[1].isEmpty, ["answered", "silent"].contains(fields[2])
    else { return nil }
    var replies = TerminalReplies()
    replies.isComplete = fields[2] == "answered"
    replies.version = fields[3].isEmpty ? nil : fields[3]
    replies.background = RGB(hexadecimal: "#" + fields[4])
    replies.synchronizedOutput = ["yes": true, "no": false][fields[5]]
    if fields.count == 7 { replies.pictureWords = fields[6] }
    return Entry(key: fields[1], replies: replies, instant: instant)
  }

  /// Untrusted text must neither add lines nor be unlimited.
  private static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.filter { (0x20..<0x7F).contains($0.value) }.prefix(longestField)))
  }
}

extension TerminalReplies {
  /// The names of the image protocols, separated by blanks.
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
