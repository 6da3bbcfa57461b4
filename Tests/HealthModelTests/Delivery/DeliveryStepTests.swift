import Foundation
import HealthModel
import Testing

/// Checks the timing of deliveries against rules, over the complete runs of random clients.
@Suite("Timing of background delivery")
struct DeliveryStepTests {
  private static let start = Date(timeIntervalSinceReferenceDate: 800_000_000)

  /// The events of a client's run, in seconds.
  private enum Event: Hashable {
    case commit(Int)
    case begin(Int)
    case complete(began: Int, at: Int)
    case miss(Int)
  }

  /// A small seeded generator, which gives the same numbers on every machine.
  private struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  /// Runs a registration like a program that sleeps until the time that the step returned.
  private func course(_ registration: DeliveryRegistration, commits: [Int], random: inout Random) -> [Event] {
    var registration = registration
    var events: [Event] = []
    var commits = commits[...]
    var now = 0
    var latest = 0
    // When the client completes the current delivery, and up to which commit it was notified.
    var completion: (at: Int, upTo: Int)?
    for _ in 0..<2_000 {
      while let commit = commits.first, commit <= now {
        events.append(.commit(commit))
        latest += 1
        commits.removeFirst()
      }
      if let (at, upTo) = completion, at <= now {
        let began = registration.attempt.map { Int($0.timeIntervalSince(Self.start)) } ?? -1
        registration.complete(upTo: StoreAnchor(sample: Int64(upTo)), began: registration.attempt ?? Self.start)
        events.append(.complete(began: began, at: at))
        completion = nil
      }
      let isPending = registration.anchor.sample < latest
      var wake: Int?
      switch registration.step(isPending: isPending, now: Self.start + Double(now)) {
      case .idle, .stopped: break
      case .due:
        registration.begin(at: Self.start + Double(now))
        events.append(.begin(now))
        // Most clients complete in time, some do not.
        completion =
          Int.random(in: 0..<10, using: &random) < 6 ? (now + .random(in: 0...29, using: &random), latest) : nil
        continue
      case .missed:
        registration.miss(at: Self.start + Double(now))
        events.append(.miss(now))
        completion = nil
        continue
      case .wait(let until):
        wake = Int(until.timeIntervalSince(Self.start))
        #expect(until > Self.start + Double(now))
      }
      guard let next = [wake, commits.first, completion?.at].compactMap(\.self).min() else { return events }
      now = max(now, next)
    }
    Issue.record("A client never came to rest")
    return events
  }

  @Test(
    "each delivery begins at the earliest time that its period and pauses allow, and none after three misses",
    arguments: 0..<300)
  func earliest(seed: Int) {
    var random = Random(state: UInt64(seed) &* 7_919 &+ 1)
    let frequency = DeliveryFrequency.allCases[seed % 4]
    let period = Int(frequency.period)
    let span = max(600, period * 4)
    let commits = (0..<20).map { _ in Int.random(in: 0...span, using: &random) }.sorted()
    let timeout = 30
    let registration = DeliveryRegistration(
      client: "org.example", type: "x", frequency: frequency, timeout: Double(timeout))
    let events = course(registration, commits: commits, random: &random)

    // The state so far: the first commit that no completed delivery covered, and what delays the next delivery.
    var told = 0
    var seen = 0
    var toldByCurrent = 0
    var lastCompleted: (began: Int, at: Int)?
    var misses: [Int] = []
    var current: Int?
    for event in events {
      switch event {
      case .commit: seen += 1
      case .begin(let at):
        #expect(misses.count < 3)
        #expect(current == nil)
        #expect(told < seen)
        // The naive rule: the latest of these.
        var earliest = commits[told]
        if let lastCompleted { earliest = max(earliest, lastCompleted.began + period, lastCompleted.at) }
        if misses.count == 1 { earliest = max(earliest, misses[0] + 60) }
        if misses.count == 2 { earliest = max(earliest, misses[1] + 240) }
        #expect(at == earliest)
        (current, toldByCurrent) = (at, seen)
      case .complete(let began, let at):
        #expect(began == current)
        (told, lastCompleted, current, misses) = (toldByCurrent, (began, at), nil, [])
      case .miss(let at):
        #expect(at == (current ?? -1) + timeout)
        current = nil
        misses.append(at)
      }
    }
    #expect(current == nil)
    #expect(seen == commits.count)
    // Commits are left undelivered only if the registration has stopped.
    #expect(told == seen || misses.count == 3)
  }

  @Test("a clock that was set back does not delay a delivery beyond its limits")
  func clockSetBack() {
    let now = Self.start
    var registration = DeliveryRegistration(client: "a", type: "b", frequency: .weekly)
    registration.last = now.addingTimeInterval(1_000_000)
    #expect(registration.step(isPending: true, now: now) == .due)
    registration.last = nil
    registration.misses = 1
    registration.retry = now.addingTimeInterval(1_000_000)
    #expect(registration.step(isPending: true, now: now) == .due)
    registration.attempt = now.addingTimeInterval(1_000_000)
    #expect(registration.step(isPending: true, now: now) == .missed)
  }
}
