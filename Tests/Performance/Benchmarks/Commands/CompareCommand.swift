import ArgumentParser

/// Compares the results of two runs.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Compares two files of results written by measure --json.",
    discussion: """
      Compares the ratios to each run's baselines, of CPU time if it was measured. The exit code is 1 if a ratio has \
      increased by more than the tolerance.
      """)

  @Argument(help: ArgumentHelp("The earlier results.", valueName: "path"))
  var before: String

  @Argument(help: ArgumentHelp("The later results.", valueName: "path"))
  var after: String

  @Option(help: "The relative increase of a ratio that is allowed.")
  var tolerance = 0.3

  func validate() throws {
    guard tolerance.isFinite, tolerance >= 0 else { throw ValidationError("--tolerance is at least 0.") }
  }

  func run() throws {
    let (earlier, later) = (try Results(path: before), try Results(path: after))
    let comparison = Comparison(earlier, later)
    note("\(earlier.name) and \(later.name)")
    for name in comparison.missing { note("only one of them measured: \(name)") }
    guard !comparison.lines.isEmpty else { throw BenchmarkError("the files have no ratio in common") }
    print(comparison.markdown(beyond: tolerance))
    let losses = comparison.losses(beyond: tolerance)
    guard losses.isEmpty else {
      for line in losses { note("\(line.measured) is \(Figure.digits(line.growth)) times what it was") }
      throw ExitCode.failure
    }
  }
}
