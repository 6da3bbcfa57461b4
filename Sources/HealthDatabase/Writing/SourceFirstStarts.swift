import GRDB
import HealthModel

/// When each source first wrote a type, and how many samples of it there are: used to resolve ties in rank.
struct SourceFirstStarts {
  struct Key: Hashable {
    var type: Int64
    var source: Int64
    var isEnteredByHand: Bool
  }

  private struct Entry {
    /// Infinite if the source has no sample of the type yet.
    var stored: Double
    var first: Double
    /// The number of samples in this transaction.
    var added = 0
  }

  private var entries: [Entry] = []
  private var indices: [Key: Int] = [:]
  private var changed: [(key: Key, index: Int)] = []
  /// Consecutive samples of a file are mostly from the same source.
  private var last: (key: Key, index: Int)?
  private var reranked: Set<Int64> = []

  /// What changes of sources affect beyond the times of their samples.
  struct Effects {
    /// The types in which the order of sources that already had samples may have changed. A source that is new to a type
    /// affects only the times of its samples.
    var reranked: Set<Int64>
    /// Whether the rings of any day may have become 0 or unknown.
    var changesRings: Bool

    var isAnyDay: Bool { changesRings || !reranked.isEmpty }
  }

  /// How many pairs of a source and a type are cached.
  var count: Int { entries.count }

  /// Counts a sample that is being stored.
  ///
  /// - Parameter isNew: whether its source or its type has no other samples, so that no lookup is needed.
  mutating func add(_ db: Database, _ key: Key, start: Double, isNew: Bool) throws {
    let index: Int
    if let last, last.key == key {
      index = last.index
    } else {
      index = try self.index(db, of: key, isNew: isNew)
      last = (key, index)
    }
    if entries[index].added == 0 { changed.append((key, index)) }
    entries[index].added += 1
    if start < entries[index].first { entries[index].first = start }
  }

  private mutating func index(_ db: Database, of key: Key, isNew: Bool) throws -> Int {
    if let known = indices[key] { return known }
    let first = isNew ? .infinity : try Self.firstStart(db, of: key)
    entries.append(Entry(stored: first, first: first))
    indices[key] = entries.count - 1
    return entries.count - 1
  }

  private static func firstStart(_ db: Database, of key: Key) throws -> Double {
    let statement = try RawStatement(
      db, "SELECT first_start FROM source_type WHERE type_id = ? AND source_id = ? AND entered = ?")
    statement.setArguments(key.type, key.source, key.isEnteredByHand)
    defer { statement.reset() }
    return try statement.step() ? statement.time(0, "source_type") : .infinity
  }

  /// Records that a source's class has changed, which may affect all ranks of its types.
  mutating func noteReranked(_ db: Database, source: Int64) throws {
    reranked.formUnion(
      try Int64.fetchAll(
        db.cachedStatement(sql: "SELECT DISTINCT type_id FROM source_type WHERE source_id = ?"), arguments: [source]))
  }

  /// Stores the changes of the transaction.
  ///
  /// - Returns: what they affect.
  mutating func store(_ db: Database) throws -> Effects {
    var rest = changed[...]
    while !rest.isEmpty {
      let count = rest.count < Self.rowsPerStatement ? 1 : Self.rowsPerStatement
      let statement = try RawStatement(db, count == 1 ? Self.one : Self.many)
      for (place, (key, index)) in rest.prefix(count).enumerated() {
        let first = Int32(place * 5)
        statement.bind(first + 1, key.type)
        statement.bind(first + 2, key.source)
        statement.bind(first + 3, Int64(key.isEnteredByHand ? 1 : 0))
        statement.bind(first + 4, entries[index].first)
        statement.bind(first + 5, Int64(entries[index].added))
      }
      try statement.run()
      rest = rest.dropFirst(count)
    }
    var begun: Set<Key> = []
    for (key, index) in changed {
      let entry = entries[index]
      if !entry.stored.isFinite { begun.insert(key) }
      if entry.stored.isFinite, entry.first < entry.stored { reranked.insert(key.type) }
      entries[index].stored = entry.first
      entries[index].added = 0
    }
    changed.removeAll(keepingCapacity: true)
    defer { reranked.removeAll() }
    return Effects(reranked: reranked, changesRings: try RingRecording.changesOtherDays(db, begun))
  }

