import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries
@testable import StoreCare

/// What a failing disk does to a store, compared with SQLite's own complete check.
@Suite("A store with one flipped bit")
struct BitFlipTests {
  /// `RINGTOP_BIT_FLIPS=2000 swift test --filter BitFlipTests` tries more.
  private static let count = ProcessInfo.processInfo.environment["RINGTOP_BIT_FLIPS"].flatMap { Int($0) } ?? 50

  private enum Verdict: String {
    case sound, reported, refused
  }

  private static func isAccepted(bySQLite path: String) -> Bool {
    guard let queue = try? DatabaseQueue(path: path) else { return false }
    defer { try? queue.close() }
    return (try? queue.read { try String.fetchAll($0, sql: "PRAGMA integrity_check(1)") }) == ["ok"]
  }

  private static func verdict(_ path: String, repairs: Bool = false) throws -> Verdict {
    do {
      return try StoreCheck.run(path: path, repairs: repairs).isSound ? .sound : .reported
    } catch is StoreError {
      return .refused
    }
  }

  enum Origin: CaseIterable {
    case fixture, history

    fileprivate func bytes() throws -> [UInt8] {
      switch self {
      case .fixture: return try StoreFixture.bytes()
      case .history:
        var generator = HistoryGenerator(seed: 7)
        let runner = try HistoryRunner(checksStore: { _ in false })
        try runner.run(generator.steps(60))
        return try runner.bytes()
      }
    }
  }

  @Test("is never called sound if SQLite rejects it, and read without a crash", arguments: Origin.allCases)
  func check(origin: Origin) throws {
    let bytes = try origin.bytes()
    let directory = try TestDirectory()
    let path = directory.file("health.sqlite")
    var random = SplitMix(seed: 11)
    var rejected: [String: Int] = [:]
    var accepted: [String: Int] = [:]
    for _ in 0..<Self.count {
      var damaged = bytes
      let bit = Int.random(in: 0..<bytes.count * 8, using: &random)
      damaged[bit / 8] ^= 1 << (bit % 8)
      for file in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
        unlink(directory.file(file))
      }
      try Data(damaged).write(to: URL(filePath: path))
      chmod(path, 0o600)
      let isAccepted = Self.isAccepted(bySQLite: path)
      let verdict = try Self.verdict(path)
      if isAccepted { accepted[verdict.rawValue, default: 0] += 1 } else { rejected[verdict.rawValue, default: 0] += 1 }
      #expect(isAccepted || verdict != .sound, "\(origin), bit \(bit)")
      guard !isAccepted else { continue }
      // A repair either succeeds, or changes nothing that makes it worse.
      let repaired = try Self.verdict(path, repairs: true)
      #expect(repaired != .sound || Self.isAccepted(bySQLite: path), "\(origin), bit \(bit)")
    }
    print("\(origin), rejected by SQLite: \(rejected), accepted: \(accepted), of \(bytes.count) bytes")
  }
}
