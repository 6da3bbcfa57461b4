import CMeasure

/// Pieces of this program run in turn, A B A B, as `Trial` does with whole programs.
struct Race {
  /// Seconds of each run of each contestant, in the order in which they were given.
  let seconds: [[Double]]

  /// - Parameters:
  ///   - warmUp: rounds before those that count, which fill caches.
  ///   - contestants: each gives what it has made, which is thrown away after the clock has stopped.
  init(rounds: Int, warmUp: Int = 2, _ contestants: [() throws -> Any]) throws {
    var seconds = [[Double]](repeating: [], count: contestants.count)
    for round in 0..<(warmUp + rounds) {
      for (index, contestant) in contestants.enumerated() {
        let started = measure_now()
        let made = try contestant()
        let taken = measure_now() - started
        withExtendedLifetime(made) {}
        if round >= warmUp { seconds[index].append(taken) }
      }
    }
    self.seconds = seconds
  }

  /// What a contestant typically takes.
  func typical(_ contestant: Int) -> Double {
    median(seconds[contestant])
  }

  /// How much longer one takes than another: the median of the rounds' own ratios, since what else the machine does
  /// meets both of a round.
  func ratio(_ contestant: Int, to other: Int) -> Double {
    median(zip(seconds[contestant], seconds[other]).map { $0 / $1 })
  }
}
