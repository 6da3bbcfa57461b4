import Foundation
import GRDB
import HealthModel

/// The SELECT over samples of one type that a filter matches, by the index on type and start.
struct SampleQuerySQL {
  let type: SampleTypeRow
  let condition: SQLCondition
  let hull: DateHull

  init(_ db: Database, type: SampleTypeRow, filter: SampleFilter) throws {
    self.type = type
    let simplified = filter.simplified
    hull = DateHull(simplified)
    condition = try FilterCompiler(db, type: type).compile(simplified)
  }

  /// - Parameter columns: of the alias `s`.
  func select(_ columns: String) -> SQLCondition {
    var earliest = max(hull.earliestStart, hull.earliestEnd - type.longest)
    if earliest.isNaN { earliest = -.infinity }
    // Samples longer than a day may start far before what they reach into; they have an index of their own.
    let needsLong = type.hasLong && hull.earliestEnd > hull.earliestStart
    var sql = "SELECT \(columns) FROM sample s INDEXED BY sample_by_type_and_start WHERE s.type_id = \(type.id)"
    var arguments: StatementArguments = []
    if earliest > -.infinity {
      sql += " AND s.start >= ?"
      arguments += [earliest]
    }
    if hull.latestStart < .infinity {
      sql += " AND s.start <= ?"
      arguments += [hull.latestStart]
    }
    if needsLong { sql += " AND s.end - s.start <= 86400" }
    sql += " AND (\(condition.sql))"
    arguments += condition.arguments
    guard needsLong else { return SQLCondition(sql: sql, arguments: arguments) }
    sql += """
       UNION ALL SELECT \(columns) FROM sample s INDEXED BY sample_longer_than_a_day
      WHERE s.type_id = \(type.id) AND s.end - s.start > 86400
      """
    if hull.latestStart < .infinity {
      sql += " AND s.start <= ?"
      arguments += [hull.latestStart]
    }
    sql += " AND (\(condition.sql))"
    arguments += condition.arguments
    return SQLCondition(sql: sql, arguments: arguments)
  }

  /// Every type row that carries the identifier: a type that no catalog knows has one for each unit.
  static func types(_ db: Database, _ identifier: String) throws -> [SampleTypeRow] {
    try Row.fetchAll(db, sql: "SELECT * FROM sample_type WHERE identifier = ? ORDER BY id", arguments: [identifier])
      .map(SampleTypeRow.init(row:))
  }
}
