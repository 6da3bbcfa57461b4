import Foundation

/// A store of a hundred million samples and 35 years, compared with one of a million samples and one year.
struct ScaleSuite {
  let materials: Materials
  let rounds: Int

  func run(_ report: inout Report) throws {
    let small = try LargeStore(in: materials, name: "scale-small.sqlite", days: 365, factor: 2)
    let large = try LargeStore(in: materials, name: "scale-large.sqlite", days: 35 * 365, factor: 6)
    try size(large, &report)
    for (name, arguments) in Self.commands { try compare(name, arguments, small, large, &report) }
    try firstFrame(small, large, &report)
    try audit(small, large, &report)
    try page(small, large, &report)
  }

  private static let commands: [(name: String, arguments: [String])] = [
    ("status", ["status"]),
    ("a day", ["show"]),
    ("the summary of a year", ["summary", "--from", "2025-11-21", "--to", "2026-11-20", "--format", "json"]),
    ("import --list", ["import", "--list"]),
    ("add", ["add", "steps", "7", "--at", "2026-11-20 12:00"]),
  ]

  /// The evening of the last day.
  private static let environment = ["RINGTOP_CLOCK": LargeStore.now.formatted(.iso8601), "TZ": "UTC"]

  private func compare(
    _ name: String, _ arguments: [String], _ small: LargeStore, _ large: LargeStore, _ report: inout Report
  ) throws {
    note("scale: \(name)")
    func program(_ store: LargeStore) throws -> Program {
      try materials.program(arguments + ["--store", store.path], environment: Self.environment)
    }
    let (one, other) = (try program(large), try program(small))
    let trial = try Trial(rounds: rounds * 20, warmUp: 3, [{ try one.run() }, { try other.run() }])
    report.compare("\(name), a hundred million samples", trial.cost(0), to: "a million", trial.cost(1), atMost: 1.2)
  }

  private func size(_ large: LargeStore, _ report: inout Report) throws {
    let count = try Program("sqlite3", [large.path, "select count(*) from sample"]).output()
    guard let samples = Double(count.trimmingCharacters(in: .whitespacesAndNewlines)), samples > 0 else {
      throw BenchmarkError("\(large.path) contains no samples")
    }
    let bytes = materials.size(large.path) / samples
    report.limit(
      "size of a sample among \(Figure.digits(samples / 1e6)) million", "\(Figure.digits(bytes)) bytes", goal: "<= 60",
      isMet: bytes <= 60)
  }

  private func firstFrame(_ small: LargeStore, _ large: LargeStore, _ report: inout Report) throws {
    note("scale: first frames")
    func seconds(_ store: LargeStore) throws -> Double {
      let program = try materials.program(
        environment: DashboardSuite.terminal.merging(Self.environment) { $1 }.merging(["RINGTOP_STORE": store.path]) {
          $1
        }
      )
      let screen = try Screen(program, columns: 100, rows: 30)
      defer { screen.quit() }
      return try screen.waitForFrame() - screen.program.started
    }
    var times: (large: [Double], small: [Double]) = ([], [])
    for _ in 0..<(rounds * 6) {
      times.large.append(try seconds(large))
      times.small.append(try seconds(small))
    }
    report.compare(
      "dashboard, first frame, a hundred million samples", Figure.time(median(times.large)),
      to: "a million: \(Figure.time(median(times.small)))", ratio: median(times.large) / median(times.small),
      atMost: 1.2)
  }

  /// Compares all days, so it may take 35 times as long.
  private func audit(_ small: LargeStore, _ large: LargeStore, _ report: inout Report) throws {
    note("scale: audit")
    func program(_ store: LargeStore) throws -> Program {
      try materials.program(["audit", "--store", store.path], environment: Self.environment)
    }
    let (one, other) = (try program(large), try program(small))
    let trial = try Trial(rounds: rounds, [{ try one.run() }, { try other.run() }])
    report.compare("audit of 35 years", trial.cost(0), to: "of one", trial.cost(1), atMost: 35)
  }

  private func page(_ small: LargeStore, _ large: LargeStore, _ report: inout Report) throws {
    note("scale: pages")
    let race = try Race(
      rounds: 300,
      [{ try PageCommand.firstPage(large.store) }, { try PageCommand.firstPage(small.store) }])
    report.compare(
      "anchored page of 1,000, a hundred million samples", Figure.time(race.typical(0)),
      to: "a million: \(Figure.time(race.typical(1)))", ratio: race.ratio(0, to: 1), atMost: 1.2)
  }
}
