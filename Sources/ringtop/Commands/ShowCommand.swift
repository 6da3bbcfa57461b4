import ArgumentParser
import Curses
import Dashboard
import Foundation
import HealthModel
import OpenHealthKit
import Rings
import TerminalModel

/// How `show` prints.
enum ShowFormat: String, ExpressibleByArgument, CaseIterable {
  case auto, color, plain, sentences, markdown, json, svg
}

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print a day's rings and its week, once.",
    discussion: "In colour on a terminal, as plain text elsewhere and with NO_COLOR.")

  @OptionGroup var store: StoreOptions
  @OptionGroup var drawing: DrawingOptions

  @Option(
    parsing: .unconditional, help: "The day to show; default today, or the last day with data.",
    transform: DateArgument.parse)
  var date: DateArgument?

  @Flag(help: "Show made-up data.")
  var demo = false

  @Option(help: "How to print it.")
  var format: ShowFormat = .auto

  func run() throws {
    let surroundings = try Surroundings.current()
    guard demo else {
      print(try page(of: store.open(surroundings), surroundings: surroundings))
      return
    }
    // Printed once the made-up store is gone: a reader that has seen enough may end this process by closing the pipe.
    let shown = try {
      let demo = try DemoStore(weeks: 5, surroundings: surroundings)
      defer { demo.remove() }
      return try page(of: demo.store, surroundings: surroundings)
    }()
    print(shown)
  }

  private func print(_ page: (text: String, isStyled: Bool)) {
    if page.isStyled { Output.write(verbatim: page.text) } else { Output.write(page.text) }
  }

  private func page(
    of store: HKHealthStore, surroundings: Surroundings
  ) throws -> (text: String, isStyled: Bool) {
    let now = surroundings.now()
    let today = try store.day(at: now)
    let newest = try store.knownDays(upTo: today)?.upperBound
    let day = try date?.day(today: today) ?? newest ?? today
    let week = day.monday...(day.monday + 6)
    // The streak looks back from the day, the week forward from its Monday.
    let first = min(week.lowerBound, day - 60)
    let summaries = try store.summaries(first...max(week.upperBound, day))
    let activity = try store.activity(day)
    let decision = drawing.decide(surroundings, isTerminal: surroundings.isTerminal(1))
    var format = format
    if format == .auto { format = decision.color == .none ? .plain : .color }
    switch format {
    case .json:
      return (try Output.json(DayJSON(day: day, week: week, summaries: summaries)) + "\n", false)
    case .svg:
      let card = DayCard(
        day: day, summary: summaries.first { $0.day == day }, palette: drawing.palette(surroundings),
        isMoveOnly: summaries.knowOnlyMove)
      return (card.svg, false)
    case .plain, .sentences, .markdown:
      let page = DayPage(day: day, today: today, week: week, summaries: summaries, activity: activity)
      return (format == .markdown ? page.markdown : format == .sentences ? page.sentences : page.plain, false)
    case .auto, .color:
      let columns = min(max(surroundings.columns, 20), 120)
      // On a screen of the usual 24 rows all of the page can be seen, with the prompt below it.
      let rows = min(columns >= 100 ? 31 : 25, max(23, surroundings.cells?.rows ?? .max))
      var state = DashboardState(
        today: max(today, day), now: now, size: CellSize(columns: columns, rows: rows),
        selected: day,
        appearance: Appearance(
          glyphLevel: decision.glyphs, colors: decision.color == .none ? .truecolor : decision.color,
          cellAspect: surroundings.cellAspect ?? 2,
          palette: drawing.palette(surroundings, answer: decision.background), animates: false))
      state.isDemo = demo
      _ = state.update(.storeStatus(.ready(newest: newest)), now: now)
      _ = state.update(.loaded(first...max(week.upperBound, day), summaries.filter { $0.basis != .none }), now: now)
      _ = state.update(.loadedActivity(activity), now: now)
      // The last row of the dashboard tells its keys, which a page has not.
      let picture = frame(state)
      var page = CellGrid(size: CellSize(columns: columns, rows: max(0, picture.size.rows - 1)))
      page.blit(picture, at: CellPoint(column: 0, row: 0))
      return (ANSIText(colors: state.appearance.colors).text(of: page) + "\n", true)
    }
  }
}
