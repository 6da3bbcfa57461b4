package import HealthModel

/// The kinds of events for commands.
package enum HookEvent: String, CaseIterable, Hashable, Sendable {
  case ringsChanged = "rings-changed"
  case ringClosed = "ring-closed"
  case allClosed = "all-closed"
  case standReminder = "stand-reminder"
  case weeklySummary = "weekly-summary"
  case dataStale = "data-stale"
  case friendClosed = "friend-closed"
  case competitionEnded = "competition-ended"
  case goalReached = "goal-reached"
  case vitalsOutOfRange = "vitals-out-of-range"
  case record
}

/// A subscription to events of one kind.
package struct FactSubscription: Hashable, Sendable {
  package var event: HookEvent
  /// The ring that closes; nil for any.
  package var ring: Ring?
  /// The raw identifier of the type whose goal is reached; nil for any.
  package var type: String?
  /// For stand reminders: the hours of the day that may end with one, from 0.
  package var hours = 8...21
  /// For weekly summaries: the hour of the week's first day from which it is sent.
  package var hour = 9
  /// For stale data: seconds since the newest sample.
  package var age = 36 * 3_600.0

  package init(_ event: HookEvent, ring: Ring? = nil) {
    self.event = event
    self.ring = ring
  }

  /// The default subscription.
  package static let standard: [FactSubscription] = [
    FactSubscription(.ringClosed), FactSubscription(.allClosed), FactSubscription(.standReminder),
    FactSubscription(.goalReached), FactSubscription(.weeklySummary), FactSubscription(.friendClosed),
    FactSubscription(.competitionEnded),
  ]
}
