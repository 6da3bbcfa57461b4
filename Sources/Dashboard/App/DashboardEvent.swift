package import HealthModel
package import TerminalModel

/// An event for the dashboard. All its input arrives as events.
package enum DashboardEvent: Hashable, Sendable {
  /// A key, the mouse, pasted text or a new size.
  case terminal(TerminalEvent)
  /// The status of the store; sent at the start and whenever it changes.
  case storeStatus(StoreStatus)
  /// The result of `DashboardEffect.load`. Unrequested results are accepted too.
  case loaded(Query, QueryResult)
  /// The store has changed: only affected data is read again.
  case storeChanged(StoreChange = .anything)
  /// The status of the connection to the server that provides the store.
  case connection(ServerConnection)
  /// The result of `DashboardEffect.edit`: a sentence with what was done, or why it failed. The change of the store
  /// follows as `storeChanged`.
  case edited(String)
  /// Midnight has passed in the user's time zone.
  case todayChanged(Day)
  /// The user has changed the configuration.
  case configured(AppConfiguration)
  /// A sentence for the user, shown until the next key.
  case notice(String)
  /// Seconds since the last event of this kind, or since the motion began; sent only while `App.isMoving`.
  case motion(elapsed: Double)
}
