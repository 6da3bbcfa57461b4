import ArgumentParser
import Configuration
import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Presentation
import Processes
import Reports

struct GoalsCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "goals", "Show, set and pause goals.",
    details: """
      The goal of a day is the first of: your own goal for that day or starting on it; the goal in Apple's summary \
      of the day; the newer of your schedule and Apple's last summary; 500 kcal, 30 minutes and 12 hours. "ringtop \
      undo" reverts a change.
      """,
    examples: [
      "ringtop goals",
      "ringtop goals set --move 600",
      "ringtop goals pause --until monday",
    ],
    subcommands: [Show.self, Set.self, Clear.self, Pause.self, Resume.self, History.self], defaultSubcommand: Show.self)
}

extension GoalsCommand {
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration.documented(
      "show", "Show the goals of a day, their origin, your schedule and your pauses.",
      examples: [
        "ringtop goals show",
        "ringtop goals show --date yesterday --format json",
      ])

    @OptionGroup var store: StoreOptions

    @Option(parsing: .unconditional, help: "The day; default today.", completion: .days, transform: DateArgument.parse)
    var date: DateArgument?

    @Option(help: "Output format.")
    var format: TextOrJSON = .text

    func run() throws {
      let environment = Environment.current()
      let store = try store.openForReading(environment)
      let today = try store.reading().day(at: environment.now())
      let day = try date?.day(environment.dates(today: today)) ?? today
      let page = GoalsPage(
        goals: try store.reading().goals(day...day)[0], plan: try store.reading().goalPlan(),
        own: try store.reading().goalProgress(day...day, weekStart: environment.settings.weekStart), today: today,
        formatting: environment.settings.formatting)
      Output.write(format == .json ? try Output.json(GoalsJSON(page)) + "\n" : page.text)
    }
  }

  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration.documented(
      "set", "Set goals from a day on, for some weekdays, or for one day.",
      details: """
        A goal is an amount with or without its unit, or "none". Any amount can have one, of a day or with --weekly of a \
        week: a type of "ringtop types", steps, water, mindful or sleep.
        """,
      examples: [
        "ringtop goals set --move 600 --exercise 40",
        "ringtop goals set steps 8000 --weekdays mon-fri",
        "ringtop goals set water 14 L --weekly",
        "ringtop goals set --move 400 --weekdays sat,sun --from monday",
        "ringtop goals set --move 300 --on today",
      ])

    @OptionGroup var store: StoreOptions

    @Argument(help: "A type, and the goal for its amount.", completion: .types)
    var amount: [String] = []

    @Flag(help: "The goal of a week, not of a day.")
    var weekly = false

    @Option(
      parsing: .upToNextOption,
      help: ArgumentHelp("A number in the unit in which Move is shown, or with another unit.", valueName: "goal"))
    var move: [String] = []

    @Option(parsing: .upToNextOption, help: ArgumentHelp("Minutes.", valueName: "goal"))
    var exercise: [String] = []

    @Option(parsing: .upToNextOption, help: ArgumentHelp("Hours.", valueName: "goal"))
    var stand: [String] = []

    @Option(
      parsing: .unconditional, help: "The first day on which they apply; default today.", completion: .days,
      transform: DateArgument.parse)
    var from: DateArgument?

    @Option(
      parsing: .unconditional, help: "The only day on which they apply.", completion: .days,
      transform: DateArgument.parse)
    var on: DateArgument?

    @Option(
      help: ArgumentHelp("Only on these weekdays, for example sat,sun.", valueName: "weekdays"),
      transform: WeekdaysArgument.parse)
    var weekdays: WeekdaysArgument?

    func validate() throws {
      if amount.isEmpty, move.isEmpty, exercise.isEmpty, stand.isEmpty {
        throw ValidationError("Which goal? For example: ringtop goals set --move 600.")
      }
      if on != nil, from != nil || weekdays != nil {
        throw ValidationError("--on cannot be combined with --from or --weekdays.")
      }
    }

    func run() throws {
      let environment = Environment.current()
      let editor = try GoalEditor(try store.open(environment), environment)
      let context = environment.dates(today: editor.today, direction: .future)
      var request = GoalEditor.Request()
      request.rings = [(.move, move), (.exercise, exercise), (.stand, stand)]
      (request.amount, request.isWeekly) = (amount, weekly)
      (request.on, request.from) = (try on?.day(context), try from?.day(context))
      request.weekdays = weekdays.map { ($0.numbers, $0.words) }
      try editor.set(request)
    }
  }

  struct Clear: ParsableCommand {
    static let configuration = CommandConfiguration.documented(
      "clear", "Remove your own goals, so that Apple's or the default goals apply again.",
      details: "Without --on the whole schedule is removed; goals for single days are kept.",
      examples: [
        "ringtop goals clear",
        "ringtop goals clear move --on today",
        "ringtop goals clear steps",
      ])

    @OptionGroup var store: StoreOptions

    @Argument(help: "move, exercise, stand, or types; default the three rings.", completion: .types)
    var subjects: [String] = []

    @Flag(help: "The goals of a week, for types.")
    var weekly = false

    @Option(
      parsing: .unconditional, help: "Only your goals for this one day.", completion: .days,
      transform: DateArgument.parse)
    var on: DateArgument?

    func run() throws {
      let environment = Environment.current()
      let editor = try GoalEditor(try store.open(environment), environment)
      try editor.clear(
        subjects, isWeekly: weekly, on: try on?.day(environment.dates(today: editor.today, direction: .future)))
    }
  }

  struct Pause: ParsableCommand {
    static let configuration = CommandConfiguration.documented(
      "pause", "Pause the rings for today, until a day, or between two days.",
      details: "Samples are still collected. A paused day neither extends nor breaks a streak.",
      examples: [
        "ringtop goals pause",
        "ringtop goals pause --until monday",
      ])

    @OptionGroup var store: StoreOptions

    @Option(
      parsing: .unconditional, help: "The first day; default today.", completion: .days, transform: DateArgument.parse)
    var from: DateArgument?

    @Option(
      parsing: .unconditional, help: "The day on which the rings count again; default the day after the first.",
      completion: .days, transform: DateArgument.parse)
    var until: DateArgument?

    func run() throws {
      let environment = Environment.current()
      let formatting = environment.settings.formatting
      let editor = try GoalEditor(try store.open(environment), environment)
      let first = try from?.day(environment.dates(today: editor.today, direction: .future)) ?? editor.today
      let again = try until?.day(environment.dates(today: first, direction: .future)) ?? first + 1
      guard again > first else {
        throw Failure(
          .usage, "The rings must count again after \(formatting.longDate(first)), the first day of the pause.")
      }
      guard again - first <= GoalChange.longestPause else {
        throw Failure(.usage, "A pause can be at most \(GoalChange.longestPause) days long.")
      }
      let days = first...(again - 1)
      try editor.apply(.pause(days), title: "pause \(GoalsPage.isoDays(days))")
      // An earlier pause may last longer.
      let pause = try editor.store.reading().goalPlan().pause(containing: first) ?? days
      Output.line(GoalsPage.words(of: pause, today: editor.today, formatting) + ".")
    }
  }

  struct Resume: ParsableCommand {
    static let configuration = CommandConfiguration.documented(
      "resume", "End a pause today or on another day.",
      details: "The pause that includes the day ends; earlier days stay paused.",
      examples: [
        "ringtop goals resume",
        "ringtop goals resume --from monday",
      ])

    @OptionGroup var store: StoreOptions

    @Option(
      parsing: .unconditional, help: "The first day that counts again; default today.", completion: .days,
      transform: DateArgument.parse)
    var from: DateArgument?

    @Option(
      parsing: .unconditional, help: "The first day that stays paused; default none.",
      completion: .days, transform: DateArgument.parse)
    var until: DateArgument?

    func run() throws {
      let environment = Environment.current()
      let formatting = environment.settings.formatting
      let editor = try GoalEditor(try store.open(environment), environment)
      let first = try from?.day(environment.dates(today: editor.today)) ?? editor.today
      guard let pause = try editor.store.reading().goalPlan().pause(containing: first) else {
        throw Failure(.failed, "The rings are not paused on \(formatting.longDate(first)).")
      }
      let end = try until?.day(environment.dates(today: first, direction: .future)) ?? pause.upperBound + 1
      guard end > first else { throw Failure(.usage, "--until must be after \(first).") }
      let days = first...min(end - 1, pause.upperBound)
      try editor.apply(.resume(days), title: "resume \(GoalsPage.isoDays(days))")
      Output.line("The rings count again from \(formatting.longDate(first)) on.")
    }
  }

  struct History: ParsableCommand {
    static let configuration = CommandConfiguration.documented(
      "history", "List all changes of goals, Apple's and yours, and all pauses.",
      examples: [
        "ringtop goals history",
        "ringtop goals history --format json",
      ])

    @OptionGroup var store: StoreOptions

    @Option(help: "Output format.")
    var format: TextOrJSON = .text

    func run() throws {
      let environment = Environment.current()
      let store = try store.open(environment)
      let entries = GoalHistoryEntry.all(try store.reading().goalHistory())
      switch format {
      case .json: Output.write(try Output.jsonArray(entries))
      case .text:
        guard !entries.isEmpty else { return Output.line("No goal has been set, and nothing has been paused.") }
        Output.write(GoalHistoryEntry.table(entries, environment.settings.formatting))
      }
    }
  }
}

