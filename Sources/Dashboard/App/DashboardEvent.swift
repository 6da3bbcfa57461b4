package import Graphics
package import HealthModel
package import TerminalModel

/// An event for the dashboard. All its input arrives as events.
package enum DashboardEvent: Hashable, Sendable {
  /// A key, the mouse, pasted text or a new size.
  case terminal(TerminalEvent)
  /// The status of the store; sent at the start and whenever it changes.
  case storeStatus(StoreStatus)
  /// The result of `DashboardEffect.load`. Unrequested results are accepted too.
  case loaded(LoadedQuery)
  /// The store has changed: only affected data is read again.
  case storeChanged(StoreChange = .anything)
  /// The status of the connection to the server that provides the store.
  case connection(ServerConnection)
  /// The result of `DashboardEffect.edit`: a sentence with what was done, or why it failed. The change of the store
  /// follows as `storeChanged`.
  case edited(String, isRefused: Bool = false)
  /// How much of the current change has been done, if it takes long.
  case editProgress(percent: Int)
  /// Midnight has passed in the user's time zone.
  case todayChanged(Day)
  /// The user has changed the configuration.
  case configured(AppConfiguration)
  /// A sentence for the user, shown until the next key.
  case notice(String)
  /// Seconds since the last event of this kind, or since the motion began; sent only while `App.isMoving`.
  case motion(elapsed: Double)
}

/// A request from the dashboard to the event loop. The dashboard never waits for its result.
package enum DashboardEffect: Hashable, Sendable {
  /// Run this query and reply with `DashboardEvent.loaded`. The newest request is the most urgent.
  case load(AnyQuery)
  /// The result of this `load` is no longer needed.
  case cancel(AnyQuery)
  /// Change the store with the arguments of `ringtop`, for example `add move 120 kcal`, and reply with
  /// `DashboardEvent.edited`.
  case edit(String)
  /// Enable or disable mouse reporting.
  case setMouse(Bool)
  /// Store a text in the clipboard of the terminal.
  case copy(String)
  /// Save a picture in a new file and reply with `DashboardEvent.notice`.
  case savePicture(Drawing, name: String)
  /// Redraw the whole screen, whatever the terminal shows.
  case redraw
  /// Suspend the program and return to the shell.
  case suspend
  /// Alert the user in the configured way: a ring has closed.
  case alert(String)
  /// Exit and start the dashboard with demo data.
  case runDemo
  case quit
}
