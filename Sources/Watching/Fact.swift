import Configuration
import Foundation
import HealthAnalysis
import HealthModel
import Presentation

/// A current event that has not been passed on yet.
struct Fact: Hashable, Sendable {
  var event: HookEvent
  var ring: Ring?
  /// The goal that was reached.
  var goal: GoalProgress?
  /// The record that was set.
  var record: NamedMeasure?
  /// The friend, and for a competition its standing.
  var friend: FriendState?
  var standing: Competition.Standing?
  /// The sequence of events of one kind; of two consecutive equal events the second is not passed on.
  var kind: String
  var key: String

  /// Whether the same event may be passed on again after another one of its sequence: only values return, a day or an
  /// hour does not, even if the clock goes back.
  var mayReturn: Bool { event == .ringsChanged }
}

extension FactSubscription {
  /// Identifies the sequence: each event replaces the previous one of the same sequence.
  func kind(_ ring: Ring? = nil) -> String {
    let name = event.rawValue
    return switch event {
    case .ringsChanged, .allClosed, .friendClosed, .competitionEnded, .goalReached, .vitalsOutOfRange, .record: name
    case .ringClosed: "\(name) \(ring?.key ?? "")"
    case .standReminder: "\(name) \(hours.lowerBound)-\(hours.upperBound)"
    case .weeklySummary: "\(name) \(hour)"
    case .dataStale: "\(name) \(Int(age))"
    }
  }
}

extension Hook {
  /// Whether it runs on an event.
  func wants(_ fact: Fact) -> Bool {
    // Friends have sequences of their own.
    if fact.friend != nil || fact.record != nil { return fact.event == subscription.event }
    if let goal = fact.goal {
      return fact.event == subscription.event && (subscription.type == nil || subscription.type == goal.goal.type)
    }
    return (subscription.ring == nil || subscription.ring == fact.ring) && fact.kind == subscription.kind(fact.ring)
  }
}

/// The data from which events are derived.
struct FactSource: Hashable, Sendable {
  var today: DaySummary
  /// The day's clock hours.
  var hours: [HourActivity] = []
  /// When the newest sample of a ring ended; nil if there is none, or no subscription needs it.
  var newest: Date?
  /// By ISO 8601: Monday is 1.
  var weekStart = 1
  var friends: [FriendState] = []
  /// The user's own goals of the day and its week.
  var goals: [GoalProgress] = []
  /// The night before the day; nil if nothing can be said of it, or no subscription needs it.
  var night: NightState?
  /// The records, each with its day. Empty if no subscription needs them.
  var records: [NamedMeasure] = []
}

/// Determines the current events, and when to check again even if nothing changes. Does not access the clock or the
/// store.
struct FactFinder {
  let source: FactSource
  let subscriptions: [FactSubscription]

  /// How long before the end of an hour without standing a reminder is sent.
  static let reminderLead = 600.0
  /// The days after its end for which a competition is announced: one that is added later is known to have ended.
  static let announcedDays = 14

  /// All current events, including those that have been passed on.
  func facts(now: Date) -> [Fact] {
    var facts: [Fact] = []
    for subscription in subscriptions {
      for fact in self.facts(of: subscription, now: now) where !facts.contains(fact) { facts.append(fact) }
    }
    return facts
  }

