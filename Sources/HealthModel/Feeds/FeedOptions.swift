package import FoundationEssentials

/// The properties of a feed's delivery that are not part of its samples.
package struct FeedOptions: Sendable {
  /// Which earlier samples of the same feed a sample replaces.
  package enum Replacement: Sendable {
    /// All samples that overlap it and share a source with it: for buckets, whose width the sender may change.
    case overlapping
    /// The one with the same start and source.
    case sameStart
    /// None: each record is matched once with what the store already contains, as in an import of an export. For
    /// files whose samples can be identified.
    case nothing
  }

  /// What a delivery of totals says about the time that it covers.
  package enum Coverage: Sendable {
    /// Nothing: a total replaces the earlier one.
    case unknown
    /// Totals grow until their time is over, and deliveries may arrive late: a smaller total whose time was not over when
    /// the delivery's newest record began does not replace a larger one, nor does one that ended earlier.
    case growing
    /// As `growing`, and of each type and source that it contains, it has everything between its first and its last
    /// record: earlier totals between them that it lacks were deleted.
    case complete
  }

  /// The name of the feed, as stored with its samples: `health-auto-export`.
  package var feed: String
  package var replacement: Replacement
  package var coverage = Coverage.unknown
  /// When the delivery arrived.
  package var now: Date
  /// The home zone that the user configured, if any.
  package var configuredZone: String?
  /// The system's time zone, for a store without a home zone.
  package var systemZone: String
  /// Cancels and rolls back the whole delivery.
  package var cancellation: Cancellation?
  /// Whether the delivery is a file imported by the user: it is listed as an import and can be undone.
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

  /// The version of samples with an identifier but no version of their own: greater with each delivery.
  package var version: Int64 { Self.version(at: now) }

  package static func version(at now: Date) -> Int64 {
    Int64(exactly: (now.timeIntervalSince1970 * 1_000).rounded()) ?? 0
  }
}

/// The result of a delivery: received = stored + unchanged + covered + skipped.
package struct FeedReceipt: Hashable, Sendable {
  /// Records that were added to the store.
  package var stored = 0
  /// Records that the store already contained unchanged.
  package var unchanged = 0
  /// Records that an export of the same source and type contains: they end before it was made.
  package var covered = 0
  /// Samples replaced by later ones. They are not records of this delivery.
  package var replaced = 0
  /// The number of the import in the list; nil if the delivery is not an import, or stored nothing.
  package var importID: Int64?
  /// The new home zone and its reason; nil if it did not change.
  package var homeZone: HomeZoneChoice?

  package init() {}
}

/// How the store names the source of a sample from a feed.
///
/// A feed's source is different from the export's source of the same name: their samples overlap, and within one
/// source overlapping samples are added up.
package enum FeedSource {
  /// The prefix of all sources of all feeds.
  package static let prefix = "org.openhealthkit.feed."

  /// Whether two sources of feeds have a device in common. One without a name may be any.
  package static func share(_ one: Source, _ other: Source) -> Bool {
    guard isNamed(bundleIdentifier: one.bundleIdentifier), isNamed(bundleIdentifier: other.bundleIdentifier) else {
      return true
    }
    return !parts(of: one.name).isDisjoint(with: parts(of: other.name))
  }

  /// The source with a given name in a feed.
  ///
  /// - Parameter fallback: the name for a source that the feed does not name.
  package static func source(named name: String, feed: String, fallback: String) -> Source {
    let shown = name.isEmpty ? fallback : isNumber(name) ? "\(fallback) \(name)" : name
    return Source(name: shown, bundleIdentifier: "\(prefix(of: feed))\(name)")
  }

  /// The name of a source of which the feed gives only a number.
  package static func name(ofNumber number: Int64) -> String { "#\(number)" }

  private static func isNumber(_ name: some StringProtocol) -> Bool {
    name.first == "#" && name.dropFirst().allSatisfy { $0.isASCII && ($0.isNumber || $0 == "-") }
  }

  /// Whether the feed named the source.
  package static func isNamed(bundleIdentifier: String) -> Bool {
    guard let slash = bundleIdentifier.firstIndex(of: "/") else { return true }
    let name = bundleIdentifier[bundleIdentifier.index(after: slash)...]
    return !name.isEmpty && !isNumber(name)
  }

  /// Whether a source's feed are files of activities, which people keep in several formats, and beside what else has
  /// recorded them.
  package static func isOfActivities(bundleIdentifier: String) -> Bool {
    activityFeeds.contains { bundleIdentifier.hasPrefix(prefix(of: $0)) }
  }

  package static let activityFeeds: Set<String> = ["garmin", "garmin-csv", "sport", "strava"]

  /// The prefix of all sources of a feed.
  package static func prefix(of feed: String) -> String { "\(prefix)\(feed)/" }

  /// The devices that a name lists: phones join them with a bar. White space in names differs from file to file.
  package static func parts(of name: String) -> Set<String> {
    // Most are of one device, in ASCII.
    if !name.utf8.contains(where: { $0 == UInt8(ascii: "|") || $0 >= 0x80 }) {
      let part = name.trimmedBlanks
      return part.isEmpty ? [] : [part]
    }
    return Set(
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
