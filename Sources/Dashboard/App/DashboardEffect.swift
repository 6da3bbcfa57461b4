/// A request from the dashboard to the event loop. The dashboard never waits for its result.
package enum DashboardEffect: Hashable, Sendable {
  /// Run this query and reply with `DashboardEvent.loaded`. The newest request is the most urgent.
  case load(Query)
  /// The result of this `load` is no longer needed.
  case cancel(Query)
  /// Change the store with the arguments of `ringtop`, for example `add move 120 kcal`, and reply with
  /// `DashboardEvent.edited`.
  case edit(String)
  /// Enable or disable mouse reporting.
  case setMouse(Bool)
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
