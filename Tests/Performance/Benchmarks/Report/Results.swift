import Foundation

/// The results of a run of the benchmarks, as a file with which a later run is compared.
struct Results: Codable {
  struct Entry: Codable {
    var measured: String
    /// The ratios to the baseline, in wall-clock and processor time. Absolute times mean little on another day.
    var ratio: Double?
    var cpuRatio: Double?
    var ours: String
    var baseline: String
    var goal: String
    var isMet: Bool?
  }

  /// What was measured: a commit, or a name.
  var name: String
  var entries: [Entry]

  init(name: String, _ report: Report) {
    self.name = name
    entries = report.rows.map { row in
      Entry(
        measured: row.measured, ratio: row.ratio, cpuRatio: row.cpuRatio, ours: row.ours, baseline: row.baseline,
        goal: row.goal, isMet: row.isMet)
    }
  }

  init(path: String) throws {
    do {
      self = try JSONDecoder().decode(Results.self, from: Data(contentsOf: URL(filePath: path)))
    } catch {
      throw BenchmarkError("\(path) contains no benchmark results")
    }
  }

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      try encoder.encode(self).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw BenchmarkError("\(path) cannot be written")
    }
  }
}

/// A comparison of two results.
struct Comparison {
  struct Line {
    var measured: String
    var before: Double
    var after: Double

    var growth: Double { after / before }
  }

  /// Figures in both, in the order of the later.
  let lines: [Line]
  /// Figures in only one of them.
  let missing: [String]

  /// The processor time if it was measured: it depends least on other load on the machine.
  init(_ before: Results, _ after: Results) {
    func figure(_ entry: Results.Entry) -> Double? {
      let figure = entry.cpuRatio ?? entry.ratio
      return figure.map { $0.isFinite && $0 > 0 } == true ? figure : nil
    }
    let known = Dictionary(before.entries.map { ($0.measured, $0) }) { first, _ in first }
    lines = after.entries.compactMap { entry in
      guard let now = figure(entry), let then = known[entry.measured].flatMap(figure) else { return nil }
      return Line(measured: entry.measured, before: then, after: now)
    }
    missing = Set(before.entries.map(\.measured)).symmetricDifference(after.entries.map(\.measured)).sorted()
  }

  /// Figures that have grown by more than a fraction of their value.
  func losses(beyond tolerance: Double) -> [Line] { lines.filter { $0.growth > 1 + tolerance } }

  func markdown(beyond tolerance: Double) -> String {
    var text = ["| Measured | Before | After | After / before |", "|---|--:|--:|--:|"]
    for line in lines {
      let growth = Figure.digits(line.growth)
      text.append(
        "| \(line.measured) | \(Figure.digits(line.before)) x | \(Figure.digits(line.after)) x "
          + "| \(line.growth > 1 + tolerance ? "**\(growth)**" : growth) |")
    }
    return text.joined(separator: "\n")
  }
}