  private func facts(of subscription: FactSubscription, now: Date) -> [Fact] {
    let summary = source.today
    let day = summary.day.description
    switch subscription.event {
    case .ringsChanged:
      guard summary.basis != .none else { return [] }
      let values = Ring.allCases.map { ring in
        "\(summary[ring].shownValueText)/\(summary[ring].goal ?? 0)"
      }
      return [Fact(event: .ringsChanged, kind: subscription.kind(), key: ([day] + values).joined(separator: " "))]
    case .ringClosed:
      return Ring.allCases.filter { subscription.ring == nil || $0 == subscription.ring }.filter {
        summary[$0].isClosed
      }.map { ring in
        Fact(event: .ringClosed, ring: ring, kind: subscription.kind(ring), key: day)
      }
    case .allClosed:
      guard summary.isClosed else { return [] }
      // Another ring that is recorded later and closed is another event.
      let rings = summary.countedRings
      let key = rings.count == Ring.allCases.count ? day : ([day] + rings.map(\.key)).joined(separator: " ")
      return [Fact(event: .allClosed, kind: subscription.kind(), key: key)]
    case .goalReached:
      guard !summary.isPaused else { return [] }
      return source.goals.filter {
        $0.amount.isClosed && (subscription.type == nil || $0.goal.type == subscription.type)
      }.map { goal in
        Fact(
          event: .goalReached, goal: goal, kind: "\(subscription.kind()) \(goal.goal.key)",
          key: goal.days.lowerBound.description)
      }
    case .vitalsOutOfRange:
      guard source.night?.isUnusual == true else { return [] }
      return [Fact(event: .vitalsOutOfRange, kind: subscription.kind(), key: day)]
    case .record:
      // The first value of a kind is no record, and one of an import of earlier years is no news.
      return source.records.filter { $0.day == summary.day && $0.previous != nil }.map { record in
        Fact(event: .record, record: record, kind: "\(subscription.kind()) \(record.name.rawValue)", key: day)
      }
    case .standReminder:
      guard let hour = reminders(of: subscription).first(where: { $0.from <= now && now < $0.to }) else { return [] }
      return [
        Fact(
          event: .standReminder, kind: subscription.kind(), key: "\(day) \(Int(hour.to.timeIntervalSinceReferenceDate))"
        )
      ]
    case .weeklySummary:
      guard let begin = weeklySummary(of: subscription), now >= begin, now < summary.interval.upperBound else {
        return []
      }
      return [Fact(event: .weeklySummary, kind: subscription.kind(), key: day)]
    case .dataStale:
      guard let newest = source.newest, now.timeIntervalSince(newest) >= subscription.age else { return [] }
      return [
        Fact(event: .dataStale, kind: subscription.kind(), key: String(Int(newest.timeIntervalSinceReferenceDate)))
      ]
    case .friendClosed:
      return source.friends.compactMap { friend in
        // The last known state of one who is away may be old.
        guard let today = friend.today, abs(today - summary.day) <= 1, friend.summary?.isClosed == true else {
          return nil
        }
        return Fact(
          event: .friendClosed, friend: friend, kind: "\(subscription.kind()) \(friend.id)", key: today.description)
      }
    case .competitionEnded:
      return source.friends.compactMap { friend in
        guard let standing = friend.competitions.first(where: \.isOver),
          summary.day - standing.last <= Self.announcedDays
        else { return nil }
        return Fact(
          event: .competitionEnded, friend: friend, standing: standing, kind: "\(subscription.kind()) \(friend.id)",
          key: standing.first.description)
      }
    }
  }

  /// The first instant after now at which there may be a new event even if nothing changes; at the latest the end of
  /// the day.
  func next(after now: Date) -> Date {
    var instants = [source.today.interval.upperBound]
    for subscription in subscriptions {
      switch subscription.event {
      case .standReminder: instants += reminders(of: subscription).map(\.from)
      case .weeklySummary: instants += [weeklySummary(of: subscription)].compactMap(\.self)
      case .dataStale: instants += [source.newest?.addingTimeInterval(subscription.age)].compactMap(\.self)
      case .ringsChanged, .ringClosed, .allClosed, .friendClosed, .competitionEnded, .goalReached, .vitalsOutOfRange,
        .record:
        break
      }
    }
    // If the day has ended without an update, it is checked again soon.
    return instants.filter { $0 > now }.min() ?? now.addingTimeInterval(60)
  }

  /// The time span in which a reminder is useful, for each hour without standing.
  ///
  /// There are none on a day without data, because users whose data arrives later must not be reminded every hour,
  /// none where nothing records whether they stand, and none on a paused day.
  private func reminders(of subscription: FactSubscription) -> [(from: Date, to: Date)] {
    let summary = source.today
    guard summary.basis != .none, !summary.lacks(.stand), !summary.isPaused,
      source.newest.map({ $0 >= summary.interval.lowerBound }) ?? false
    else { return [] }
    return source.hours.enumerated().compactMap { index, hour in
      guard subscription.hours.contains(hour.hour), hour.stood != true else { return nil }
      let end = index + 1 < source.hours.count ? source.hours[index + 1].start : summary.interval.upperBound
      return (end.addingTimeInterval(-Self.reminderLead), end)
    }
  }

  private func weeklySummary(of subscription: FactSubscription) -> Date? {
    let summary = source.today
    guard summary.day.isoWeekday == source.weekStart else { return nil }
    // On the day of a clock change, an hour may be missing or occur twice.
    return source.hours.first { $0.hour >= subscription.hour }?.start
  }
}

extension RingValue {
  fileprivate var shownValueText: String { shownValue.map(String.init) ?? "-" }
}
