import Foundation
import GRDB
import HealthModel
import StoreFiles
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("Registrations for background delivery")
struct DeliveryStoreTests {
  private func request(
    _ type: String = "HKQuantityTypeIdentifierStepCount", client: String = "org.example", command: [String]? = nil
  ) -> DeliveryRegistration {
    DeliveryRegistration(client: client, type: type, frequency: .hourly, timeout: 12.5, command: command)
  }

  @Test("are stored in full with their progress, which registering again keeps")
  func kept() throws {
    let test = try TestStore()
    try test.store.register(request(command: ["/bin/echo", "it's \"odd\"\n"]))
    var seen = try #require(try test.store.deliveries().first)
    #expect(seen.command == ["/bin/echo", "it's \"odd\"\n"] && seen.frequency == .hourly && seen.timeout == 12.5)
    let now = Date(timeIntervalSinceReferenceDate: 800_000_000.25)
    let begun = try #require(try test.store.note(seen) { $0.begin(at: now) })
    #expect(begun.attempt == now)
    // Anyone who read it before that is too late.
    #expect(try test.store.note(seen) { $0.begin(at: now) } == nil)
    seen = try #require(try test.store.note(begun) { $0.miss(at: now.addingTimeInterval(12.5)) })
    #expect(seen.misses == 1 && seen.retry == now.addingTimeInterval(12.5 + 25) && seen.attempt == nil)
    var other = request()
    other.frequency = .weekly
    try test.store.register(other)
    let again = try #require(try test.store.deliveries(ofClient: "org.example").first)
    #expect(again.misses == 1 && again.frequency == .weekly && again.command?.first == "/bin/echo")
    let anchor = StoreAnchor(store: again.anchor.store, sample: 7, deletion: 2)
    try test.store.completeDeliveries(
      client: "org.example", types: [again.type, "unknown"], upTo: anchor, began: now)
    // A late completion undoes nothing.
    try test.store.completeDeliveries(
      client: "org.example", types: [again.type],
      upTo: StoreAnchor(store: again.anchor.store, sample: 5, deletion: 3), began: now)
    let done = try #require(try test.store.deliveries().first)
    #expect(done.misses == 0 && done.last == now && done.anchor.sample == 7 && done.anchor.deletion == 3)
    #expect(try test.store.deliveries().count == 1)
  }

  @Test("one that was stopped starts over when it is registered again")
  func begunAgain() throws {
    let test = try TestStore()
    try test.store.register(request())
    for _ in 0..<3 {
      let seen = try #require(try test.store.deliveries().first)
      _ = try test.store.note(seen) { $0.miss(at: Date()) }
    }
    #expect(try test.store.deliveries().first?.isStopped == true)
    try test.store.register(request())
    #expect(try test.store.deliveries().first?.misses == 0)
  }

  @Test("are removed one by one or by client, and every actual change wakes watchers")
  func takenOut() throws {
    let test = try TestStore()
    let watcher = try StoreWatcher(storePath: test.path)
    for client in ["org.example", "org.other"] {
      for type in ["a", "b", "c"] { try test.store.register(request(type, client: client)) }
    }
    #expect(watcher.drain().hasChanged)
    let change = try test.store.latestChange()
    #expect(try test.store.unregister(client: "org.example", type: "b") == 1)
    #expect(watcher.drain().hasChanged)
    #expect(try test.store.unregister(client: "org.example", type: "b") == 0)
    #expect(!watcher.drain().hasChanged)
    #expect(try test.store.unregister(client: "org.example", type: nil) == 2)
    #expect(try test.store.deliveries().map(\.client) == ["org.other", "org.other", "org.other"])
    // None of this changes the data.
    #expect(try test.store.latestChange() == change)
  }

  @Test("each fact is announced once, no matter which connection announces it")
  func facts() throws {
    let test = try TestStore()
    let other = try Store(path: test.path, access: .write)
    #expect(try test.store.recordFact("2026-11-19", ofKind: "closed move"))
    #expect(try !other.recordFact("2026-11-19", ofKind: "closed move"))
    #expect(try other.recordFact("2026-11-19", ofKind: "closed stand"))
    #expect(try other.recordFact("2026-11-20", ofKind: "closed move"))
    #expect(try test.store.announcedFacts() == ["closed move": ["2026-11-20"], "closed stand": ["2026-11-19"]])
    // Of a kind of which one is remembered, events may return; otherwise not, up to the number that is remembered.
    #expect(try other.recordFact("2026-11-19", ofKind: "closed move"))
    for day in 11...14 { #expect(try other.recordFact("2026-11-\(day)", ofKind: "all closed", remembering: 3)) }
    for day in [14, 12, 13] {
      #expect(try !test.store.recordFact("2026-11-\(day)", ofKind: "all closed", remembering: 3))
    }
    #expect(try test.store.announcedFacts()["all closed"] == ["2026-11-14", "2026-11-13", "2026-11-12"])
    #expect(try other.recordFact("2026-11-11", ofKind: "all closed", remembering: 3))
  }

  @Test("a store of the previous format has none for a reader, and accepts them once a writer has opened it")
  func earlierFormat() throws {
    let directory = try TestDirectory()
    let path = directory.file("health.sqlite")
    try StoreFixture.write(format: 3, to: path)
    let reader = try Store(path: path, access: .read)
    #expect(reader.isOlder)
    #expect(try reader.deliveries().isEmpty && reader.announcedFacts().isEmpty)
    let writer = try Store(path: path, access: .write)
    try writer.register(request())
    #expect(try writer.recordFact("a", ofKind: "b"))
    #expect(try Store(path: path, access: .read).deliveries().count == 1)
  }

  @Test("an observer is reported as running until it ends, even to its own process")
  func presence() throws {
    let directory = try TestDirectory()
    let path = directory.file("health.sqlite")
    func isObserved(_ type: String) -> Bool {
      ObserverPresence.isObserved(storePath: path, client: "org.example", type: type)
    }
    #expect(!isObserved("a"))
    var first: ObserverPresence? = ObserverPresence(storePath: path)
    let second = ObserverPresence(storePath: path)
    first?.add(client: "org.example", type: "a")
    first?.add(client: "org.example", type: "a")
    second.add(client: "org.example", type: "a")
    #expect(isObserved("a") && !isObserved("b"))
    #expect(!ObserverPresence.isObserved(storePath: path, client: "org.exampl", type: "ea"))
    first?.remove(client: "org.example", type: "a")
    second.remove(client: "org.example", type: "a")
    #expect(isObserved("a"))
    try FileManager.default.removeItem(atPath: path + "-observers")
    #expect(!isObserved("a"))
    first?.renew()
    #expect(isObserved("a"))
    first = nil
    #expect(!isObserved("a"))
  }
}
