import ArgumentParser
import HealthModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@main
struct RingtopBenchmarks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ringtop-benchmarks", abstract: "Measures ringtop against named baselines and prints a table.",
    subcommands: [
      MeasureCommand.self, RepeatCommand.self, PageCommand.self, SaveCommand.self, KillsCommand.self,
      CrowdCommand.self, SoakCommand.self, CompareCommand.self,
    ],
    defaultSubcommand: MeasureCommand.self)

  /// By the day of the exports' user, whose time zone is five hours behind UTC.
  static var yesterday: Day { Day(number: (time(nil) - 5 * 3_600) / 86_400 - 1) }
}

/// Runs the benchmarks and prints the table.
struct MeasureCommand: ParsableCommand {
  enum Suite: String, ExpressibleByArgument, CaseIterable {
    case `import`, feed, readers, status, queries, dashboard, views, rings, serve, all, scale
  }

  static let configuration = CommandConfiguration(
    commandName: "measure", abstract: "Measures ringtop against named baselines and prints a table.",
    discussion: """
      Every figure is the median of runs that alternate with those of its baseline. Build the measured program with \
      "swift build -c release --static-swift-stdlib --product ringtop --scratch-path .build/static", and install the \
      baselines with "Assets/setup --bench".
      """)

  @Argument(help: "What to measure.")
  var suite: Suite = .all

  @Option(help: ArgumentHelp("The program to measure.", valueName: "path"))
  var binary = ".build/static/release/ringtop"

  @Option(help: ArgumentHelp("The installed healthkit-to-sqlite.", valueName: "path"))
  var peer = ".build/baselines/bin/healthkit-to-sqlite"

  @Option(help: ArgumentHelp("A folder for exports and stores, kept for the next run.", valueName: "path"))
  var folder = ".build/benchmarks"

  @Option(help: "Rounds of an import; shorter runs are repeated more often.")
  var rounds = 5

  @Option(help: ArgumentHelp("How long the idle dashboard is observed.", valueName: "seconds"))
  var idle = 60

  @Flag(help: "Skip the measurements that need an export of 2 GB.")
  var skipLarge = false

  @Option(help: ArgumentHelp("Save the results to a file for a later comparison.", valueName: "path"))
  var json: String?

  @Option(help: "The name of the results in that file, such as a commit.")
  var name = ""

  func validate() throws {
    if rounds < 1 { throw ValidationError("--rounds is at least 1.") }
  }

  func run() throws {
    let materials = try Materials(
      ringtop: Self.absolute(binary), folder: Self.absolute(folder), lastDay: RingtopBenchmarks.yesterday)
    var report = Report()
    func measures(_ candidate: Suite) -> Bool { suite == candidate || suite == .all }
    if measures(.import) {
      try ImportSuite(
        materials: materials, rounds: rounds, peer: Self.absolute(peer), includesLarge: !skipLarge
      ).run(&report)
    }
    if measures(.feed) { try FeedSuite(materials: materials, rounds: rounds).run(&report) }
    if measures(.readers) { try ReadersSuite(materials: materials, rounds: rounds).run(&report) }
    if measures(.status) {
      try StatusSuite(materials: materials, rounds: rounds, includesLarge: !skipLarge).run(&report)
    }
    if measures(.queries) && (suite == .queries || !skipLarge) {
      try QuerySuite(materials: materials, rounds: rounds).run(&report)
    }
    if measures(.dashboard) {
      try DashboardSuite(
        materials: materials, rounds: rounds, idleSeconds: idle, includesLarge: !skipLarge
      ).run(&report)
    }
    if measures(.views) && (suite == .views || !skipLarge) {
      try ViewsSuite(materials: materials, rounds: rounds).run(&report)
    }
    // Its stores of 6 GB take minutes to make, so it has to be asked for.
    if suite == .scale { try ScaleSuite(materials: materials, rounds: rounds).run(&report) }
    if measures(.rings) { try RingsSuite(materials: materials, rounds: rounds).run(&report) }
    if measures(.serve) {
      try ServeSuite(materials: materials, rounds: rounds, idleSeconds: idle).run(&report)
    }
    print(report.markdown)
    if let json { try Results(name: name, report).write(to: json) }
  }

  /// Programs that run in another working directory need absolute paths.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
    defer { free(here) }
    return "\(String(cString: here))/\(path)"
  }
}