  private static let rowsPerStatement = 32
  private static let one = upsert(rows: 1)
  private static let many = upsert(rows: rowsPerStatement)

  private static func upsert(rows: Int) -> String {
    """
    INSERT INTO source_type (type_id, source_id, entered, first_start, uses)
    VALUES \([String](repeating: "(?, ?, ?, ?, ?)", count: rows).joined(separator: ", "))
    ON CONFLICT DO UPDATE SET first_start = excluded.first_start, uses = uses + excluded.uses
    """
  }

  /// Forgets the cached pairs, which are looked up again when they are needed. Call between transactions.
  mutating func forgetAll() {
    entries.removeAll(keepingCapacity: true)
    indices.removeAll(keepingCapacity: true)
    last = nil
  }

  /// Subtracts samples from the counts and finds again when their sources first wrote the type.
  ///
  /// - Parameter removed: for each source, the number and the earliest start of samples that have been deleted.
  /// - Returns: what this affects.
  static func remove(_ db: Database, _ removed: [Key: (count: Int, earliest: Double)]) throws -> Effects {
    var searched: [Int64: [Key: Double]] = [:]
    let known = try db.cachedStatement(
      sql: "SELECT uses, first_start FROM source_type WHERE type_id = ? AND source_id = ? AND entered = ?")
    let delete = try db.cachedStatement(
      sql: "DELETE FROM source_type WHERE type_id = ? AND source_id = ? AND entered = ?")
    let update = try db.cachedStatement(
      sql: "UPDATE source_type SET uses = uses - ? WHERE type_id = ? AND source_id = ? AND entered = ?")
    var ceased: Set<Key> = []
    for (key, removal) in removed {
      let arguments: StatementArguments = [key.type, key.source, key.isEnteredByHand]
      guard let row = try Row.fetchOne(known, arguments: arguments) else { continue }
      let uses: Int = try row.value(0, "source_type")
      let first: Double = try row.value(1, "source_type")
      if uses <= removal.count {
        try delete.execute(arguments: arguments)
        ceased.insert(key)
      } else {
        try update.execute(arguments: [removal.count] + arguments)
        if removal.earliest <= first { searched[key.type, default: [:]][key] = first }
      }
    }
    var reranked: Set<Int64> = []
    for (type, keys) in searched where try find(db, type: type, keys: keys) { reranked.insert(type) }
    return Effects(reranked: reranked, changesRings: try RingRecording.changesOtherDays(db, ceased))
  }

  /// Finds the first remaining sample of several sources of a type in one pass.
  ///
  /// - Returns: whether any starts later than before.
  /// - Complexity: O(k) in the samples of the type up to the last of those found.
  private static func find(_ db: Database, type: Int64, keys: [Key: Double]) throws -> Bool {
    guard let low = keys.values.min() else { return false }
    var missing = keys
    var hasChanged = false
    let samples = try RawStatement(
      db,
      """
      SELECT sample.start, provenance.source_id, sample.flags FROM sample INDEXED BY sample_by_type_and_start
      CROSS JOIN provenance ON provenance.id = sample.provenance_id
      WHERE sample.type_id = ? AND sample.start >= ? ORDER BY sample.start
      """)
    samples.bind(1, type)
    samples.bind(2, low)
    defer { samples.reset() }
    let update = try db.cachedStatement(
      sql: "UPDATE source_type SET first_start = ? WHERE type_id = ? AND source_id = ? AND entered = ?")
    while !missing.isEmpty, try samples.step() {
      let key = Key(
        type: type, source: samples.int64(1), isEnteredByHand: samples.int64(2) & SampleFlag.enteredByHand != 0)
      guard let before = missing.removeValue(forKey: key) else { continue }
      let start = try samples.time(0, "sample")
      guard start != before else { continue }
      hasChanged = true
      try update.execute(arguments: [start, type, key.source, key.isEnteredByHand])
    }
    return hasChanged
  }
}
