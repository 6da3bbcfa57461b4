/// Several programs run in turn, A B A B, so that what else the machine does meets all of them alike.
struct Trial {
  /// One list of runs for each contestant, in the order in which they were given.
  let runs: [[Run]]

  /// - Parameters:
  ///   - rounds: how often each contestant runs.
  ///   - warmUp: rounds before those that count, which fill the page cache.
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

/// What a program typically costs.
struct Cost {
  let seconds: Double
  let cpuSeconds: Double
  let peakBytes: Double

  init(of runs: [Run]) {
    seconds = median(runs.map(\.seconds))
    cpuSeconds = median(runs.map(\.cpuSeconds))
    peakBytes = median(runs.map(\.peakBytes))
  }

  /// How many times as long it takes as another.
  func ratio(to other: Cost) -> Ratio {
    Ratio(wall: seconds / other.seconds, cpu: cpuSeconds / other.cpuSeconds)
  }

  var text: String {
    "\(Figure.time(seconds)) (CPU \(Figure.time(cpuSeconds)), \(Figure.bytes(peakBytes)))"
  }
}

/// How two costs compare: by the clock, which is what counts, and by the processor's time, which is steadier on a machine
/// that has other things to do.
struct Ratio {
  let wall: Double
  let cpu: Double
}

/// The middle of the values, 0 where there are none.
func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return 0 }
  let middle = sorted.count / 2
  return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}
