import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase

/// What a failing disk does to a store, compared with SQLite's own complete check.
@Suite("A store with one flipped bit")
struct BitFlipTests {
  /// `RINGTOP_BIT_FLIPS=2000 swift test --filter BitFlipTests` tries more.
  private static let count = ProcessInfo.processInfo.environment["RINGTOP_BIT_FLIPS"].flatMap { Int($0) } ?? 200

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

  @Test("is never called sound if SQLite rejects it, and read without a crash")
  func check() throws {
    let bytes = try StoreFixture.bytes()
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
      #expect(isAccepted || verdict != .sound, "bit \(bit)")
      guard !isAccepted else { continue }
      // A repair either succeeds, or changes nothing that makes it worse.
      let repaired = try Self.verdict(path, repairs: true)
      #expect(repaired != .sound || Self.isAccepted(bySQLite: path), "bit \(bit)")
    }
    print("rejected by SQLite: \(rejected), accepted: \(accepted), of \(bytes.count) bytes")
  }
}