/// Weekdays on the command line: `sat,sun`, `mon-fri`.
struct WeekdaysArgument {
  /// By ISO 8601, Monday is 1. Not empty.
  let numbers: Swift.Set<Int>

  static func parse(_ argument: String) throws -> WeekdaysArgument {
    guard let weekdays = WeekdaysArgument(argument) else {
      throw ValidationError("Weekdays are mon to sun, as in sat,sun or mon-fri.")
    }
    return weekdays
  }

  private init?(_ argument: String) {
    var numbers: Swift.Set<Int> = []
    for part in argument.split(separator: ",") {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map {
        DateQuery($0.trimmingCharacters(in: .whitespaces))
      }
      guard (1...2).contains(ends.count), case .weekday(let first, nil)? = ends[0],
        case .weekday(let last, nil)? = ends[ends.count - 1]
      else { return nil }
      // fri-mon wraps around the end of the week.
      let length = (last - first + 7) % 7
      for offset in 0...length { numbers.insert((first - 1 + offset) % 7 + 1) }
    }
    guard !numbers.isEmpty else { return nil }
    self.numbers = numbers
  }

  /// `Saturdays, Sundays`.
  var words: String {
    numbers.sorted().map { Formatting.english.longWeekday($0) + "s" }.joined(separator: ", ")
  }
}
