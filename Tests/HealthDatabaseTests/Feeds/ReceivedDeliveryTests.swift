import Foundation
import GRDB
import HealthModel
import StoreFiles
import Testing

@testable import HealthDatabase
@testable import HealthQueries
@testable import StoreCare

@Suite("The log of deliveries")
struct ReceivedDeliveryTests {
  private func delivery(_ number: Int) -> ReceivedDelivery {
    var delivery = ReceivedDelivery(
      time: date("2026-03-02 12:00") + Double(number), sender: "phone", feed: "health-auto-export")
    (delivery.received, delivery.stored, delivery.unchanged, delivery.covered) = (number, 2, 3, 4)
    (delivery.replaced, delivery.skipped, delivery.skipCounts) = (5, 6, ["unknownType": 4, "badDate": 2])
    return delivery
  }

  @Test("keeps everything, the newest first and not more than its limit, and is no change of the data")
  func kept() throws {
    let test = try TestStore()
    let watcher = try StoreWatcher(storePath: test.path)
    let change = try test.store.latestChange()
    var refused = ReceivedDelivery(
      time: date("2026-03-01 12:00"), sender: "", feed: "samples", problem: "It is no JSON.")
    refused.problem = String(repeating: "x", count: 10_000)
    refused.skipCounts = Dictionary(uniqueKeysWithValues: (1...100).map { ("reason \($0)", $0) })
    try test.store.log(refused)
    try test.store.log(delivery(1))
    let reader = try Store(path: test.path, access: .read)
    let log = try reader.receivedDeliveries()
    #expect(log.count == 2 && log[0] == delivery(1))
    #expect(log[1].problem?.count == 300 && log[1].sender == "")
    // Those with the highest counts.
    #expect(log[1].skipCounts.count == 20 && log[1].skipCounts["reason 81"] == 81)
    for number in 2...600 { try test.store.log(delivery(number)) }
    #expect(try reader.receivedDeliveries() == (101...600).reversed().map(delivery))
    #expect(try reader.receivedDeliveries(limit: 2) == [delivery(600), delivery(599)])
    #expect(try test.store.latestChange() == change && !watcher.drain().hasChanged)
    #expect(try StoreCheck.run(path: test.path, repairs: false).isSound)
  }

  @Test("is created in a store that lacks it, and a reader of such a store finds none")
  func created() throws {
    let test = try TestStore()
    try test.store.write { db in try db.execute(sql: "DROP TABLE received") }
    let reader = try Store(path: test.path, access: .read)
    #expect(try reader.receivedDeliveries().isEmpty)
    let writer = try Store(path: test.path, access: .write)
    try writer.log(delivery(1))
    try test.store.log(delivery(2))
    #expect(try reader.receivedDeliveries() == [delivery(2), delivery(1)])
    let directory = try TestDirectory()
    let path = directory.file("health.sqlite")
    try StoreFixture.write(format: 3, to: path)
    #expect(try Store(path: path, access: .read).receivedDeliveries().isEmpty)
  }

  @Test("an entry of a delivery that fails is not kept")
  func rolledBack() throws {
    struct Cut: Error {}
    let test = try TestStore()
    let options = FeedOptions(feed: "phone", replacement: .sameStart, now: date("2026-03-02 12:00"), systemZone: "GMT")
    #expect(throws: Cut.self) {
      try test.store.receive(options) { session in
        try session.log(delivery(1))
        throw Cut()
      }
    }
    #expect(try test.store.receivedDeliveries().isEmpty)
    _ = try test.store.receive(options) { session in try session.log(delivery(2)) }
    #expect(try test.store.receivedDeliveries() == [delivery(2)])
  }
}
