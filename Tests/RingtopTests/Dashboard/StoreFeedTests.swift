import Curses
import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import StoreFiles
import TerminalModel
import TestSupport
import Testing

@testable import Dashboard
@testable import ringtop

/// The dashboard's own parts, without a terminal, on a real store to which another process writes.
@Suite("Changes of the store in the dashboard", .serialized, .programs, .timeLimit(.minutes(10)))
struct StoreFeedTests {
  private final class Reader {
    let feed: StoreFeed
    let watch: StoreWatcher
    var app: App
    private let waker: Waker

    init(_ sandbox: Sandbox) throws {
      let store = StoreConnection(path: sandbox.store)
      let now = try Date(Sandbox.clock, strategy: .iso8601)
      waker = try Waker()
      feed = StoreFeed(store: store, clock: { now }, waker: waker)
      watch = try StoreWatcher(store)
      let today = try store.reading().day(at: now)
      // Large enough for workouts, heart rate and the best values of all days.
      app = App(today: today, now: now, size: CellSize(columns: 200, rows: 60))
    }

    /// Passes on events until nothing happens for a while, and returns the queries.
    func settle(_ events: [DashboardEvent] = []) -> [AnyQuery] {
      var loads: [AnyQuery] = []
      var events = events
      while true {
        for event in events {
          let effects = app.update(event, now: app.context.now)
          let wanted = effects.compactMap { effect -> AnyQuery? in
            if case .load(let query) = effect { query } else { nil }
          }
          loads += wanted
          feed.load(wanted)
        }
        var polled = [waker.descriptor, watch.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&polled, 2, 700) > 0 else { return loads }
        if polled[1].revents != 0 {
          let change = watch.drain()
          if change.hasChanged { feed.loadChanges(isAnother: change.wasReplaced) }
        }
        waker.acknowledge()
        events = feed.takeEvents()
      }
    }
  }

  @Test("Steps before and after the days with rings are data, as of a phone without a watch")
  func phone() async throws {
    let sandbox = try Sandbox()
    #expect(try await sandbox.ringtop("add", "steps", "100", "--at", "2026-11-01 10:00").code == 0)
    #expect(try await sandbox.ringtop("add", "move", "20kcal", "--at", "2026-11-05 10:00").code == 0)
    #expect(try await sandbox.ringtop("add", "steps", "200").code == 0)
    let reader = try Reader(sandbox)
    reader.feed.loadStatus()
    _ = reader.settle()
    #expect(reader.app.context.store.newest == reader.app.context.today)
    #expect(reader.app.context.store.oldest == Day("2026-11-01"))
  }

  @Test("A commit to another day or type causes no read, and one to displayed data reads only that data")
  func changes() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 400))
    let reader = try Reader(sandbox)
    reader.feed.loadStatus()
    #expect(reader.settle().contains(AnyQuery(ActivityQuery(reader.app.context.today))))
    // There are no pending requests.
    #expect(reader.settle().isEmpty)
    func add(_ arguments: String...) async throws -> [AnyQuery] {
      let ending = try await Program.run([Program.ringtop, "add"] + arguments, environment: sandbox.environment)
      #expect(ending.code == 0, "\(ending.errors)")
      return reader.settle()
    }
    #expect(try await add("bodyMass", "70kg").isEmpty)
    // Only the best values of all days may have changed.
    #expect(try await add("move", "20kcal", "--at", "2025-12-01 10:00") == [AnyQuery(RecordsQuery())])
    // A heart rate is one of the day's, and may be one of the night's.
    let today = reader.app.context.today
    let night = NightStateQuery(day: today)
    let asked = try await add("heartRate", "61bpm")
    #expect(Set(asked) == [AnyQuery(DetailsQuery(today)), AnyQuery(night)], "\(asked)")
    let moved = try await add("move", "100kcal")
    #expect(moved.contains(AnyQuery(ActivityQuery(reader.app.context.today))))
    #expect(reader.app.context.summary?.move.value == 420)
    // Goals have no type, and may affect any day.
    #expect(try await sandbox.ringtop("goals", "set", "--move", "700").code == 0)
    _ = reader.settle()
    #expect(reader.app.context.summary?.move.goal == 700)
  }

  @Test("a store with workouts or weights alone is not called empty, and opens its screens")
  func withoutRings() async throws {
    for arguments in [["heartRate", "60"], ["bodyMass", "80", "kg"]] {
      let sandbox = try Sandbox()
      _ = try await sandbox.ringtop(words: ["add"] + arguments)
      let reader = try Reader(sandbox)
      reader.feed.loadStatus()
      _ = reader.settle()
      #expect(reader.app.context.store.hasData, "\(arguments)")
    }
  }
}
