/// What the dashboard asks of the loop that runs it. An effect is a wish: the dashboard never waits for its answer.
package enum DashboardEffect: Hashable, Sendable {
  /// Read this and answer with `DashboardEvent.loaded`. The newest request is the most urgent.
  case load(Query)
  /// The answer to this `load` is no longer needed.
  case cancel(Query)
  /// Change the store as `ringtop` does with these words, for example `add move 120 kcal`, and answer with
  /// `DashboardEvent.edited`.
  case edit(String)
  /// Switch mouse reporting on or off.
  case setMouse(Bool)
  /// Draw the whole screen anew, whatever the terminal shows.
  case redraw
  /// Hand the terminal back to the shell until the program is resumed.
  case suspend
  /// Let the user know, as they have chosen: a ring has closed.
  case alert(String)
  /// Leave for the dashboard on made-up data.
  case runDemo
  case quit
}
