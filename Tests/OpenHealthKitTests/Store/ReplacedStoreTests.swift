import Foundation
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

/// Without any long-running query, nothing watches the file.
@Suite("A store that is replaced while nothing watches it")
struct ReplacedStoreTests {
  private func steps(_ store: HKHealthStore) async throws -> Int {
    let steps = HKSamplePredicate.quantitySample(type: HKQuantityType(.stepCount))
    return try await HKSampleQueryDescriptor(predicates: [steps], sortDescriptors: []).result(for: store).count
  }

  private func remove(_ path: String) throws {
    for suffix in ["", "-wal", "-shm", "-signal"] where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  @Test("the next read and the next save use the new file")
  func replaced() async throws {
    let test = try TestHealthStore()
    let new = try TestHealthStore()
    try await test.store.save(TestSample.steps(1, from: TestTime.at(1)))
    let reader = test.second()
    #expect(try await steps(reader) == 1)
    try await new.store.save([TestSample.steps(2, from: TestTime.at(2)), TestSample.steps(3, from: TestTime.at(3))])
    let path = test.store.configuration.path
    try remove(path)
    for suffix in ["-wal", ""] {
      try FileManager.default.moveItem(atPath: new.store.configuration.path + suffix, toPath: path + suffix)
    }
    #expect(try await steps(reader) == 2)
    try await test.store.save(TestSample.steps(4, from: TestTime.at(4)))
    #expect(try await steps(test.second()) == 3)
  }

  @Test("a removed store is empty, and a save creates it again")
  func removed() async throws {
    let test = try TestHealthStore()
    try await test.store.save(TestSample.steps(1, from: TestTime.at(1)))
    try remove(test.store.configuration.path)
    #expect(try await steps(test.store) == 0)
    try await test.store.save(TestSample.steps(2, from: TestTime.at(2)))
    #expect(try await steps(test.second()) == 1)
  }
}
