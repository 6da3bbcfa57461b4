import ArgumentParser
import Configuration
import Curses
import Demo
import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Processes
import Reports
import Rings
import Serving
import TerminalModel

extension ShowFormat: ExpressibleByArgument {}
extension ShowView: ExpressibleByArgument {}
extension CardSize: ExpressibleByArgument {}

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "show", "Print a day's rings and its week, or another view, once.",
    details: "In colour on a terminal; as plain text elsewhere and if NO_COLOR is set.",
    examples: [
      "ringtop show",
      "ringtop show --date yesterday",
      "ringtop show --view month --format svg > month.svg",
      "ringtop show --view year --format png --size wallpaper > year.png",
    ])

  @OptionGroup var store: StoreOptions
  @OptionGroup var drawing: DrawingOptions

  @Option(
    parsing: .unconditional, help: "The day to show; default today, or the last day with data.",
    completion: .days, transform: DateArgument.parse)
  var date: DateArgument?

  @Flag(help: "Show generated data.")
  var demo = false

  @Option(help: "Output format.")
  var format: ShowFormat = .auto

  @Option(
    help: """
      What to print: day, week, month, year, trends, streaks, workout (the last one), workouts, sleep, heart, chart, \
      sources, training, recovery, records, friends, or one ring: move, exercise or stand.
      """)
  var view: ShowView = .day

  @Option(
    help: """
      The size of a picture of a day, week, month, year, workout or night: link (1200x630), post (1080x1350), \
      story (1080x1920), wallpaper (2560x1440); default link.
      """)
  var size: CardSize?

  func validate() throws {
    guard date != nil, view.isOfToday else { return }
    throw ValidationError("--date is not for --view \(view.rawValue), which is the same on every day.")
  }

  func run() throws {
    let current = Environment.current()
    let environment = demo ? current.demonstrating : current
    guard demo else {
      if view == .friends { try FriendFollower(environment).refresh(timeout: .seconds(5)) }
      try page(of: try store.openForReading(environment), environment: environment).write(environment)
      return
    }
    // Printed after the demo store has been removed: a reader that closes the pipe may end this process.
    let shown = try {
      let demo = try DemoStore(
        weeks: view.isOfOneDay ? 5 : DemoStore.weeks, now: environment.now(), homeZone: environment.systemZone)
      defer { demo.remove() }
      return try page(of: demo.store, environment: environment)
    }()
    try shown.write(environment)
  }

  private func page(of store: StoreConnection, environment: Environment) throws -> PrintedPage {
    let printer = ViewPrinter(
      view.view, store: store, environment: environment, drawing: drawing.choice, decision: decision(environment),
      isDemo: demo, cardSize: size)
    return try printer.print(format, day: date.map { $0.day })
  }

  /// How to draw. A terminal whose image support is unknown is queried if pixels are requested.
  private func decision(_ environment: Environment) -> TerminalDecision {
    var evidence = drawing.choice.evidence(environment, isTerminal: environment.isTerminal(1))
    if evidence.asksForPixels, evidence.replies == nil, evidence.mayBeQueried, !evidence.isInsideTmux {
      let query = TerminalQuery(terminalName: evidence.terminalName, isInsideTmux: false)
      if let replies = query.replies() {
        LateReplies(environment: environment, drawing: drawing.choice, evidence: evidence).remember(
          replies, insteadOf: nil)
        evidence.replies = replies
      }
    }
    return TerminalDecision(evidence)
  }
}
