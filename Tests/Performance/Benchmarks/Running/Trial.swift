/// Several programs run in turn, A B A B, so that other load on the machine affects all of them equally.
struct Trial {
  /// One list of runs for each contestant, in the given order.
  let runs: [[Run]]

  /// - Parameters:
  ///   - rounds: the number of runs of each contestant.
  ///   - warmUp: the number of uncounted rounds at the start, which fill the page cache.
  init(rounds: Int, warmUp: Int = 0, _ contestants: [() throws -> Run]) throws {
    var runs = [[Run]](repeating: [], count: contestants.count)
    for round in 0..<(warmUp + rounds) {
      for (index, contestant) in contestants.enumerated() {
        let run = try contestant()
        if round >= warmUp { runs[index].append(run) }
      }
    }
    self.runs = runs
  }

  /// The median of each figure of a contestant.
  func cost(_ contestant: Int) -> Cost {
    Cost(of: runs[contestant])
  }
}

/// A program's typical cost.
struct Cost {
  let seconds: Double
  let cpuSeconds: Double
  let peakBytes: Double

  init(of runs: [Run]) {
    seconds = median(runs.map(\.seconds))
    cpuSeconds = median(runs.map(\.cpuSeconds))
    peakBytes = median(runs.map(\.peakBytes))
  }

  /// The ratio of its time to another's.
  func ratio(to other: Cost) -> Ratio {
    Ratio(wall: seconds / other.seconds, cpu: cpuSeconds / other.cpuSeconds)
  }

  var text: String {
    "\(Figure.time(seconds)) (CPU \(Figure.time(cpuSeconds)), \(Figure.bytes(peakBytes)))"
  }
}

/// The ratio of two costs: in wall-clock time, which is what counts, and in processor time, which varies less on a busy
/// machine.
struct Ratio {
  let wall: Double
  let cpu: Double
}

/// The median of the values, 0 if there are none.
func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return 0 }
  let middle = sorted.count / 2
  return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}
