import Foundation
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries
@testable import StoreFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Polling a store that the system cannot watch")
struct PollingStoreWatcherTests {
  private func isReadable(_ poller: PollingStoreWatcher, within milliseconds: Int32 = 10_000) -> Bool {
    var descriptor = pollfd(fd: poller.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, milliseconds) == 1
  }

  @Test("reports commits, the removal of a store and its creation, and nothing else")
  func news() throws {
    let test = try TestStore()
    let poller = try #require(PollingStoreWatcher(storePath: test.path, every: .milliseconds(10)))
    #expect(!isReadable(poller, within: 100))
    for number in 0..<3 {
      var tables = FakeTables()
      var batch = SampleBatch()
      batch.samples = [tables.record(.energy(1, at: date("2026-11-19 00:00") + Double(number) * 60))]
      batch.tables = tables.tables
      try test.store.save(batch)
      #expect(isReadable(poller))
      #expect(poller.drain() == StoreWatcher.Events(hasChanged: true, wasReplaced: false))
      #expect(!isReadable(poller, within: 50))
    }
    let aside = test.path + ".aside"
    try FileManager.default.moveItem(atPath: test.path, toPath: aside)
    #expect(isReadable(poller))
    #expect(poller.drain().wasReplaced)
    try FileManager.default.moveItem(atPath: aside, toPath: test.path)
    #expect(isReadable(poller))
    #expect(poller.drain().wasReplaced)
  }
}
