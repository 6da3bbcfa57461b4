package import Configuration
import Foundation
package import HealthDatabase
package import HealthModel
import HealthQueries
package import OpenHealthKit
import Processes

/// A sample that is to be added by hand, as a person has described it.
package struct AddPlan: Sendable {
  private let added: AddedSample
  private let times: (at: Date?, from: Date?, to: Date?)
  private let store: StoreConnection
  private let now: Date
  private let environment: Environment

  /// The identifier of the sample's type.
  package var type: String { added.type.identifier }

  /// Reads the description; the store need not exist.
  ///
  /// - Parameters:
  ///   - at: when it was; nil for now, or for `from` and `to`.
  /// - Throws: a usage error that names the invalid text.
  package init(
    type: String, value: String, at: String?, from: String?, to: String?, store: StoreConnection,
    environment: Environment
  ) throws {
    let now = environment.now()
    let today: Day
    var zone: (Day) throws -> TimeZone = { try store.reading().zone(of: $0) }
    do {
      today = try store.reading().day(at: now)
    } catch let error as StoreError where error.code == .missing {
      today = environment.systemDay
      zone = { _ in .current }
    }
    let context = environment.dates(today: today)
    func instant(_ text: String) throws -> Date { try InstantText(text, now: now, context: context, zone: zone).date }
    times = (try at.map(instant), try from.map(instant), try to.map(instant))
    added = try AddedSample(
      typeName: type, valueText: value.isEmpty ? Self.length(type, times.from, times.to) : value,
      formatting: environment.settings.formatting, at: now, in: { store })
    // As in an import.
    guard [times.at, times.from].allSatisfy({ ($0?.timeIntervalSince1970 ?? 0) >= 0 }) else {
      throw Failure(.usage, "That time is before 1970.")
    }
    guard !added.isHour || times.from == nil else {
      throw Failure(.usage, "Stand has whole hours: give one time in the hour, not its start and end.")
    }
    if let from = times.from, let to = times.to, from > to {
      throw Failure(.usage, "The start of the sample is after its end.")
    }
    (self.store, self.now, self.environment) = (store, now, environment)
  }

  /// The value of a time that is summed, such as minutes of exercise: from its start to its end.
  private static func length(_ type: String, _ from: Date?, _ to: Date?) -> String {
    guard let from, let to, from < to, case .quantity(let entry)? = try? HealthTypeName(type),
      entry.aggregation == .cumulative, let second = try? HealthUnit(parsing: "s"),
      entry.unit.convert(1, to: second) != nil
    else { return "" }
    let seconds = Int(to.timeIntervalSince(from).rounded())
    return seconds.isMultiple(of: 60) ? "\(seconds / 60) min" : "\(seconds) s"
  }

  /// What is to be added, with its times.
  ///
  /// - Throws: a usage error for a time in the future; `StoreError` if there is no store.
  package func message() throws -> AddMessage {
    let (start, end) = try span()
    guard (added.isHour ? start : end) <= now else { throw Failure(.usage, "That time is in the future.") }
    return AddMessage(
      added: added, start: start, end: end, store: store, now: now, formatting: environment.settings.formatting)
  }

  /// Stores the sample, so that undo deletes it.
  ///
  /// - Parameter health: with the right to write.
  package func save(_ message: AddMessage, to health: HKHealthStore) throws -> EditEntry {
    let sample = added.sample(from: message.start, to: message.end)
    try health.saveAndWait(sample)
    return try store.writing().recordEntered([sample.uuid], title: try message.title)
  }

  private func span() throws -> (Date, Date) {
    if let from = times.from, let to = times.to { return (from, to) }
    let moment = times.at ?? now
    if added.isHour {
      let day = try store.reading().day(at: moment)
      let midnight = try store.reading().intervals(of: day...day)[0].interval.lowerBound
      let hour = (moment.timeIntervalSince(midnight) / 3_600).rounded(.down)
      let start = midnight.addingTimeInterval(hour * 3_600)
      return (start, start.addingTimeInterval(3_600))
    }
    // Half an hour of exercise at 14:30 began at 14:30; without a time it has just ended.
    return times.at == nil
      ? (moment.addingTimeInterval(-added.duration), moment) : (moment, moment.addingTimeInterval(added.duration))
  }
}
