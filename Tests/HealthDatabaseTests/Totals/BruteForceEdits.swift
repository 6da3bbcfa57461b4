import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

/// Manual edits in random cases: source orders that are previewed before they are stored, and samples by identity.
extension Store {
  /// Stores a source order, compares its preview with the resulting days, and possibly undoes it.
  ///
  /// - Returns: whether the order is in force now.
  func checkedOrder(
    _ names: [String], _ type: String, _ model: BruteForce, keeps: Bool, _ label: String
  ) throws -> Bool {
    let days = model.firstDay...(model.firstDay + (model.dayCount - 1))
    let before = try shown(type, days)
    let state = try sampleTexts()
    let effect = try effect(ofSourceOrder: names, forType: type)
    #expect(try shown(type, days) == before, "\(label): asking changes nothing")
    try setSourceOrder(names, forType: type, title: "order")
    let after = try shown(type, days)
    var changes: [Day: (Double, Double)] = [:]
    for (day, value) in after where abs(value - before[day, default: 0]) > 1e-6 * max(1, abs(value)) {
      changes[day] = (before[day, default: 0], value)
    }
    #expect(effect.changes.map(\.day) == changes.keys.sorted(), "\(label), \(type)")
    for change in effect.changes {
      guard let (old, new) = changes[change.day] else { continue }
      #expect(
        abs(change.before - old) < 1e-6 * max(1, old) && abs(change.after - new) < 1e-6 * max(1, new),
        "\(label), \(type): \(change), and it is \(old) and \(new)")
    }
    // The current order would change nothing.
    #expect(try self.effect(ofSourceOrder: names, forType: type).changes.isEmpty, "\(label), \(type)")
    guard !keeps else { return true }
    #expect(try undo()?.title == "order")
    #expect(try shown(type, days) == before && sampleTexts() == state, "\(label), \(type): undone")
    return false
  }

  /// The daily values of a type's ring, or the type's totals.
  private func shown(_ type: String, _ days: ClosedRange<Day>) throws -> [Day: Double] {
    var shown: [Day: Double] = [:]
    for (day, values) in zip(days, try dailyStatistics(type, days)) { shown[day] = values?.sum }
    for summary in try summaries(days) where shown[summary.day] != nil {
      switch type {
      case RingType.activeEnergy where summary.moveMode == .activeEnergy: shown[summary.day] = summary.move.value
      case RingType.moveTime where summary.moveMode == .moveTime: shown[summary.day] = summary.move.value
      case RingType.exerciseTime: shown[summary.day] = summary.exercise.value
      default: break
      }
    }
    return shown
  }

  func uuid(ofRow row: Int64) throws -> UUID {
    try read { db in
      let flags = try Int64.fetchOne(db, sql: "SELECT flags FROM sample WHERE id = ?", arguments: [row]) ?? 0
      return try SampleIdentityReader(db).uuid(ofRow: row, flags: flags)
    }
  }

  func row(of uuid: UUID) throws -> Int64? { try read { try SampleIdentityReader($0).rows(of: [uuid]).first } }
}
