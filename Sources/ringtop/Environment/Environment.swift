import Dashboard
import Foundation
import HealthModel
import TerminalModel

/// What the program finds around it: the only place that reads the clock, the environment and the terminal's nature.
struct Environment: Sendable {
  var variables: [String: String]
  /// The clock. `RINGTOP_CLOCK` sets it to an ISO 8601 instant, from which it runs on: for tests and screenshots.
  var now: @Sendable () -> Date

  /// What the user's configuration says.
  var settings = Settings()

  /// With the user's configuration. What is not understood in it is reported on standard error, and stops nothing.
  static func current() -> Environment {
    let variables = ProcessInfo.processInfo.environment
    var environment = withoutSettings(variables)
    let configuration = ConfigurationFile(variables)
    environment.settings = configuration.settings
    for problem in configuration.problems {
      Output.report(problem.sentence(path: configuration.path))
    }
    return environment
  }

  /// What typed dates are relative to.
  func dates(today: Day, direction: DateContext.Direction = .past) -> DateContext {
    DateContext(today: today, order: settings.formatting.dateOrder, direction: direction)
  }

  /// For what does without the configuration.
  static func withoutSettings(
    _ variables: [String: String] = ProcessInfo.processInfo.environment
  ) -> Environment {
    guard let text = variables["RINGTOP_CLOCK"],
      let instant = try? Date(text, strategy: .iso8601)
    else {
      return Environment(variables: variables) { Date() }
    }
    let shift = instant.timeIntervalSince(Date())
    return Environment(variables: variables) { Date().addingTimeInterval(shift) }
  }

  /// Whether a file descriptor is a terminal: 0 input, 1 output, 2 errors.
  func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  /// How wide the output is: by the terminal, else by `COLUMNS`, else 80.
  var columns: Int {
    if let size = terminalSize { return Int(size.ws_col) }
    return variables["COLUMNS"].flatMap(Int.init) ?? 80
  }

  /// Today by the system's time zone, for who has no store that knows the user's.
  var systemDay: Day {
    let fields = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: now())
    return Day(year: fields.year ?? 2000, month: fields.month ?? 1, day: fields.day ?? 1) ?? Day(number: 0)
  }

  /// The size of the terminal that the output goes to; nil where it goes elsewhere.
  var cells: CellSize? {
    terminalSize.map { CellSize(columns: Int($0.ws_col), rows: Int($0.ws_row)) }
  }

  /// The width and height of a cell in pixels; nil where the output is no terminal, or one that does not tell.
  var cellPixels: (width: Int, height: Int)? {
    guard let size = terminalSize, size.ws_row > 0 else { return nil }
    let (width, height) = (size.ws_xpixel / size.ws_col, size.ws_ypixel / size.ws_row)
    return width > 0 && height > 0 ? (Int(width), Int(height)) : nil
  }

  /// How much taller than wide a cell is; nil where it is not known.
  var cellAspect: Double? {
    guard let (width, height) = cellPixels else { return nil }
    let aspect = Double(height) / Double(width)
    // Some multiplexers tell pixels of another size than the one they tell in cells.
    return (1...4).contains(aspect) ? aspect : nil
  }

  private var terminalSize: winsize? {
    var size = winsize()
    return ioctl(1, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? size : nil
  }

  /// The identifier of the system's time zone.
  var systemZone: String {
    TimeZone.current.identifier
  }
}
