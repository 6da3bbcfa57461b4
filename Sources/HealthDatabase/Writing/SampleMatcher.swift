import GRDB
import HealthModel

/// Finds the stored row that is the same sample as a record of a file (see `SampleIdentity`), with the nearest value.
///
/// Few samples of a type begin in the same second, and these are compared one by one. If there are many, their rows
/// are put into an ordered table for the run, from which each is used once, so that n records of one second cost O(n
/// log n).
struct SampleMatcher {
  /// The role of a record; a row can be matched once for each role.
  enum Purpose: Int64 {
    /// A record at the top level of a file.
    case sample = 0
    /// A member of a correlation.
    case member = 1
    /// A sample that a workout refers to.
    case ofWorkout = 2
  }

  /// A second in which samples of a type begin.
  private struct Moment: Hashable {
    var type: Int64
    var second: Double

    init(_ sample: SampleIdentity) {
      type = sample.type
      second = sample.start.rounded(.down)
    }
  }

  struct Match {
    var row: Int64
    /// Whether the row need not contain when it was written.
    var mayLackDate: Bool
  }

  private struct Crowd: Hashable {
    var purpose: Purpose
    var moment: Moment
  }

  /// The number of rows above which the ordered table is used.
  private static let fewest = 48

  private var crowds: [Crowd: Int64] = [:]

  /// Whether new rows must be added to the table.
  var isUsed: Bool { !crowds.isEmpty }

  /// Whether the rows of a second are in the table for records of a file, and must be taken from there.
  func isCrowded(_ sample: SampleIdentity) -> Bool {
    !crowds.isEmpty && crowds[Crowd(purpose: .sample, moment: Moment(sample))] != nil
  }

  /// - Parameters:
  ///   - ids: the row ids among which the sample may be.
  ///   - isTaken: whether another record has matched a row.
  mutating func match(
    _ db: Database, _ purpose: Purpose, _ wanted: SampleIdentity, in ids: ClosedRange<Int64>,
    isTaken: (Int64) throws -> Bool
  ) throws -> Match? {
    let crowd = Crowd(purpose: purpose, moment: Moment(wanted))
    if !crowds.isEmpty, let known = crowds[crowd] { return try take(db, crowd: known, wanted) }
    var best: (match: Match, distance: Double)?
    var count = 0
    let rows = try Self.rows(db, crowd.moment)
    defer { rows.reset() }
    while try rows.step() {
      count += 1
      if count > Self.fewest { return try take(db, crowd: gather(db, crowd, in: ids, isTaken: isTaken), wanted) }
      let id = rows.int64(0)
      let stored = try rows.sample(type: wanted.type, source: rows.int64(4), from: 1)
      guard ids.contains(id), stored.coincides(with: wanted, .printed),
        let distance = SampleIdentity.distance(stored.value, wanted.value, .printed),
        distance < best?.distance ?? .infinity, try !isTaken(id)
      else { continue }
      best = (Match(row: id, mayLackDate: rows.isNull(5)), distance)
    }
    return best?.match
  }

  private static func rows(_ db: Database, _ moment: Moment) throws -> RawStatement {
    let statement = try RawStatement(
      db,
      """
      SELECT sample.id, sample.start, sample.end, sample.value, provenance.source_id, sample.created
      FROM sample INDEXED BY sample_by_type_and_start CROSS JOIN provenance ON provenance.id = sample.provenance_id
      WHERE sample.type_id = ? AND sample.start >= ? AND sample.start < ?
      """)
    statement.bind(1, moment.type)
    statement.bind(2, moment.second)
    statement.bind(3, moment.second + 1)
    return statement
  }

  /// The rows of all samples that are the same as one in a file would be.
  static func equals(_ db: Database, of sample: SampleIdentity?) throws -> [Int64] {
    guard let sample, sample.type != 0 else { return [] }
    var equals: [Int64] = []
    let rows = try rows(db, Moment(sample))
    defer { rows.reset() }
    while try rows.step() {
      if try rows.sample(type: sample.type, source: rows.int64(4), from: 1).isSame(as: sample, .printed) {
        equals.append(rows.int64(0))
      }
    }
    return equals
  }

