import Foundation
import Testing

@testable import HealthDatabase

@Suite("A store after any history equals the model of it")
struct HistoryTests {
  private static let stepsPerHistory = 25

  /// `RINGTOP_HISTORIES` is the number of steps, `RINGTOP_HISTORY_SEED` the first seed.
  private static func setting(_ name: String, _ normal: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? normal
  }

  @Test("random histories")
  func random() {
    let known: Set<KnownFault> =
      ProcessInfo.processInfo.environment["RINGTOP_HISTORY_FAULTS"] == nil ? Set(KnownFault.allCases) : []
    let first = Self.setting("RINGTOP_HISTORY_SEED", 0)
    let count = (Self.setting("RINGTOP_HISTORIES", 1_000) + Self.stepsPerHistory - 1) / Self.stepsPerHistory
    var found = 0
    for seed in first..<first + count {
      var generator = HistoryGenerator(seed: UInt64(seed))
      let steps = generator.steps(Self.stepsPerHistory)
      guard let failure = HistoryRunner.failure(of: steps, known: known) else { continue }
      let shrinker = HistoryShrinker { HistoryRunner.failure(of: $0, known: known)?.kind == failure.kind }
      let shrunk = shrinker.shrink(Array(steps.prefix(failure.step < 0 ? steps.count : failure.step + 1)))
      let last = HistoryRunner.failure(of: shrunk, known: known) ?? failure
      let literal = shrunk.map { "  \($0)," }.joined(separator: "\n")
      Issue.record("seed \(seed), \(last)\n\(literal)")
      found += 1
      if found == 5 { return }
    }
  }
}
