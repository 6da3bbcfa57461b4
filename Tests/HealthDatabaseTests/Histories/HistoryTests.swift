import Foundation
import Synchronization
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("A store after any history equals the model of it")
struct HistoryTests {
  private static let stepsPerHistory = 25

  /// `RINGTOP_HISTORIES` is the number of steps, `RINGTOP_HISTORY_SEED` the first seed.
  private static func setting(_ name: String, _ normal: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? normal
  }

  private static let seeds: Range<Int> = {
    let first = setting("RINGTOP_HISTORY_SEED", 0)
    return first..<first + (setting("RINGTOP_HISTORIES", 1_000) + stepsPerHistory - 1) / stepsPerHistory
  }()

  private static let zoneSeeds: Range<Int> = {
    let first = setting("RINGTOP_HISTORY_SEED", 0)
    return first..<first + setting("RINGTOP_HISTORIES", 1_000) / 100
  }()

  /// `RINGTOP_HISTORY_PLANTS` is the number of histories in which every fault is planted.
  private static let faultSeeds: Range<Int> = {
    let first = setting("RINGTOP_HISTORY_SEED", 0)
    return first..<first + setting("RINGTOP_HISTORY_PLANTS", 1)
  }()

  /// Shrinking takes as long as some hundred histories.
  private static let found = Mutex(0)

  @Test("histories that once ended wrong", arguments: HistoryFinding.all)
  func found(finding: HistoryFinding) {
    let failure = HistoryRunner.failure(of: finding.steps, checksStore: { _ in true })
    if let failure { Issue.record("\(failure)") }
  }

  @Test(
    "any order of imports and zones results in the days of a store that had the last zone from the first",
    arguments: zoneSeeds)
  func zones(seed: Int) throws {
    var generator = HistoryGenerator(seed: UInt64(seed))
    let files = generator.exports(3)
    let (steps, zone) = generator.zoned(files)
    let before = try HistoryRunner()
    try before.run([HistoryStep(.zone(zone))] + files.map { HistoryStep(.importFile($0)) })
    let between = try HistoryRunner()
    try between.run(steps)
    // An older export adds nothing to a newer one.
    let shuffled = try HistoryRunner()
    try shuffled.run(generator.zoned(generator.shuffled(files), last: zone).steps)
    for other in [between, shuffled] {
      for (expected, found) in zip(try before.days(), try other.days()) {
        #expect(
          HistoryRunner.isEqual(found, expected),
          "seed \(seed), \(steps): \(HistoryRunner.text(found)), and with the zone first \(HistoryRunner.text(expected))"
        )
      }
    }
  }

  @Test("a planted fault is reported, or harmless whatever follows", arguments: faultSeeds)
  func faults(seed: Int) throws {
    var generator = HistoryGenerator(seed: UInt64(seed))
    let runner = try HistoryRunner(checksStore: { _ in false })
    try runner.run(generator.steps(16))
    let steps = generator.steps(5)
    for fault in HistoryFault.all {
      do { try runner.meet(fault, row: seed * 31, then: steps) } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
  }

  @Test("random histories", arguments: seeds)
  func random(seed: Int) {
    guard Self.found.withLock({ $0 }) < 6 else { return }
    var generator = HistoryGenerator(seed: UInt64(seed))
    let steps = generator.steps(Self.stepsPerHistory)
    guard let failure = HistoryRunner.failure(of: steps) else { return }
    Self.found.withLock { $0 += 1 }
    let shrinker = HistoryShrinker { HistoryRunner.failure(of: $0)?.kind == failure.kind }
    let shrunk = shrinker.shrink(Array(steps.prefix(failure.step < 0 ? steps.count : failure.step + 1)))
    let last = HistoryRunner.failure(of: shrunk) ?? failure
    Issue.record("seed \(seed), \(last)\n\(shrunk.map { "  \($0)," }.joined(separator: "\n"))")
  }
}
