package import FoundationEssentials

/// What the store needs to know of a delivery that its samples do not say.
package struct FeedOptions: Sendable {
  /// What of the same feed a sample takes the place of.
  package enum Replacement: Sendable {
    /// All that overlaps it in time and has a source in common: for buckets, whose width the sender may change.
    case overlapping
    /// What starts at the same instant and has the same source.
    case sameStart
    /// Nothing: what the store holds already is found, once for each record, as by an import of an export. For files that
    /// know their samples apart.
    case nothing
  }

  /// The name of the feed, as its samples bear it: `health-auto-export`.
  package var feed: String
  package var replacement: Replacement
  /// When the delivery came.
  package var now: Date
  /// The home zone that the user configured, if any.
  package var configuredZone: String?
  /// The zone of the system, for a store that does not know where home is.
  package var systemZone: String
  /// Rolls everything back.
  package var cancellation: Cancellation?
  /// Whether the delivery is a file that a person imports: it enters the list of imports, and can be taken back.
  package var isImport: Bool

  package init(
    feed: String, replacement: Replacement, now: Date, configuredZone: String? = nil, systemZone: String,
    cancellation: Cancellation? = nil, isImport: Bool = false
  ) {
    self.feed = feed
    self.replacement = replacement
    self.now = now
    self.configuredZone = configuredZone
    self.systemZone = systemZone
    self.cancellation = cancellation
    self.isImport = isImport
  }

  /// The version of samples with an identifier and no version of their own: each delivery's is greater than that of the
  /// one before.
  package var version: Int64 { Self.version(at: now) }

  package static func version(at now: Date) -> Int64 {
    Int64(exactly: (now.timeIntervalSince1970 * 1_000).rounded()) ?? 0
  }
}

/// What became of a delivery. The books close: received = stored + unchanged + covered + skipped.
package struct FeedReceipt: Hashable, Sendable {
  /// Records that are in the store now and were not before.
  package var stored = 0
  /// Records that the store held already, as they are.
  package var unchanged = 0
  /// Records that an export of the same source and type holds: they end before it was made.
  package var covered = 0
  /// Samples that went because later ones took their place. They are no records of this delivery.
  package var replaced = 0
  /// The number of the import in the list; nil for a delivery that is none, or stored nothing.
  package var importID: Int64?
  /// Which home zone holds from now on and why; nil where it stays as it was.
  package var homeZone: HomeZoneChoice?

  package init() {}
}

/// How the source of a sample that came by a feed is named in the store.
///
/// A feed's source is another than the export's of the same name: their samples overlap, and within one source
/// overlapping samples add up.
package enum FeedSource {
  /// What all sources of all feeds begin with.
  package static let prefix = "org.openhealthkit.feed."

  /// The source of a name in a feed.
  ///
  /// - Parameter fallback: how a source is called that the feed does not name.
  package static func source(named name: String, feed: String, fallback: String) -> Source {
    let shown = name.isEmpty ? fallback : isNumber(name) ? "\(fallback) \(name)" : name
    return Source(name: shown, bundleIdentifier: "\(prefix(of: feed))\(name)")
  }

  /// The name of a source of which a feed knows a number and nothing else.
  package static func name(ofNumber number: Int64) -> String { "#\(number)" }

  private static func isNumber(_ name: some StringProtocol) -> Bool {
    name.first == "#" && name.dropFirst().allSatisfy { $0.isASCII && ($0.isNumber || $0 == "-") }
  }

  /// Whether the feed said who wrote it.
  package static func isNamed(bundleIdentifier: String) -> Bool {
    guard let slash = bundleIdentifier.firstIndex(of: "/") else { return true }
    let name = bundleIdentifier[bundleIdentifier.index(after: slash)...]
    return !name.isEmpty && !isNumber(name)
  }

  /// What all sources of a feed begin with.
  package static func prefix(of feed: String) -> String { "\(prefix)\(feed)/" }

  /// The devices that a name stands for: phones join them by a bar. Names differ in their blanks from file to file.
  package static func parts(of name: String) -> Set<String> {
    Set(
      name.split(separator: "|").map { part in
        String(part.map { $0 == "\u{A0}" || $0 == "\u{202F}" ? " " : $0 }).trimmedBlanks
      }.filter { !$0.isEmpty })
  }
}

extension String {
  fileprivate var trimmedBlanks: String {
    var text = Substring(self)
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