  // MARK: - Many samples in one second

  /// Puts the unmatched rows of a second into the table.
  private mutating func gather(
    _ db: Database, _ crowd: Crowd, in ids: ClosedRange<Int64>, isTaken: (Int64) throws -> Bool
  ) throws -> Int64 {
    if crowds.isEmpty {
      try db.execute(
        sql: """
          CREATE TEMP TABLE IF NOT EXISTS candidate (
            crowd INTEGER NOT NULL, source INTEGER NOT NULL, end REAL NOT NULL, value REAL NOT NULL, id INTEGER NOT NULL,
            PRIMARY KEY (crowd, source, end, value, id)
          ) WITHOUT ROWID
          """)
      try db.execute(sql: "DELETE FROM temp.candidate")
    }
    let number = Int64(crowds.count + 1)
    crowds[crowd] = number
    let rows = try Self.rows(db, crowd.moment)
    while try rows.step() {
      let id = rows.int64(0)
      guard ids.contains(id), try !isTaken(id) else { continue }
      try insert(db, crowd: number, rows.sample(type: crowd.moment.type, source: rows.int64(4), from: 1), row: id)
    }
    return number
  }

  private func insert(_ db: Database, crowd: Int64, _ sample: SampleIdentity, row: Int64) throws {
    let statement = try RawStatement(
      db, "INSERT OR IGNORE INTO temp.candidate (crowd, source, end, value, id) VALUES (?, ?, ?, ?, ?)")
    Self.bind(statement, crowd, sample)
    statement.bind(4, sample.value)
    statement.bind(5, row)
    try statement.run()
  }

  private static func bind(_ statement: RawStatement, _ crowd: Int64, _ wanted: SampleIdentity) {
    statement.bind(1, crowd)
    statement.bind(2, wanted.source)
    statement.bind(3, wanted.end.rounded(.down))
  }

  /// Records a row that has been stored meanwhile. A record of a file is never matched with a row of the same run.
  mutating func add(_ db: Database, row: Int64, _ sample: SampleIdentity) throws {
    for purpose in [Purpose.member, .ofWorkout] {
      guard let crowd = crowds[Crowd(purpose: purpose, moment: Moment(sample))] else { continue }
      try insert(db, crowd: crowd, sample, row: row)
    }
  }

  /// Takes the nearest row from the table.
  private func take(_ db: Database, crowd: Int64, _ wanted: SampleIdentity) throws -> Match? {
    var best: (id: Int64, value: Double, distance: Double)?
    let value = wanted.value
    for (comparison, order) in [(">=", ""), ("<", "DESC")] {
      let nearest = try RawStatement(
        db,
        """
        SELECT value, id FROM temp.candidate WHERE crowd = ? AND source = ? AND end = ? AND value \(comparison) ?
        ORDER BY value \(order), id LIMIT 1
        """)
      Self.bind(nearest, crowd, wanted)
      nearest.bind(4, value)
      defer { nearest.reset() }
      guard try nearest.step() else { continue }
      let stored = nearest.double(0)
      guard let distance = SampleIdentity.distance(stored, value, .printed),
        distance < best?.distance ?? .infinity
      else { continue }
      best = (nearest.int64(1), stored, distance)
    }
    guard let best else { return nil }
    let delete = try RawStatement(
      db, "DELETE FROM temp.candidate WHERE crowd = ? AND source = ? AND end = ? AND value = ? AND id = ?")
    Self.bind(delete, crowd, wanted)
    delete.bind(4, best.value)
    delete.bind(5, best.id)
    try delete.run()
    return Match(row: best.id, mayLackDate: true)
  }

  /// Discards the cached rows after another program has written.
  mutating func forget(_ db: Database) throws {
    guard !crowds.isEmpty else { return }
    crowds.removeAll()
    try db.execute(sql: "DELETE FROM temp.candidate")
  }
}
