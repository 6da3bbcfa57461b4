package import HealthModel
package import TerminalModel

/// What can happen to the dashboard. Everything it ever learns arrives as one of these.
package enum DashboardEvent: Hashable, Sendable {
  /// A key, the mouse, pasted text or a new size.
  case terminal(TerminalEvent)
  /// What is known about the store; sent at the start and again whenever it changes.
  case storeStatus(StoreStatus)
  /// The answer to `DashboardEffect.load`. Also welcome unasked.
  case loaded(Query, QueryResult)
  /// Somebody wrote to the store: only what shows it is read again.
  case storeChanged(StoreChange = .anything)
  /// What is known of the connection to the server that has the store.
  case connection(ServerConnection)
  /// The answer to `DashboardEffect.edit`: what was done, or why nothing was, as a sentence. What it changed in the store
  /// comes as `storeChanged`.
  case edited(String)
  /// Midnight has passed where the user is.
  case todayChanged(Day)
  /// The user has changed the configuration.
  case configured(AppConfiguration)
  /// A sentence for the user, shown until the next key.
  case notice(String)
  /// Seconds since the last one of these, or since the motion began; sent only while `App.isMoving`.
  case motion(elapsed: Double)
}
