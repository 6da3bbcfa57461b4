import Foundation
import GRDB
import HealthModel

/// The coverage of exports, so that a feed never counts the same data twice.
///
/// An export is complete for its sources up to the moment it was made: it already contains any feed sample that ends
/// by then, if its type and source occur in exports.
struct FeedHistory {
  /// When the newest complete export was made, in seconds since the reference date; nil if there is none.
  private let exportDate: Double?
  /// The devices and programs named in exports; nil until they are needed, since exports may have very many sources.
  private var names: Set<String>?
  private var heldTypes: [Int64: Bool] = [:]
  /// Whether a source's name occurs in exports.
  private var namedSources: [String: Bool] = [:]

  private static let mostSources = 4_096

  /// - Parameter isImport: whether the delivery may add sources as exports do. Others need the names only for samples that
  ///   an export may contain.
  init(_ db: Database, isImport: Bool) throws {
    self.init(
      exportDate: try Double.fetchOne(db.cachedStatement(sql: "SELECT max(export_date) FROM import WHERE complete")),
      names: isImport ? try Self.exportedNames(db) : nil)
  }

  private init(exportDate: Double?, names: Set<String>? = nil) {
    self.exportDate = exportDate
    self.names = names
  }

  /// Exports contain no bundle identifiers; programs and feeds have one.
  private static func exportedNames(_ db: Database) throws -> Set<String> {
    var names: Set<String> = []
    let rows = try RawStatement(db, "SELECT DISTINCT name FROM source WHERE bundle_identifier = ''")
    while try rows.step() { names.formUnion(FeedSource.parts(of: rows.text(0))) }
    return names
  }

  /// Whether exports contain a feed's sample.
  ///
  /// A sample without a source name is treated as one of the phone. No export contains what a program saved here.
  mutating func covers(
    _ db: Database, type: Int64, end: Double, source: String, bundleIdentifier: String
  ) throws -> Bool {
    guard let exportDate, end <= exportDate, type != 0, bundleIdentifier.hasPrefix(FeedSource.prefix) else {
      return false
    }
    guard try !FeedSource.isNamed(bundleIdentifier: bundleIdentifier) || isNamed(db, source) else { return false }
    if let known = heldTypes[type] { return known }
    let row = try RawStatement(
      db,
      """
      SELECT EXISTS (
        SELECT 1 FROM source_type JOIN source ON source.id = source_id WHERE type_id = ? AND bundle_identifier = ''
      )
      """)
    row.bind(1, type)
    let holds = try row.firstInt64() == 1
    heldTypes[type] = holds
    return holds
  }

  private mutating func isNamed(_ db: Database, _ source: String) throws -> Bool {
    if let known = namedSources[source] { return known }
    let names = try names ?? Self.exportedNames(db)
    self.names = names
    let isNamed = !names.isDisjoint(with: FeedSource.parts(of: source))
    if namedSources.count < Self.mostSources { namedSources[source] = isNamed }
    return isNamed
  }

  /// Deletes the feed samples that an export contains. They leave tombstones.
  ///
  /// - Returns: how many were deleted.
  /// - Complexity: O(n) in the samples from feeds.
  static func retire(_ db: Database, before exportDate: Date) throws -> Int {
    var history = FeedHistory(exportDate: exportDate.timeIntervalSinceReferenceDate)
    var retired: Set<Int64> = []
    var routes: [(row: Int64, isCovered: Bool)] = []
    let samples = try RawStatement(
      db,
      """
      SELECT s.id, s.type_id, s.end, source.name, source.bundle_identifier, s.start, s.value, source.id
      FROM sample s INDEXED BY sample_fed
      CROSS JOIN provenance ON provenance.id = s.provenance_id CROSS JOIN source ON source.id = provenance.source_id
      WHERE s.flags & \(SampleFlag.fed) != 0 AND s.end <= ?
      """)
    samples.bind(1, exportDate.timeIntervalSinceReferenceDate)
    let workoutType = try SampleTypeRow.fetch(db, identifier: TypeIdentifier.workout)?.id
    let routeType = try SampleTypeRow.fetch(db, identifier: TypeIdentifier.workoutRoute)?.id
    defer { samples.reset() }
    while try samples.step() {
      let name = samples.text(3)
      // A sample restored from one of our own exports belongs to that export, even if it names a feed.
      let bundle = samples.text(4)
      guard !bundle.isEmpty else { continue }
      let isCovered = try history.covers(
        db, type: samples.int64(1), end: samples.double(2), source: name, bundleIdentifier: bundle)
      // Which workouts stay is known at the end.
      if samples.int64(1) == routeType {
        routes.append((samples.int64(0), isCovered))
        continue
      }
      var isRepeated = false
      if samples.int64(1) == workoutType, isCovered || FeedSource.isOfActivities(bundleIdentifier: bundle) {
        // Files name other sources than exports for one activity, and have its route.
        let sample = SampleIdentity(
          type: samples.int64(1), source: samples.int64(7), start: samples.double(5), end: samples.double(2),
          value: samples.double(6))
        if let exported = try ActivityRecordings(db, of: sample, amongAll: true).exported {
          isRepeated = true
          try ActivityRecordings.passRoute(db, ofWorkout: samples.int64(0), to: exported)
          if FeedSource.isOfActivities(bundleIdentifier: bundle) {
            retired.formUnion(try ActivityRecordings.Parts(db, of: sample).rows(db))
          }
        }
      }
      if isCovered || isRepeated { retired.insert(samples.int64(0)) }
    }
    retired.formUnion(
      try routes.filter {
        try ActivityRecordings.isRepeated(db, route: $0.row, isCovered: $0.isCovered, besides: retired)
      }.map(\.row))
    guard !retired.isEmpty else { return 0 }
    return try SampleDeleter.delete(db, rows: retired.sorted())
  }
}
