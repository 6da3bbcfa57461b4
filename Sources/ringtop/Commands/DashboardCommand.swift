import ArgumentParser
import Curses
import Dashboard
import Foundation
import HealthModel
import OpenHealthKit

struct DashboardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dashboard", abstract: "The live dashboard; what ringtop does without a command.")

  @OptionGroup var store: StoreOptions
  @OptionGroup var drawing: DrawingOptions

  @Option(parsing: .unconditional, help: "The day to open on.", completion: .days, transform: DateArgument.parse)
  var date: DateArgument?

  @Flag(help: "For a small pane that stays open: the rings alone.")
  var pane = false

  @Flag(help: "Let nothing move.")
  var still = false

  func run() throws {
    let environment = Environment.current()
    try DashboardLauncher(environment: environment, drawing: drawing).run(
      store: store.open(environment), date: date, mode: pane ? .pane : .normal, isDemo: false, animates: !still)
  }
}

/// Opens the dashboard on a store and ends as its loop ended.
struct DashboardLauncher {
  let environment: Environment
  let drawing: DrawingOptions

  func run(
    store: HKHealthStore, date: DateArgument?, mode: ScreenContext.Mode, isDemo: Bool, animates: Bool
  ) throws {
    guard environment.isTerminal(1) else {
      throw Failure(
        .usage, "The dashboard needs a terminal. \"ringtop show\" prints the day, \"ringtop summary\" its numbers.")
    }
    // Said before the screen is taken, where it would not be read. A store that is missing has a screen of its own.
    // One that another program keeps to itself is said there, too: the screen opens at once.
    let store = store.hurried
    var today = environment.systemDay
    do {
      today = try store.day(at: environment.now())
    } catch let error as StoreError where error.code == .missing || error.code == .busy {
    }
    let selected = try date?.day(environment.dates(today: today))
    let late = LateAnswers(
      environment: environment, drawing: drawing,
      evidence: drawing.evidence(environment, isTerminal: true))
    let decision = TerminalDecision(late.evidence)
    var options = TerminalOptions(
      terminalName: environment.variables["TERM"] ?? "", colorLevel: decision.color)
    options.mouse = environment.settings.mouse
    options.answersQuestions = late.evidence.answers?.isSilence != true
    options.mayGainColors = late.evidence.isInsideTmux || late.areWorthAsking
    options.isInsideTmux = late.evidence.isInsideTmux
    if let delay = environment.variables["ESCDELAY"].flatMap(Int32.init), delay >= 0 {
      options.escapeDelayMilliseconds = delay
    }
    let end: TerminalScreen.EndRequest?
    do {
      let loop = try DashboardLoop(
        store: store, clock: environment.now, terminal: options, decision: decision, late: late, selected: selected,
        mode: mode, isDemo: isDemo, animates: animates,
        settings: environment.settings)
      end = loop.run()
    } catch let error as TerminalError {
      throw Failure(.failed, "\(error)")
    }
    if let end { throw ExitCode(128 + end.signalNumber) }
  }
}

extension HKHealthStore {
  /// The same store for who says that it is busy rather than waits.
  fileprivate var hurried: HKHealthStore {
    var configuration = configuration
    configuration.timeout = 0.1
    return HKHealthStore(configuration: configuration)
  }
}
