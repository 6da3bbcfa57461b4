package import HealthModel

/// What the dashboard asks of the loop that runs it. An effect is a wish: the dashboard never waits for its answer.
package enum DashboardEffect: Hashable, Sendable {
  /// Read the summaries of these days and answer with `DashboardEvent.loaded`.
  case load(days: ClosedRange<Day>)
  /// Read the hours, steps and distance of a day and answer with `DashboardEvent.loadedActivity`.
  case loadActivity(Day)
  /// Switch mouse reporting on or off.
  case setMouse(Bool)
  /// Hand the terminal back to the shell until the program is resumed.
  case suspend
  case quit
}
