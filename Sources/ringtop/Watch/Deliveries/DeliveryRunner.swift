import Foundation
import HealthModel
import OpenHealthKit

/// Starts the programs that are registered for changes and do not run, and sees that they take what has changed.
///
/// Never waits: whoever runs it calls `step` when the store has changed, when a child has ended, and at the instant that it
/// names.
struct DeliveryRunner {
  private struct Key: Hashable {
    var client: String
    var type: String

    init(_ registration: DeliveryRegistration) {
      (client, type) = (registration.client, registration.type)
    }
  }

  private struct Started {
    var client: String
    var child: ChildProcess
    /// What it was started for, with the position up to where it is told.
    var deliveries: [(registration: DeliveryRegistration, anchor: StoreAnchor)]
    var isEnded = false
  }

  /// What is known of a registration, so that the log is not read from its anchor at every change.
  private struct Known {
    var anchor: StoreAnchor
    var isPending: Bool
    /// Up to where there is nothing.
    var upTo: StoreAnchor
  }

  private let store: HKHealthStore
  private let environment: [String: String]
  private let report: (String) -> Void
  private var started: [Started] = []
  private var known: [Key: Known] = [:]
  private var toldStopped: Set<Key> = []

  /// - Parameters:
  ///   - environment: what every program finds.
  ///   - report: takes a sentence of what is not as it should be.
  init(store: HKHealthStore, environment: [String: String], report: @escaping (String) -> Void) {
    self.store = store
    self.environment = environment
    self.report = report
  }

  /// Whether nothing runs that was started for a delivery.
  var isIdle: Bool { started.isEmpty }

  /// Does what is due.
  ///
  /// - Returns: when to look again though nothing happens; nil where nothing waits.
  /// - Throws: `StoreError`.
  mutating func step(now: Date) throws -> Date? {
    try reap(now: now)
    var next: Date?
    func look(at instant: Date) { next = min(next ?? instant, instant) }
    var due: [(registration: DeliveryRegistration, anchor: StoreAnchor)] = []
    let registrations = try store.deliveries()
    for registration in registrations {
      let key = Key(registration)
      // Nobody can be started: whoever starts the program by hand brings its observers.
      guard registration.command != nil || registration.attempt != nil else { continue }
      let news = try news(for: registration)
      switch registration.step(isPending: news.isPending, now: now) {
      case .idle: break
      case .stopped:
        if news.isPending, toldStopped.insert(key).inserted { report(Self.stopped(registration)) }
        continue
      case .wait(let instant): look(at: instant)
      case .missed:
        try miss(registration, now: now, why: "took longer than \(registration.timeout.secondsText) seconds")
        look(at: now)
      case .due:
        if store.isObserved(registration) {
          // It takes care itself, unless it ends before it has.
          look(at: now.addingTimeInterval(registration.timeout + 1))
        } else if !started.contains(where: { $0.client == registration.client && !$0.isEnded }) {
          due.append((registration, news.upTo))
        }
      }
      toldStopped.remove(key)
    }
    known = known.filter { key, _ in registrations.contains { Key($0) == key } }
    for command in Set(due.compactMap(\.registration.command)) {
      let group = due.filter { $0.registration.command == command }
      for client in Set(group.map(\.registration.client)) {
        let deliveries = group.filter { $0.registration.client == client }
        if let end = try start(command, client: client, deliveries, now: now) { look(at: end) }
      }
    }
    return next
  }

  private mutating func news(for registration: DeliveryRegistration) throws -> Known {
    let key = Key(registration)
    let before = known[key].flatMap { $0.anchor == registration.anchor ? $0 : nil }
    if let before, before.isPending { return before }
    let (isPending, upTo) = try store.news(for: registration, after: before?.upTo)
    let now = Known(anchor: registration.anchor, isPending: isPending, upTo: upTo)
    known[key] = now
    return now
  }

  /// - Returns: when the delivery must be complete; nil where another program was first, or it could not be started.
  private mutating func start(
    _ command: [String], client: String, _ deliveries: [(registration: DeliveryRegistration, anchor: StoreAnchor)],
    now: Date
  ) throws -> Date? {
    var begun: [(registration: DeliveryRegistration, anchor: StoreAnchor)] = []
    for (registration, anchor) in deliveries {
      if let noted = try store.note(registration, { $0.begin(at: now) }) { begun.append((noted, anchor)) }
    }
    guard !begun.isEmpty else { return now }
    do {
      let types = begun.map { TypeName.short(for: $0.registration.type) }.sorted().joined(separator: ",")
      let child = try ChildProcess(
        command[0], Array(command.dropFirst()), streams: .report,
        environment: environment.merging([
          "RINGTOP_DELIVERY_TYPES": types, "RINGTOP_STORE": store.configuration.path,
        ]) { $1 }, leadsGroup: true)
      try? child.input?.close()
      started.append(Started(client: client, child: child, deliveries: begun))
      return begun.map { $0.registration.attempt?.addingTimeInterval($0.registration.timeout) ?? now }.min()
    } catch {
      let reason = Failure(error).sentence
      for (registration, _) in begun { try miss(registration, now: now, why: nil) }
      report("\(client) cannot be told of changes: \(reason)")
      return now
    }
  }

  /// Takes note of the programs that have ended.
  private mutating func reap(now: Date) throws {
    for index in started.indices.reversed() {
      guard let code = started[index].child.exitCode else { continue }
      let ended = started.remove(at: index)
      let current = try store.deliveries()
      for (registration, anchor) in ended.deliveries {
        // What it has completed by itself is no longer under way.
        let open = current.first { Key($0) == Key(registration) && $0.attempt == registration.attempt }
        guard let open else { continue }
        if registration.completesByExit, code == 0 {
          try store.completeDelivery(of: registration, upTo: anchor, began: registration.attempt ?? now)
        } else {
          try miss(open, now: now, why: ended.isEnded ? nil : "ended with code \(code)")
        }
      }
    }
  }

  /// Notes a miss and says what comes of it.
  private mutating func miss(_ registration: DeliveryRegistration, now: Date, why: String?) throws {
    guard let noted = try store.note(registration, { $0.miss(at: now) }) else { return }
    // One that observes is alive and may have been slow; any other has failed.
    for index in started.indices
    where started[index].client == registration.client && !store.isObserved(registration) {
      started[index].isEnded = true
      kill(-started[index].child.identifier, SIGKILL)
    }
    if noted.isStopped {
      toldStopped.insert(Key(noted))
      report(Self.stopped(noted))
    } else if let why {
      let type = TypeName.short(for: noted.type)
      report("\(noted.client) has not taken \(type): it \(why); it is started again in \(noted.pause.secondsText) s.")
    }
  }

  private static func stopped(_ registration: DeliveryRegistration) -> String {
    """
    \(registration.client) is told of \(TypeName.short(for: registration.type)) no more: \
    \(DeliveryRegistration.mostMisses) deliveries in a row were not completed. It begins again when it is registered again.
    """
  }
}
