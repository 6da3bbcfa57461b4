import Foundation
import GRDB
import HealthModel

/// What exports hold, against which a feed never counts a second time.
///
/// An export is the whole truth of its sources up to the moment it was made: a sample of a feed that ends by then, of a
/// type and a source that exports hold, is in it already.
struct FeedHistory {
  /// When the newest complete export was made, seconds since the reference date; nil where there is none.
  private let exportDate: Double?
  /// The devices and programs that exports name.
  private let names: Set<String>
  private var heldTypes: [Int64: Bool] = [:]
  /// Whether exports name a source, by its name.
  private var namedSources: [String: Bool] = [:]

  private static let mostSources = 4_096

  init(_ db: Database) throws {
    self.init(
      exportDate: try Double.fetchOne(db.cachedStatement(sql: "SELECT max(export_date) FROM import WHERE complete")),
      names: try Self.exportedNames(db))
  }

  private init(exportDate: Double?, names: Set<String>) {
    self.exportDate = exportDate
    self.names = names
  }

  /// Exports carry no bundle identifiers; programs and feeds have one.
  private static func exportedNames(_ db: Database) throws -> Set<String> {
    try String.fetchAll(db.cachedStatement(sql: "SELECT DISTINCT name FROM source WHERE bundle_identifier = ''"))
      .reduce(into: []) {
        $0.formUnion(FeedSource.parts(of: $1))
      }
  }

  /// Whether exports hold what a sample of a feed says.
  ///
  /// A sample that names nobody is taken for one of the phone's.
  mutating func covers(
    _ db: Database, type: Int64, end: Double, source: String, bundleIdentifier: String
  ) throws -> Bool {
    guard let exportDate, end <= exportDate, type != 0 else { return false }
    guard !FeedSource.isNamed(bundleIdentifier: bundleIdentifier) || isNamed(source) else { return false }
    if let known = heldTypes[type] { return known }
    let holds =
      try Bool.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT EXISTS (
              SELECT 1 FROM source_type JOIN source ON source.id = source_id
              WHERE type_id = ? AND bundle_identifier = ''
            )
            """), arguments: [type]) ?? false
    heldTypes[type] = holds
    return holds
  }

  private mutating func isNamed(_ source: String) -> Bool {
    if let known = namedSources[source] { return known }
    let isNamed = !names.isDisjoint(with: FeedSource.parts(of: source))
    if namedSources.count < Self.mostSources { namedSources[source] = isNamed }
    return isNamed
  }

  /// Deletes the samples of feeds that an export holds. They leave tombstones.
  ///
  /// - Returns: how many there were.
  /// - Complexity: O(n) in the samples that feeds have brought.
  static func retire(_ db: Database, before exportDate: Date, importID: Int64?) throws -> Int {
    let types = try Int64.fetchAll(db.cachedStatement(sql: "SELECT id FROM sample_type"))
    var history = FeedHistory(
      exportDate: exportDate.timeIntervalSinceReferenceDate, names: try exportedNames(db))
    var retired: [Int64] = []
    let samples = try RawStatement(
      db,
      """
      SELECT s.id, s.end, source.name, source.bundle_identifier FROM sample s INDEXED BY sample_fed
      CROSS JOIN provenance ON provenance.id = s.provenance_id CROSS JOIN source ON source.id = provenance.source_id
      WHERE s.type_id = ? AND s.flags & 4 != 0 AND s.end <= ?
      """)
    for type in types {
      samples.bind(1, type)
      samples.bind(2, exportDate.timeIntervalSinceReferenceDate)
      defer { samples.reset() }
      while try samples.step() {
        let name = samples.text(2)
        // What an export of our own brought back with its feed's name in it is that export's.
        let bundle = samples.text(3)
        guard !bundle.isEmpty else { continue }
        if try history.covers(db, type: type, end: samples.double(1), source: name, bundleIdentifier: bundle) {
          retired.append(samples.int64(0))
        }
      }
    }
    guard !retired.isEmpty else { return 0 }
    return try SampleDeleter.delete(db, rows: retired, importID: importID)
  }
}
