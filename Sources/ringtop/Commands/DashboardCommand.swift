import ArgumentParser
import Configuration
import Curses
import Dashboard
import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Processes
import Serving

struct DashboardCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "dashboard", "Open the live dashboard. This is the default command.",
    details: "Press ? for the keys, : for a command, q to quit.",
    examples: [
      "ringtop",
      "ringtop --date yesterday",
      "ringtop dashboard --pane",
    ])

  @OptionGroup var store: StoreOptions
  @OptionGroup var drawing: DrawingOptions

  @Option(parsing: .unconditional, help: "The day to open on.", completion: .days, transform: DateArgument.parse)
  var date: DateArgument?

  @Flag(help: "Show only the rings, for a small pane.")
  var pane = false

  @Flag(help: "Disable animations.")
  var still = false

  func run() throws {
    let environment = Environment.current()
    let launcher = DashboardLauncher(environment: environment, drawing: drawing)
    let mode = pane ? ScreenContext.Mode.pane : .normal
    switch try StoreLocation(store.store, environment) {
    case .file(let store):
      try launcher.run(store: store, date: date, mode: mode, isDemo: false, animates: !still)
    case .server(let mirror):
      try launcher.requireTerminal()
      // Cached data is shown immediately, and then updated.
      if !mirror.isKnown {
        do {
          try mirror.refresh()
        } catch let problem as RemoteProblem {
          throw problem.failure
        }
      }
      try launcher.run(
        store: mirror.store, mirror: mirror, date: date, mode: mode, isDemo: false, animates: !still)
    }
  }
}

/// Opens the dashboard on a store and exits with the result of its loop.
struct DashboardLauncher {
  let environment: Environment
  let drawing: DrawingOptions

  func requireTerminal() throws {
    guard environment.isTerminal(1) else {
      throw Failure(
        .usage, "The dashboard needs a terminal. \"ringtop show\" prints the day, \"ringtop summary\" its numbers.")
    }
  }

  /// - Parameter mirror: the local copy, if the store is on another machine.
  func run(
    store: StoreConnection, mirror: StoreMirror? = nil, date: DateArgument?, mode: ScreenContext.Mode, isDemo: Bool,
    animates: Bool
  ) throws {
    try requireTerminal()
    // Reported before the screen is taken over, where it could not be read. A missing store has its own screen, which
    // also reports one that another program has locked: the screen opens immediately.
    let store = StoreConnection(path: store.path, timeout: 0.1)
    var today = environment.systemDay
    do {
      today = try store.reading().day(at: environment.now())
    } catch let error as StoreError where error.code == .missing || error.code == .busy {
    }
    let selected = try date?.day(environment.dates(today: today))
    let late = LateReplies(
      environment: environment, drawing: drawing.choice,
      evidence: drawing.choice.evidence(environment, isTerminal: true))
    let decision = TerminalDecision(late.evidence)
    var options = TerminalOptions(
      terminalName: environment.variables["TERM"] ?? "", colorLevel: decision.color)
    options.mouse = environment.settings.mouse
    options.repliesToQueries = late.evidence.replies?.isEmpty != true
    options.mayGainColors = late.evidence.isInsideTmux || late.areWorthQuerying
    options.isInsideTmux = late.evidence.isInsideTmux
    if let delay = environment.variables["ESCDELAY"].flatMap(Int32.init), delay >= 0 {
      options.escapeDelayMilliseconds = delay
    }
    let end: TerminalScreen.EndRequest?
    let leavesForDemo: Bool
    do {
      let loop = try DashboardLoop(
        store: store, mirror: mirror, clock: environment.now, terminal: options, decision: decision, late: late,
        selected: selected,
        mode: mode, isDemo: isDemo, animates: animates,
        settings: environment.settings)
      end = loop.run()
      leavesForDemo = loop.leavesForDemo
    } catch let error as TerminalError {
      throw Failure(.failed, "\(error)")
    }
    if let end { throw ExitCode(Failure.exitCode(ofSignal: end.signalNumber)) }
    guard leavesForDemo else { return }
    var demo = try DemoCommand.parse(animates ? [] : ["--still"])
    demo.drawing = drawing
    try demo.run()
    // Back to the store, which may have data by now.
    try run(store: store, mirror: mirror, date: date, mode: mode, isDemo: isDemo, animates: animates)
  }
}
