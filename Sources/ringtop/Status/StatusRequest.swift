import Configuration
import Curses
import Foundation
import HealthDatabase
import HealthModel
import Presentation
import Processes
import Reports
import Serving
import Sharing
import StatusLine
import Synchronization
import TerminalModel

/// The options of `ringtop status`, and their execution.
struct StatusRequest: Equatable {
  var store: String?
  var format = StatusFormat.plain
  var width: Int?
  var style = StatusFigure.rings
  var glyphs = GlyphLevel.block
  var template: String?
  var follow = false
  var tmuxOption: String?
  var strict = false
  /// Whether friends follow one's own rings.
  var friends = false
  /// The background of the line; nil to detect it.
  var background: StatusBackground?
  /// The name of a built-in theme.
  var theme: String?

  /// Why it cannot be carried out, as a sentence; nil if it can.
  var problem: String? {
    if let width, width < 0 { return "--width must be a number of cells, 0 or more." }
    if let theme, StatusPalette(theme: theme) == nil {
      return "--theme must be one of \(Theme.builtIn.map(\.name).joined(separator: ", "))."
    }
    if let tmuxOption, !tmuxOption.hasPrefix("@") {
      return "--set-option requires the name of a user option that begins with @, for example @ringtop."
    }
    do {
      _ = try template.map { text throws(StatusTemplateError) in try StatusTemplate(parsing: text) }
    } catch {
      return "\(error)"
    }
    return nil
  }

  func run() throws {
    // Of the configuration only the first weekday counts, so that mistakes in it cannot affect the bar.
    let environment = Environment.withoutSettings()
    // A bar must not wait long.
    let place = try StoreLocation(store, environment, timeout: 0.5)
    let template = try template.map { try StatusTemplate(parsing: $0) }
    let format = tmuxOption == nil ? format : .tmux
    let follows = follow || tmuxOption != nil
    let colors = environment.variables["NO_COLOR", default: ""].isEmpty
    var look = StatusStyle(figure: style, glyphs: glyphs, width: width, colors: colors)
    if let palette = self.theme.flatMap(StatusPalette.init(theme:)) { look.palette = palette }
    if colors, let background = background ?? Self.background(format, environment) {
      look.palette = background.palette(look.palette)
    }
    let needsStreak = self.template?.contains("streak") ?? (format == .json)
    let connection = Connection()
    let store: StoreConnection
    var mirror: StoreMirror?
    switch place {
    case .file(let file): store = file
    case .server(let server): (store, mirror) = (server.store, server)
    }
    // A bar shows one's own rings whatever has become of the list of friends.
    let follower = !friends ? nil : strict ? try FriendFollower(environment) : try? FriendFollower(environment)
    let needsGoals = template?.namesGoals ?? (format == .json)
    let reader = StatusReader(
      store: store, needsStreak: needsStreak, needsGoals: needsGoals,
      weekStart: needsGoals ? ConfigurationFile(environment.variables).settings.weekStart : 1,
      friends: friends ? FriendReader(environment.variables) : nil,
      problem: { connection.problem.map { ($0.storeProblem, $0.failure) } })
    let line = { (snapshot: StatusSnapshot) in
      snapshot.line(format: format, style: look, template: template, followed: follows)
    }
    if !Descriptors.suffice {
      if strict { try Descriptors.require() }
      return Self.print(line(StatusSnapshot(problem: .unreadable)))
    }
    guard follows else {
      follower?.refresh(timeout: .milliseconds(1_500))
      do {
        try mirror?.refresh(.short)
      } catch let problem as RemoteProblem {
        connection.problem = problem
      }
      Self.print(line(try reader.snapshot(at: environment.now(), isStrict: strict)))
      // Closing the store properly takes a tenth of the run, and the system does it immediately.
      exit(EXIT_SUCCESS)
    }
    try AddressSpace.requireThreads()
    // It is normal that the reader goes away.
    signal(SIGPIPE, SIG_IGN)
    let lines = try StatusFollower(store: store, clock: environment.now, line: line, reader: reader)
    let waker = lines.waker
    try follower?.follow { waker.wake() }
    if let mirror {
      try WorkerThread.start {
        mirror.follow { result in
          if case .failure(let problem) = result { connection.problem = problem } else { connection.problem = nil }
          waker.wake()
        }
      }
    }
    if let tmuxOption {
      try lines.run { text in
        let value = StatusFormat.tmuxOptionValue(text)
        let tmux = try ChildProcess("tmux", ["set-option", "-g", "--", tmuxOption, value], streams: .none)
        return switch tmux.wait(timeout: .seconds(2)) {
        case 0: .taken
        case nil: .later
        default: .refused
        }
      }
    } else {
      if let preamble = format.preamble, !Self.write(preamble + "\n") { return }
      try lines.run { Self.write($0 + "\n") ? .taken : .refused }
    }
  }

  /// The status of the connection to the server with the store.
  private final class Connection: Sendable {
    private let state = Mutex<RemoteProblem?>(nil)

    var problem: RemoteProblem? {
      get { state.withLock { $0 } }
      set { state.withLock { $0 = newValue } }
    }
  }

  /// The background of tmux's status line; nil if the line is for another bar, or tmux does not reply in time.
  private static func background(_ format: StatusFormat, _ environment: Environment) -> StatusBackground? {
    guard format == .tmux, environment.variables["TMUX", default: ""].isEmpty == false,
      let answer = try? ChildProcess.output(
        of: "tmux", ["show-options", "-gv", "status-style"], timeout: .milliseconds(200)),
      answer.code == 0
    else { return nil }
    // Without "=" it would be parsed as a keyword.
    return StatusBackground("=," + answer.text.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// The line contains the bar's own markup and line breaks; what comes from the store was made harmless before.
  private static func print(_ line: String) { Output.write(verbatim: line + "\n") }

  /// False if the reader has gone.
  private static func write(_ text: String) -> Bool {
    Output.send(text) == 0
  }
}
