package import Configuration
import Dispatch
import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Processes
import Sharing
import StoreFiles

/// Reads the rings of friends from their servers, or from stores on this machine, and keeps their last known states.
package struct FriendFollower: Sendable {
  private let friends: [Friend]
  private let records: FriendRecords
  private let now: @Sendable () -> Date

  /// The days read at every connection: those of every view, and of all competitions that may be begun.
  private static let dayCount = FriendList.oldestStart + 7
  private static let mostBytes = 1 << 20
  /// Three comments of the server are missing.
  private static let longestSilence = Duration.seconds(50)
  /// In seconds, between two states of a friend that are kept: each is written to a file.
  private static let pause = 0.1

  /// - Throws: `Failure` if the list of friends cannot be read.
  package init(_ environment: Environment) throws {
    friends = try FriendList(environment.variables).friends()
    records = FriendRecords(environment.variables)
    now = environment.now
  }

  // MARK: - Once

  /// Reads all friends at the same time. Those who do not respond in time keep their last state.
  package func refresh(timeout: Duration) {
    let finished = DispatchSemaphore(value: 0)
    let deadline = ContinuousClock.now + timeout
    var started = 0
    for friend in friends {
      let read: @Sendable () -> Void = {
        _ = self.update(friend, until: deadline)
        finished.signal()
      }
      if (try? WorkerThread.start(read)) != nil { started += 1 }
    }
    // A little longer than the threads wait.
    let end = DispatchTime.now() + timeout / .seconds(1) + 0.5
    for _ in 0..<started { _ = finished.wait(timeout: end) }
  }

  /// Reads a friend once.
  ///
  /// - Returns: why that failed, and whether the last known state changed.
  private func update(_ friend: Friend, until deadline: ContinuousClock.Instant) -> (RemoteProblem?, changed: Bool) {
    do {
      let days = try read(friend, until: deadline)
      let today = days.last.flatMap { Day($0.date) }
      return (nil, records.update(friend) { $0.merge(days, today: today, at: now()) })
    } catch {
      return (error, records.update(friend) { $0.fail(error.sentence, isRefused: error.kind == .token) })
    }
  }

  /// The last days, ascending; the last one is the friend's current day.
  private func read(_ friend: Friend, until deadline: ContinuousClock.Instant) throws(RemoteProblem) -> [SummaryJSON] {
    guard RemoteAddress.isAddress(friend.place) else { return try readStore(friend) }
    do {
      let address = try RemoteAddress(friend.place)
      let exchange = try HTTPExchange(address, until: deadline)
      let from = Day.containing(now().timeIntervalSince1970).day - Self.dayCount
      let path = "/v1/summary?from=\(from)&to=today"
      let head = try exchange.ask("GET", path, headers: Self.headers(friend, "application/json"), until: deadline)
      try Self.check(head, of: address, friend)
      var body: [UInt8] = []
      while let bytes = try exchange.read(until: deadline) {
        body += bytes
        guard body.count <= Self.mostBytes else { throw Self.unexpected(address) }
      }
      guard let days = try? JSONDecoder().decode([SummaryJSON].self, from: Data(body)),
        days.count <= 2 * Self.dayCount, days.allSatisfy({ $0.summary != nil })
      else { throw Self.unexpected(address) }
      guard days.allSatisfy(hasBegun) else {
        throw RemoteProblem(.unexpected, "\(address) has days that have not begun anywhere. Is its clock right?")
      }
      return days.sorted { $0.date < $1.date }
    } catch let problem as RemoteProblem {
      throw problem
    } catch {
      throw RemoteProblem(.unexpected, Failure(error).sentence)
    }
  }

  /// Whether it may be anybody's current day, or an earlier one: days to come must not give points.
  private func hasBegun(_ summary: SummaryJSON) -> Bool {
    Day(summary.date).map { $0 <= Day.containing(now().timeIntervalSince1970).day + 1 } ?? false
  }

  private func readStore(_ friend: Friend) throws(RemoteProblem) -> [SummaryJSON] {
    do {
      let store = try StoreConnection(path: friend.place, timeout: 1).reading()
      let today = try store.summary(at: now()).day
      return try store.summaries((today - Self.dayCount)...today).map(SummaryJSON.init)
    } catch {
      throw RemoteProblem(.unreachable, Failure(error).sentence)
    }
  }

  private static func headers(_ friend: Friend, _ type: String) -> [(String, String)] {
    [("Authorization", "Bearer \(friend.token ?? "")"), ("Accept", type)]
  }

  private static func check(_ head: HTTPExchange.Head, of address: RemoteAddress, _ friend: Friend) throws {
    switch head.status {
    case 401, 403:
      throw RemoteProblem(.token, "\(address) does not accept the token for \(friend.name).")
    default: try StoreMirror.check(head, of: address)
    }
  }

  private static func unexpected(_ address: RemoteAddress) -> RemoteProblem {
    RemoteProblem(.unexpected, "The response of \(address) is not the rings of a friend.")
  }

  // MARK: - Following

  /// Stays connected to all friends for the lifetime of the process, on a thread for each.
  ///
  /// - Parameter changed: called on these threads when a last known state has changed.
  /// - Throws: `WorkerThread.Unavailable`.
  package func follow(_ changed: @escaping @Sendable () -> Void) throws {
    for friend in friends {
      try WorkerThread.start(stackSize: 1 << 20) { [self] in
        if RemoteAddress.isAddress(friend.place) { follow(friend, changed) } else { followStore(friend, changed) }
      }
    }
  }

  /// A lost connection is restored with increasing delays. Only if that fails is the friend offline.
  private func follow(_ friend: Friend, _ changed: @Sendable () -> Void) -> Never {
    var backoff = Backoff()
    while true {
      let (problem, isNew) = update(friend, until: .now + .seconds(5))
      if isNew { changed() }
      let began = ContinuousClock.now
      var duration: Duration?
      if problem == nil, let heard = try? listen(to: friend, changed) {
        records.update(friend) { $0.confirm(at: heard) }
        duration = .now - began
      }
      Thread.sleep(forTimeInterval: backoff.wait(after: duration, isRefused: problem?.kind == .token))
    }
  }

  /// Keeps the rings that the server announces, until the connection ends.
  ///
  /// - Returns: when the server was last heard of. The machine may have slept since.
  /// - Throws: an error without a connection.
  func listen(to friend: Friend, _ changed: () -> Void) throws -> Date {
    let address = try RemoteAddress(friend.place)
    let deadline = ContinuousClock.now + .seconds(5)
    let exchange = try HTTPExchange(address, until: deadline)
    let headers = Self.headers(friend, "text/event-stream")
    try Self.check(try exchange.ask("GET", "/v1/events", headers: headers, until: deadline), of: address, friend)
    var reader = EventReader()
    var heard = now()
    while let bytes = try? exchange.read(until: .now + Self.longestSilence),
      let events = try? reader.take(bytes, from: address)
    {
      heard = now()
      guard let event = events.last(where: { $0.name == "summary" }), event.data != "null" else { continue }
      guard let day = try? JSONDecoder().decode(DayJSON.self, from: Data(event.data.utf8)), let current = day.day,
        let today = current.summary?.day, hasBegun(current), day.week.count <= 7
      else { return heard }
      // The days to come of the week are no data.
      let days = day.week.filter { $0.date < current.date } + [current]
      if records.update(friend, { $0.merge(days, today: today, at: now()) }) { changed() }
      Thread.sleep(forTimeInterval: Self.pause)
    }
    return heard
  }

  /// Waits for the store's signal, or a minute, in which a day may have begun.
  private func followStore(_ friend: Friend, _ changed: @Sendable () -> Void) -> Never {
    let connection = StoreConnection(path: friend.place, timeout: 1)
    var watch: StoreWatcher?
    while true {
      if watch == nil { watch = try? StoreWatcher(connection) }
      if update(friend, until: .now).changed { changed() }
      var polled = pollfd(fd: watch?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
      _ = poll(&polled, 1, 60_000)
      _ = watch?.drain()
    }
  }
}
