import CMeasure

/// Parts of this program run in turn, A B B A, so that none is always the first to read what the others read too.
struct Race {
  /// The seconds of each run of each contestant, in the given order.
  let seconds: [[Double]]
  /// Their processor time, on all threads.
  let cpuSeconds: [[Double]]

  /// - Parameters:
  ///   - warmUp: the number of uncounted rounds at the start, which fill caches.
  ///   - contestants: each returns its result, which is discarded after the clock has stopped.
  init(rounds: Int, warmUp: Int = 2, _ contestants: [() throws -> Any]) throws {
    var seconds = [[Double]](repeating: [], count: contestants.count)
    var cpuSeconds = seconds
    for round in 0..<(warmUp + rounds) {
      let order = Array(contestants.enumerated())
      for (index, contestant) in round.isMultiple(of: 2) ? order : order.reversed() {
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

  /// A contestant's typical time.
  func typical(_ contestant: Int) -> Double {
    median(seconds[contestant])
  }

  /// The same in words, with the processor time.
  func text(_ contestant: Int) -> String {
    "\(Figure.time(typical(contestant))) (CPU \(Figure.time(median(cpuSeconds[contestant]))))"
  }

  /// The ratio of two contestants' times: the median over the rounds, because other load on the machine affects both in
  /// the same round.
  func ratio(_ contestant: Int, to other: Int) -> Double {
    median(zip(seconds[contestant], seconds[other]).map { $0 / $1 })
  }

  /// The ratio of two contestants' processor times.
  func cpuRatio(_ contestant: Int, to other: Int) -> Double {
    median(zip(cpuSeconds[contestant], cpuSeconds[other]).map { $0 / $1 })
  }
}
