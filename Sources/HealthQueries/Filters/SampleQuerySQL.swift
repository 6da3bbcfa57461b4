import Foundation
import GRDB
import HealthDatabase
import HealthModel

/// The SELECT over samples of one type that a filter matches, by the index on type and start.
struct SampleQuerySQL {
  let type: SampleTypeRow
  let condition: SQLCondition
  let bounds: DateBounds

  init(_ db: Database, type: SampleTypeRow, filter: SampleFilter) throws {
    self.type = type
    let simplified = filter.simplified
    bounds = DateBounds(simplified)
    condition = try FilterCompiler(db, type: type).compile(simplified)
  }

  /// - Parameters:
  ///   - columns: of the alias `s`, and of what is joined.
  ///   - joining: other tables to join to each row.
  ///   - isUnion: whether samples longer than a day are looked up by their own index as well. Otherwise every match is
  ///     found through the index on starts, which for those samples means reading all that start late enough.
  func select(_ columns: String, joining join: String = "", isUnion: Bool = true) -> SQLCondition {
    if condition.namesRows {
      // No row has the id -1. If SQLite can see that the condition is false, it plans a full scan, although it does
      // not run it.
      let rows = condition.constant == false ? SQLCondition(sql: "s.id = -1") : condition
      return SQLCondition(
        sql: "SELECT \(columns) FROM sample s NOT INDEXED \(join) WHERE s.type_id = \(type.id) AND (\(rows.sql))",
        arguments: rows.arguments)
    }
    var earliest = max(bounds.earliestStart, bounds.earliestEnd - type.longest)
    if earliest.isNaN { earliest = -.infinity }
    // Samples longer than a day may start long before the range that they overlap; they have an index of their own.
    let needsLong = isUnion && type.hasLong && bounds.earliestEnd > bounds.earliestStart
    var sql =
      "SELECT \(columns) FROM sample s INDEXED BY sample_by_type_and_start \(join) WHERE s.type_id = \(type.id)"
    var arguments: StatementArguments = []
    if earliest > -.infinity {
      sql += " AND s.start >= ?"
      arguments += [earliest]
    }
    if bounds.latestStart < .infinity {
      sql += " AND s.start <= ?"
      arguments += [bounds.latestStart]
    }
    if needsLong { sql += " AND s.end - s.start <= 86400" }
    sql += " AND (\(condition.sql))"
    arguments += condition.arguments
    guard needsLong else { return SQLCondition(sql: sql, arguments: arguments) }
    sql += """
       UNION ALL SELECT \(columns) FROM sample s INDEXED BY sample_longer_than_a_day \(join)
      WHERE s.type_id = \(type.id) AND s.end - s.start > 86400
      """
    if bounds.latestStart < .infinity {
      sql += " AND s.start <= ?"
      arguments += [bounds.latestStart]
    }
    sql += " AND (\(condition.sql))"
    arguments += condition.arguments
    return SQLCondition(sql: sql, arguments: arguments)
  }

  /// The first start of a match, and an upper bound of the ends; nil if nothing matches.
  func extent(_ db: Database) throws -> ClosedRange<Double>? {
    if condition.namesRows {
      let rows = select("s.start, s.end")
      let row = try Row.fetchOne(
        db, sql: "SELECT min(start), max(end) FROM (\(rows.sql))", arguments: rows.arguments)
      return try row.flatMap(Self.extent)
    }
    guard let first = try edge(db, isFirst: true), let last = try edge(db, isFirst: false) else { return nil }
    var extent = first...(last + type.longest)
    guard type.hasLong else { return extent }
    var sql = """
      SELECT min(s.start), max(s.end) FROM sample s INDEXED BY sample_longer_than_a_day
      WHERE s.type_id = \(type.id) AND s.end - s.start > 86400
      """
    var arguments: StatementArguments = []
    if bounds.latestStart < .infinity {
      sql += " AND s.start <= ?"
      arguments += [bounds.latestStart]
    }
    sql += " AND (\(condition.sql))"
    if let long = try Row.fetchOne(db, sql: sql, arguments: arguments + condition.arguments).flatMap(Self.extent) {
      extent = extent.union(long)
    }
    return extent
  }

  /// - Parameter row: the first start and the last end; NULL if nothing matches.
  private static func extent(_ row: Row) throws -> ClosedRange<Double>? {
    guard try row.value(0, "sample") as Double? != nil else { return nil }
    let (start, end) = (try row.time(0, "sample"), try row.time(1, "sample"))
    guard start <= end else { throw DamagedValue(table: "sample", reason: "an invalid date") }
    return start...end
  }

  private func edge(_ db: Database, isFirst: Bool) throws -> Double? {
    let inner = select("s.start", isUnion: false)
    return try StoredTime.first(
      db, inner.sql + " ORDER BY s.start \(isFirst ? "ASC" : "DESC") LIMIT 1", inner.arguments, table: "sample")
  }

  /// All type rows with the identifier: a type that is not in the catalog has one row per unit.
  static func types(_ db: Database, _ identifier: String) throws -> [SampleTypeRow] {
    try SharedTables.of(db).types(identifier)
  }
}
