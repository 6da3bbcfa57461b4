package import Foundation
package import HealthModel
package import Presentation
import Processes
package import TerminalModel

/// The environment of the program: the only place that accesses the clock, environment variables and the properties of
/// the terminal.
package struct Environment: Sendable {
  package var variables: [String: String]
  /// The clock. `RINGTOP_CLOCK` sets its start to an ISO 8601 instant: for tests and screenshots.
  package var now: @Sendable () -> Date

  /// The settings in the user's configuration.
  package var settings = Settings()

  /// Includes the user's configuration. Mistakes in it are reported on standard error and otherwise ignored.
  package static func current() -> Environment {
    let variables = ProcessInfo.processInfo.environment
    var environment = withoutSettings(variables)
    let configuration = ConfigurationFile(variables)
    environment.settings = configuration.settings
    for problem in configuration.problems {
      Output.report(problem.sentence(path: configuration.path))
    }
    return environment
  }

  /// The context for typed dates.
  package func dates(today: Day, direction: DateContext.Direction = .past) -> DateContext {
    DateContext(today: today, order: settings.formatting.dateOrder, direction: direction)
  }

  /// The clock of what runs inside a longer process, whose own has run on.
  @TaskLocal package static var clock: Clock?

  /// A function in a structure: optimised code crashes where a task-local value is a function itself.
  package struct Clock: Sendable {
    package var now: @Sendable () -> Date

    package init(now: @escaping @Sendable () -> Date) {
      self.now = now
    }
  }

  /// For commands that do not need the configuration.
  package static func withoutSettings(
    _ variables: [String: String] = ProcessInfo.processInfo.environment
  ) -> Environment {
    if let clock { return Environment(variables: variables, now: clock.now) }
    guard let text = variables["RINGTOP_CLOCK"],
      let instant = try? Date(text, strategy: .iso8601)
    else {
      return Environment(variables: variables) { Date() }
    }
    let shift = instant.timeIntervalSince(Date())
    return Environment(variables: variables) { Date().addingTimeInterval(shift) }
  }

  /// This environment on an afternoon of a fixed week from which the clock runs on: generated data then always has full days
  /// before it, and rings that are about to close. A clock that is set stays.
  package var demonstrating: Environment {
    guard variables["RINGTOP_CLOCK"] == nil else { return self }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: systemZone) ?? .current
    guard let start = calendar.date(from: DateComponents(year: 2026, month: 11, day: 19, hour: 17, minute: 30)) else {
      return self
    }
    var environment = self
    environment.variables["RINGTOP_CLOCK"] = start.ISO8601Format()
    let shift = start.timeIntervalSince(Date())
    environment.now = { Date().addingTimeInterval(shift) }
    return environment
  }

  /// Whether a file descriptor is a terminal: 0 input, 1 output, 2 errors.
  package func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  /// The width of the output: that of the terminal, otherwise `COLUMNS`, otherwise 80.
  package var columns: Int {
    if let size = terminalSize { return Int(size.ws_col) }
    return variables["COLUMNS"].flatMap(Int.init) ?? 80
  }

  /// Today in the system's time zone, if there is no store with the user's time zone.
  package var systemDay: Day {
    let fields = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: now())
    return Day(year: fields.year ?? 2000, month: fields.month ?? 1, day: fields.day ?? 1) ?? Day(number: 0)
  }

  /// The size of the output's terminal; nil if the output is not a terminal.
  package var cells: CellSize? {
    terminalSize.map { CellSize(columns: Int($0.ws_col), rows: Int($0.ws_row)) }
  }

  /// The width and height of a cell in pixels; nil if the output is not a terminal, or it does not report
  /// credible ones.
  package var cellPixels: (width: Int, height: Int)? {
    guard let size = terminalSize, let cells else { return nil }
    return cells.cellPixels(windowWidth: Int(size.ws_xpixel), windowHeight: Int(size.ws_ypixel))
  }

  /// The height of a cell divided by its width; nil if unknown.
  package var cellAspect: Double? {
    guard let (width, height) = cellPixels else { return nil }
    let aspect = Double(height) / Double(width)
    // Some multiplexers report the pixels of a different size than the cells.
    return (1...4).contains(aspect) ? aspect : nil
  }

  private var terminalSize: winsize? {
    var size = winsize()
    return ioctl(1, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? size : nil
  }

  /// The identifier of the system's time zone.
  package var systemZone: String {
    TimeZone.current.identifier
  }
}
