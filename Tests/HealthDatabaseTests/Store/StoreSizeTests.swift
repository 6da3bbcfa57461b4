import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("The size of a store")
struct StoreSizeTests {
  @Test("a sample takes at most 75 bytes, including indexes and totals")
  func bytesPerSample() throws {
    let test = try TestStore()
    var random = SplitMix(seed: 1)
    let count = 20_000
    // As in exports: six significant digits, whole seconds, grouped by type, each type sorted by time.
    let kinds = [
      ("HKQuantityTypeIdentifierHeartRate", 8_000, 0.0), ("HKQuantityTypeIdentifierBasalEnergyBurned", 7_000, 60),
      (RingType.stepCount, 3_000, 300), (RingType.distance, 2_000, 300),
    ]
    var samples: [FakeSample] = []
    for (type, count, seconds) in kinds {
      for index in 0..<count {
        let start = date("2025-01-01 00:00") + Double(index * 240 + Int.random(in: 0..<200, using: &random))
        let value = (Double.random(in: 0.01...200, using: &random) * 1_000).rounded() / 1_000
        let source = index.isMultiple(of: 5) ? FakeSource.phone : .watch
        samples.append(FakeSample(type, value, from: start, seconds: seconds, source: source))
      }
    }
    func size() throws -> Int {
      try test.store.checkpoint()
      return try #require(try FileManager.default.attributesOfItem(atPath: test.path)[.size] as? Int)
    }
    let empty = try size()
    try FakeExport(samples).run(into: test.store, batchSize: 5_000)
    let full = try size() - empty
    #expect(try test.store.count("total") > 20)
    #expect(full / count <= 75, "\(full) bytes for \(count) samples")
  }

  @Test("a store that has released space waits for another program as long as it is told to, and no longer")
  func waitingAfterRelease() throws {
    let test = try TestStore()
    let store = try Store(path: test.path, access: .write, busyTimeout: 0.02)
    store.releaseSpace()
    let (isHeld, isTried) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let other = Thread {
      try? test.store.write { _ in
        isHeld.signal()
        // Far longer than the timeout, and shorter than the test may take.
        _ = isTried.wait(timeout: .now() + 8)
      }
    }
    other.start()
    isHeld.wait()
    #expect(throws: StoreError.self) { try store.write { try $0.execute(sql: "CREATE TABLE late (content)") } }
    isTried.signal()
  }
}
