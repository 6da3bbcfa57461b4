import Foundation
import GRDB
import HealthDatabase
import HealthModel

/// Conditions on workouts and their activities, for the workout's row and the rows that belong to it.
extension FilterCompiler {
  func compile(_ test: WorkoutTest) throws -> SQLCondition {
    let whole = ActivityColumns.wholeWorkout(alias)
    switch test {
    case .activityType(let rawValue): return Self.activityType(whole.activityType, rawValue)
    case .duration(let comparison, let seconds): return Self.compare(whole.duration, comparison, seconds)
    case .total(let total, let hidden, let comparison, let value):
      let types = total.types.filter { !hidden.contains($0) }
      return Self.compare(Self.total(total, of: alias, types: types), comparison, value)
    case .statistic(let type, let statistic, let comparison, let value):
      return Self.statistic(whole, type, statistic, comparison, value)
    case .hasActivity(let filter):
      let ofPart = try compile(filter, over: .part("a"))
      // A workout without activities counts as one activity from its start to its end.
      let ofWhole = try compile(filter, over: whole)
      return SQLCondition(
        sql: """
          (EXISTS (SELECT 1 FROM workout_activity a WHERE a.workout_id = \(alias).id AND (\(ofPart.sql)))
            OR (NOT EXISTS (SELECT 1 FROM workout_activity a WHERE a.workout_id = \(alias).id) AND (\(ofWhole.sql))))
          """, arguments: ofPart.arguments + ofWhole.arguments)
    }
  }

  /// The value of a workout's total in its unit: a number, or NULL if the workout has none of the types.
  static func total(_ total: WorkoutTotal, of alias: String, types: [String]) -> String {
    guard !types.isEmpty else { return "NULL" }
    let list = types.map { "'\($0)'" }.joined(separator: ",")
    return """
      (SELECT sum(\(UnitFunction.name)(w.sum, w.unit, '\(total.unit.unitString)')) FROM workout_statistics w
        WHERE w.workout_id = \(alias).id AND w.activity_id IS NULL AND w.type IN (\(list)))
      """
  }

  /// Where the values of an activity are stored: in a part of a workout, or in the workout itself.
  private struct ActivityColumns {
    var activityType: String
    var start: String
    var end: String
    var duration: String
    /// Selects the activity's statistics, with the alias `w`.
    var statistics: String

    static func part(_ alias: String) -> ActivityColumns {
      ActivityColumns(
        activityType: "\(alias).activity_type", start: "\(alias).start", end: "\(alias).end",
        duration: "coalesce(\(alias).duration, \(alias).end - \(alias).start, 0)",
        statistics: "w.workout_id = \(alias).workout_id AND w.activity_id = \(alias).id")
    }

    static func wholeWorkout(_ alias: String) -> ActivityColumns {
      ActivityColumns(
        activityType: "\(alias).value", start: "\(alias).start", end: "\(alias).end",
        duration: """
          coalesce((SELECT wk.duration FROM workout wk WHERE wk.sample_id = \(alias).id), \(alias).end - \(alias).start)
          """, statistics: "w.workout_id = \(alias).id AND w.activity_id IS NULL")
    }
  }

  private func compile(_ filter: ActivityFilter, over columns: ActivityColumns) throws -> SQLCondition {
    switch filter {
    case .always: return .always
    case .never: return .never
    case .and(let filters): return all(try filters.map { try compile($0, over: columns) })
    case .or(let filters): return any(try filters.map { try compile($0, over: columns) })
    case .not(let filter): return not(try compile(filter, over: columns))
    case .activityType(let rawValue): return Self.activityType(columns.activityType, rawValue)
    case .start(let comparison, let date):
      return Self.compare(columns.start, comparison, date.timeIntervalSinceReferenceDate)
    case .end(let comparison, let date):
      let future = Date.distantFuture.timeIntervalSinceReferenceDate
      return Self.compare("coalesce(\(columns.end), \(future))", comparison, date.timeIntervalSinceReferenceDate)
    case .duration(let comparison, let seconds): return Self.compare(columns.duration, comparison, seconds)
    case .statistic(let type, let statistic, let comparison, let value):
      return Self.statistic(columns, type, statistic, comparison, value)
    }
  }

  private static func statistic(
    _ columns: ActivityColumns, _ type: String, _ statistic: WorkoutStatistic, _ comparison: Comparison,
    _ value: Double
  ) -> SQLCondition {
    let column =
      switch statistic {
      case .sum: "w.sum"
      case .average: "w.average"
      case .minimum: "w.minimum"
      case .maximum: "w.maximum"
      }
    let unit = QuantityTypeCatalog.entry(for: type).map { "'\($0.unit.unitString)'" } ?? "w.unit"
    return compare(
      """
      (SELECT \(UnitFunction.name)(\(column), w.unit, \(unit)) FROM workout_statistics w
        WHERE \(columns.statistics) AND w.type = ? ORDER BY w.id LIMIT 1)
      """, comparison, value, arguments: [type])
  }

  /// Types that are missing or not in the catalog count as `other`.
  private static func activityType(_ column: String, _ rawValue: Int) -> SQLCondition {
    let asked = WorkoutActivityCatalog.known(rawValue)
    guard asked == WorkoutActivityCatalog.other else {
      return SQLCondition(sql: "(\(column) IS NOT NULL AND \(column) = \(asked))")
    }
    let others = WorkoutActivityCatalog.all.map(\.rawValue).filter { $0 != asked }.map(String.init)
    return SQLCondition(sql: "(\(column) IS NULL OR \(column) NOT IN (\(others.joined(separator: ","))))")
  }

  /// Compares an expression that may be NULL, in which case the result is false.
  private static func compare(
    _ expression: String, _ comparison: Comparison, _ value: Double, arguments: StatementArguments = []
  ) -> SQLCondition {
    if value.isNaN {
      // As a bound argument it would be NULL.
      return comparison == .notEqual
        ? SQLCondition(sql: "(\(expression) IS NOT NULL)", arguments: arguments) : .never
    }
    return SQLCondition(
      sql: "coalesce(\(expression) \(comparison.sql) ?, 0)", arguments: arguments + [value])
  }
}
