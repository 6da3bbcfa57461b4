import CMeasure

/// Pieces of this program run in turn, A B A B, as `Trial` does with whole programs.
struct Race {
  /// Seconds of each run of each contestant, in the order in which they were given.
  let seconds: [[Double]]
  /// What the processor worked for them, on any thread.
  let cpuSeconds: [[Double]]

  /// - Parameters:
  ///   - warmUp: rounds before those that count, which fill caches.
  ///   - contestants: each gives what it has made, which is thrown away after the clock has stopped.
  init(rounds: Int, warmUp: Int = 2, _ contestants: [() throws -> Any]) throws {
    var seconds = [[Double]](repeating: [], count: contestants.count)
    var cpuSeconds = seconds
    for round in 0..<(warmUp + rounds) {
      for (index, contestant) in contestants.enumerated() {
        let (started, worked) = (measure_now(), measure_cpu())
        let made = try contestant()
        let (taken, work) = (measure_now() - started, measure_cpu() - worked)
        withExtendedLifetime(made) {}
        guard round >= warmUp else { continue }
        seconds[index].append(taken)
        cpuSeconds[index].append(work)
      }
    }
    self.seconds = seconds
    self.cpuSeconds = cpuSeconds
  }

  /// What a contestant typically takes.
  func typical(_ contestant: Int) -> Double {
    median(seconds[contestant])
  }

  /// The same in words, with the processor's time.
  func text(_ contestant: Int) -> String {
    "\(Figure.time(typical(contestant))) (CPU \(Figure.time(median(cpuSeconds[contestant]))))"
  }

  /// How much longer one takes than another: the median of the rounds' own ratios, since what else the machine does
  /// meets both of a round.
  func ratio(_ contestant: Int, to other: Int) -> Double {
    median(zip(seconds[contestant], seconds[other]).map { $0 / $1 })
  }

  /// How much more work one is than another.
  func cpuRatio(_ contestant: Int, to other: Int) -> Double {
    median(zip(cpuSeconds[contestant], cpuSeconds[other]).map { $0 / $1 })
  }
}
