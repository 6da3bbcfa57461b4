import ArgumentParser

/// Compares the results of two runs.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Compares two files of results, which measure --json wrote.",
    discussion: """
      Compared are ratios to the baselines of each run, of the processor's time where it was measured. It ends with code 1 \
      where one of them has grown by more than the tolerance.
      """)

  @Argument(help: ArgumentHelp("The earlier results.", valueName: "path"))
  var before: String

  @Argument(help: ArgumentHelp("The later results.", valueName: "path"))
  var after: String

  @Option(help: "By how much a ratio may grow, as a part of itself.")
  var tolerance = 0.3

  func validate() throws {
    guard tolerance.isFinite, tolerance >= 0 else { throw ValidationError("--tolerance is at least 0.") }
  }

  func run() throws {
    let (earlier, later) = (try Results(path: before), try Results(path: after))
    let comparison = Comparison(earlier, later)
    note("\(earlier.name) and \(later.name)")
    for name in comparison.missing { note("only one of them measured: \(name)") }
    guard !comparison.lines.isEmpty else { throw BenchmarkError("they have no ratio in common") }
    print(comparison.markdown(beyond: tolerance))
    let losses = comparison.losses(beyond: tolerance)
    guard losses.isEmpty else {
      for line in losses { note("\(line.measured) is \(Figure.digits(line.growth)) times what it was") }
      throw ExitCode.failure
    }
  }
}
