import GRDB
import HealthModel

/// Decides which rings are 0 on a day, and which are unknown, where they have no samples of their own.
///
/// A watch writes a minute of exercise only when there was one, so a day of a watch without such samples has 0 minutes.
/// A phone never writes any, and nothing is known of its days. A source therefore records every ring of which it has
/// written a sample at any time, on each day on which it has written a sample of any ring. What a person enters by hand
/// says nothing about anything else. Of a feed's sources, those count as one that name a common device: a phone joins the
/// names of all devices that an hour's energy is from.
final class RingRecording {
  private let types: [(id: Int64, value: WritableKeyPath<SummaryEngine.Computed, Double?>)]
  /// Whether a source records a type, as far as it has been looked up.
  private var known: [SourceFirstStarts.Key: Bool] = [:]
  /// The devices of feeds that write a type.
  private var devices: [Int64: Set<FeedDevice>] = [:]

  init(_ db: Database) throws {
    types = try [
      (RingType.activeEnergy, \SummaryEngine.Computed.energy), (RingType.moveTime, \.moveTime),
      (RingType.exerciseTime, \.exercise), (RingType.standHour, \.stand),
    ].compactMap { identifier, value in
      try SampleTypeRow.fetch(db, identifier: identifier).map { ($0.id, value) }
    }
  }

  /// Completes the values of a day with 0 for what its sources record.
  ///
  /// - Complexity: O(k) in the samples of a day on which a ring is unknown, otherwise O(1).
  func addZeros(_ db: Database, _ day: Range<Double>, to values: inout SummaryEngine.Computed) throws {
    let written = types.filter { values[keyPath: $0.value] != nil }
    guard !written.isEmpty else { return }
    for missing in types where values[keyPath: missing.value] == nil {
      if try written.contains(where: { try hasSource(db, of: missing.id, writing: $0.id, day) }) {
        values[keyPath: missing.value] = 0
      }
    }
  }

  /// Whether a sample of the day is from a source that also records another type.
  private func hasSource(_ db: Database, of other: Int64, writing type: Int64, _ day: Range<Double>) throws -> Bool {
    let samples = try RawStatement(
      db,
      """
      SELECT p.source_id FROM sample s INDEXED BY sample_by_type_and_start
      CROSS JOIN provenance p ON p.id = s.provenance_id
      WHERE s.type_id = ? AND s.start >= ? AND s.start < ? AND s.flags & ? = 0
      """)
    samples.setArguments(type, day.lowerBound, day.upperBound, SampleFlag.enteredByHand)
    defer { samples.reset() }
    // Consecutive samples are mostly from the same source.
    var last: Int64?
    while try samples.step() {
      let source = samples.int64(0)
      if source != last, try records(db, other, source) { return true }
      last = source
    }
    return false
  }

  private func records(_ db: Database, _ type: Int64, _ source: Int64) throws -> Bool {
    let key = SourceFirstStarts.Key(type: type, source: source, isEnteredByHand: false)
    if let known = known[key] { return known }
    var found = try Self.exists(db, key)
    if !found {
      let own = try FeedDevice.all(db, ofSource: source)
      if !own.isEmpty {
        if devices[type] == nil { devices[type] = try FeedDevice.all(db, writing: type) }
        found = devices[type].map { !own.isDisjoint(with: $0) } ?? false
      }
    }
    known[key] = found
    return found
  }

  private static func exists(_ db: Database, _ key: SourceFirstStarts.Key) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: "SELECT EXISTS (SELECT 1 FROM source_type WHERE type_id = ? AND source_id = ? AND entered = 0)"),
      arguments: [key.type, key.source]) ?? false
  }

  /// Whether sources that have just begun or ceased to write types also write other rings, so that any of their days may
  /// have become 0 or unknown.
  static func changesOtherDays(_ db: Database, _ pairs: Set<SourceFirstStarts.Key>) throws -> Bool {
    guard pairs.contains(where: { !$0.isEnteredByHand }) else { return false }
    let types = try RingType.all.compactMap { try SampleTypeRow.fetch(db, identifier: $0)?.id }
    let changed = pairs.filter { !$0.isEnteredByHand && types.contains($0.type) }
    // A file with ever new sources is not worth a look at each.
    guard changed.count <= 64 else { return true }
    return try changed.contains { pair in
      let own = try FeedDevice.all(db, ofSource: pair.source)
      return try types.contains { type in
        let other = SourceFirstStarts.Key(type: type, source: pair.source, isEnteredByHand: false)
        if try !pairs.contains(other) && exists(db, other) { return true }
        return try type != pair.type && !own.isEmpty && !own.isDisjoint(with: FeedDevice.all(db, writing: type))
      }
    }
  }
}

/// A device as a feed names it.
private struct FeedDevice: Hashable {
  var feed: Substring
  var name: String

  /// Those of a source; none for one that is not of a feed, or is not named.
  static func all(bundleIdentifier: String) -> Set<FeedDevice> {
    guard bundleIdentifier.hasPrefix(FeedSource.prefix), let slash = bundleIdentifier.firstIndex(of: "/") else {
      return []
    }
    let name = bundleIdentifier[bundleIdentifier.index(after: slash)...]
    return Set(FeedSource.parts(of: String(name)).map { FeedDevice(feed: bundleIdentifier[..<slash], name: $0) })
  }

  static func all(_ db: Database, ofSource source: Int64) throws -> Set<FeedDevice> {
    try all(
      bundleIdentifier: String.fetchOne(
        db.cachedStatement(sql: "SELECT bundle_identifier FROM source WHERE id = ?"), arguments: [source]) ?? "")
  }

  /// Those of all sources that write a type, other than by hand.
  static func all(_ db: Database, writing type: Int64) throws -> Set<FeedDevice> {
    let bundles = try String.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT bundle_identifier FROM source_type st JOIN source ON source.id = st.source_id
          WHERE st.type_id = ? AND st.entered = 0 AND bundle_identifier != ''
          """), arguments: [type])
    var devices: Set<FeedDevice> = []
    while let bundle = try bundles.next() { devices.formUnion(all(bundleIdentifier: bundle)) }
    return devices
  }
}
