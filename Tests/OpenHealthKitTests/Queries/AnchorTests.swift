import Foundation
import HealthModel
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

@Suite("Anchors")
struct AnchorTests {
  private let steps = HKQuantityType(.stepCount)

  private func changes(
    _ store: HKHealthStore, after anchor: HKQueryAnchor?, _ predicate: NSPredicate? = nil
  ) async throws -> (added: [UUID], deleted: [UUID], anchor: HKQueryAnchor) {
    let result = try await HKAnchoredObjectQueryDescriptor(
      predicates: [.quantitySample(type: steps, predicate: predicate)], anchor: anchor
    ).result(for: store)
    return (result.addedSamples.map(\.uuid), result.deletedObjects.map(\.uuid), result.newAnchor)
  }

  private func archived(_ anchor: HKQueryAnchor) throws -> HKQueryAnchor {
    let data = try NSKeyedArchiver.archivedData(withRootObject: anchor, requiringSecureCoding: true)
    return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: data))
  }

  /// Puts a store's file in place of another's.
  private func replace(_ old: TestHealthStore, by new: TestHealthStore) throws {
    let (from, to) = (new.store.configuration.path, old.store.configuration.path)
    for suffix in ["", "-wal", "-shm", "-signal"] where FileManager.default.fileExists(atPath: to + suffix) {
      try FileManager.default.removeItem(atPath: to + suffix)
    }
    for suffix in ["-wal", ""] where FileManager.default.fileExists(atPath: from + suffix) {
      try FileManager.default.moveItem(atPath: from + suffix, toPath: to + suffix)
    }
  }

  @Test("an anchor of another file skips nothing of the file that replaced it", arguments: [1, 3, 9])
  func replacedFile(count: Int) async throws {
    let (old, new) = (try TestHealthStore(), try TestHealthStore())
    let gone = TestSample.steps(1, from: TestTime.at(1))
    try await old.store.save([gone] + (0..<2).map { TestSample.steps(Double($0), from: TestTime.at(2)) })
    try await old.store.delete(gone)
    let anchor = try archived(try await changes(old.store, after: nil).anchor)
    #expect(try await changes(old.store, after: anchor).added.isEmpty)
    // Fewer samples than the anchor has counted, as many, and more.
    let samples = (0..<count).map { TestSample.steps(Double($0), from: TestTime.at(3 + Double($0))) }
    let deleted = (0..<2).map { TestSample.steps(Double($0), from: TestTime.at(4)) }
    try await new.store.save(samples + deleted)
    try await new.store.delete(deleted)
    try replace(old, by: new)
    let found = try await changes(old.second(), after: anchor)
    #expect(Set(found.added) == Set(samples.map(\.uuid)))
    #expect(Set(found.deleted) == Set(deleted.map(\.uuid)))
    let rest = try await changes(old.second(), after: archived(found.anchor))
    #expect(rest.added.isEmpty && rest.deleted.isEmpty)
    #expect(found.anchor != anchor)
  }

  @Test("a running query reports everything in a file that replaces its own")
  func replacedWhileRunning() async throws {
    let (old, new) = (try TestHealthStore(), try TestHealthStore())
    try await old.store.save((0..<5).map { TestSample.steps(Double($0), from: TestTime.at(1)) })
    let reader = old.store.reader
    let selection = SampleSelection(type: steps, predicate: nil)
    var anchored = AnchoredFeed([selection], anchor: nil, limit: nil)
    var observer = ObserverFeed([selection])
    #expect(try anchored.first(reader).added.count == 5)
    _ = try observer.first(reader)
    let sample = TestSample.steps(7, from: TestTime.at(2))
    try await new.store.save([sample] + (0..<9).map { TestSample.heartRate(Double($0), at: TestTime.at(1)) })
    try replace(old, by: new)
    #expect(try anchored.update(reader)?.added.map(\.uuid) == [sample.uuid])
    #expect(try observer.update(reader) == [steps])
    #expect(try anchored.update(reader) == nil)
    #expect(try observer.update(reader) == nil)
  }

  @Test("an archive of an older version continues at its position, and one of a newer version is rejected")
  func versions() async throws {
    let test = try TestHealthStore()
    let samples = (0..<4).map { TestSample.steps(Double($0), from: TestTime.at(Double($0))) }
    try await test.store.save(samples)
    let old = try #require(try Self.decoded(["sample": 3, "deletion": 0]))
    let found = try await changes(test.store, after: old)
    #expect(found.added == [samples[3].uuid])
    // From then on it identifies the store.
    #expect(found.anchor.position.store != nil)
    #expect(try Self.decoded(["version": 2, "sample": 3, "deletion": 0]) == old)
    #expect(try Self.decoded(["version": 99, "sample": 3, "deletion": 0]) == nil)
    #expect(try Self.decoded(["version": 0, "sample": 3, "deletion": 0]) == nil)
    #expect(try Self.decoded(["sample": -3, "deletion": 0]) == nil)
    #expect(try Self.decoded([:]) == nil)
  }

  /// The contents of an archive with these keys.
  private static func decoded(_ keys: [String: Int64]) throws -> HKQueryAnchor? {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    for (key, value) in keys { archiver.encode(value, forKey: key) }
    archiver.finishEncoding()
    return HKQueryAnchor(coder: try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData))
  }

  @Test("a deletion matches predicates on what is still known: its identifier, source and dates, and their negations")
  func deletions() async throws {
    let test = try TestHealthStore()
    let other = test.second()
    let mine = (0..<3).map { TestSample.steps(Double($0), from: TestTime.at(Double($0) * 2)) }
    let theirs = TestSample.steps(9, from: TestTime.at(9))
    try await test.store.save(mine)
    try await other.save(theirs)
    try await test.store.delete(mine)
    try await other.delete(theirs)
    let all = mine + [theirs]
    func not(_ predicate: NSPredicate) -> NSPredicate { NSCompoundPredicate(notPredicateWithSubpredicate: predicate) }
    func deleted(_ predicate: NSPredicate) async throws -> Set<UUID> {
      Set(try await changes(test.store, after: nil, predicate).deleted)
    }
    let identities = HKQuery.predicateForObjects(with: [mine[0].uuid, theirs.uuid, UUID()])
    #expect(try await deleted(identities) == [mine[0].uuid, theirs.uuid])
    #expect(try await deleted(not(identities)) == [mine[1].uuid, mine[2].uuid])
    let source = HKQuery.predicateForObjects(from: other.configuration.client.source)
    #expect(try await deleted(source) == [theirs.uuid])
    #expect(try await deleted(not(source)) == Set(mine.map(\.uuid)))
    let late = HKQuery.predicateForSamples(withStart: TestTime.at(3), end: nil)
    #expect(try await deleted(late) == [mine[2].uuid, theirs.uuid])
    #expect(
      try await deleted(NSCompoundPredicate(orPredicateWithSubpredicates: [source, not(late)])) == [
        mine[0].uuid, mine[1].uuid, theirs.uuid,
      ])
    // Unknown properties do not exclude a deletion, whether the predicate is negated or not.
    let many = HKQuery.predicateForQuantitySamples(
      with: .greaterThan, quantity: HKQuantity(unit: .count(), doubleValue: 5))
    #expect(try await deleted(many) == Set(all.map(\.uuid)))
    #expect(try await deleted(not(many)) == Set(all.map(\.uuid)))
  }
}
