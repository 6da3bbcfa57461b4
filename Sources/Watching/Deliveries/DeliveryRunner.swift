import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Processes
import StoreFiles

/// Starts the programs that are registered for changes and are not running, and monitors their deliveries.
///
/// Never blocks: the caller calls `step` when the store has changed, when a child has ended, and at the instant that
/// it returns.
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
    /// The registrations for which it was started, with the anchor of each delivery.
    var deliveries: [(registration: DeliveryRegistration, anchor: StoreAnchor)]
    var isEnded = false
  }

  /// The cached state of a registration, so that the log is not read from its anchor at every change.
  private struct Known {
    var anchor: StoreAnchor
    var isPending: Bool
    /// The position up to which there are no relevant changes.
    var upTo: StoreAnchor
  }

  private let store: StoreConnection
  private let environment: [String: String]
  private let report: (String) -> Void
  private var started: [Started] = []
  private var known: [Key: Known] = [:]
  private var reportedStopped: Set<Key> = []
  private let approvals: CommandApprovals
  private var reportedCommands: Set<[String]> = []

  /// - Parameters:
  ///   - environment: the environment of all programs.
  ///   - report: receives an error message.
  init(store: StoreConnection, environment: [String: String], report: @escaping (String) -> Void) {
    self.store = store
    self.environment = environment
    self.report = report
    approvals = CommandApprovals(environment: environment)
  }

  /// Whether no program started for a delivery is running.
  var isIdle: Bool { started.isEmpty }

  /// Performs the due steps.
  ///
  /// - Returns: when to call again even if nothing happens; nil if nothing is pending.
  /// - Throws: `StoreError`.
  mutating func step(now: Date) throws -> Date? {
    try reap(now: now)
    var next: Date?
    func schedule(at instant: Date) { next = min(next ?? instant, instant) }
    var due: [(registration: DeliveryRegistration, anchor: StoreAnchor)] = []
    let registrations = try store.reading().deliveries().map { withoutForeignCommand($0) }
    for registration in registrations {
      let key = Key(registration)
      // It has no command: when its user starts it, its observers receive the changes.
      guard registration.command != nil || registration.attempt != nil else { continue }
      let pendingChanges = try pendingChanges(for: registration)
      switch registration.step(isPending: pendingChanges.isPending, now: now) {
      case .idle: break
      case .stopped:
        if pendingChanges.isPending, reportedStopped.insert(key).inserted { report(Self.stopped(registration)) }
        continue
      case .wait(let instant): schedule(at: instant)
      case .missed:
        try miss(registration, now: now, why: "took longer than \(registration.timeout.secondsWords)")
        schedule(at: now)
      case .due:
        if isObserved(registration) {
          // It completes the delivery itself, unless it ends before that.
          schedule(at: now.addingTimeInterval(registration.timeout + 1))
        } else if !started.contains(where: { $0.client == registration.client && !$0.isEnded }) {
          due.append((registration, pendingChanges.upTo))
        }
      }
      reportedStopped.remove(key)
    }
    known = known.filter { key, _ in registrations.contains { Key($0) == key } }
    for command in Set(due.compactMap(\.registration.command)) {
      let group = due.filter { $0.registration.command == command }
      for client in Set(group.map(\.registration.client)) {
        let deliveries = group.filter { $0.registration.client == client }
        if let end = try start(command, client: client, deliveries, now: now) { schedule(at: end) }
      }
    }
    return next
  }

  /// The registration without its command if that was not approved on this machine, which is reported once.
  private mutating func withoutForeignCommand(_ registration: DeliveryRegistration) -> DeliveryRegistration {
    guard let command = registration.command, !approvals.commands(store: store.path).contains(command) else {
      return registration
    }
    if reportedCommands.insert(command).inserted {
      report(
        "\(registration.client) is not started, because nobody on this machine has allowed its command: "
          + "\(command.joined(separator: " ")). Use \"ringtop deliver allow \(registration.client)\" to allow it.")
    }
    var registration = registration
    registration.command = nil
    return registration
  }

  private mutating func pendingChanges(for registration: DeliveryRegistration) throws -> Known {
    let key = Key(registration)
    let before = known[key].flatMap { $0.anchor == registration.anchor ? $0 : nil }
    if let before, before.isPending { return before }
    let (isPending, upTo) = try store.reading().pendingChanges(for: registration, after: before?.upTo)
    let now = Known(anchor: registration.anchor, isPending: isPending, upTo: upTo)
    known[key] = now
    return now
  }

  /// - Returns: the deadline of the delivery; nil if another process was first, or the program could not be started.
  private mutating func start(
    _ command: [String], client: String, _ deliveries: [(registration: DeliveryRegistration, anchor: StoreAnchor)],
    now: Date
  ) throws -> Date? {
    var begun: [(registration: DeliveryRegistration, anchor: StoreAnchor)] = []
    for (registration, anchor) in deliveries {
      if let noted = try store.writing().note(registration, { $0.begin(at: now) }) { begun.append((noted, anchor)) }
    }
    guard !begun.isEmpty else { return now }
    do {
      let types = begun.map { TypeName.short(for: $0.registration.type) }.sorted().joined(separator: ",")
      let child = try ChildProcess(
        command[0], Array(command.dropFirst()), streams: .report,
        environment: environment.merging([
          "RINGTOP_DELIVERY_TYPES": types, "RINGTOP_STORE": store.path,
        ]) { $1 }, leadsGroup: true)
      try? child.input?.close()
      started.append(Started(client: client, child: child, deliveries: begun))
      return begun.map { $0.registration.attempt?.addingTimeInterval($0.registration.timeout) ?? now }.min()
    } catch {
      let reason = Failure(error).sentence
      for (registration, _) in begun { try miss(registration, now: now, why: nil) }
      report("\(client) cannot be notified of changes: \(reason)")
      return now
    }
  }

  /// Handles programs that have ended.
  private mutating func reap(now: Date) throws {
    for index in started.indices.reversed() {
      guard let code = started[index].child.exitCode else { continue }
      let ended = started.remove(at: index)
      let current = try store.reading().deliveries()
      for (registration, anchor) in ended.deliveries {
        // Deliveries that it has completed itself are no longer in progress.
        let open = current.first { Key($0) == Key(registration) && $0.attempt == registration.attempt }
        guard let open else { continue }
        if registration.completesByExit, code == 0 {
          try store.writing().completeDeliveries(
            client: registration.client, types: [registration.type], upTo: anchor, began: registration.attempt ?? now)
        } else {
          try miss(open, now: now, why: ended.isEnded ? nil : "ended with code \(code)")
        }
      }
    }
  }

  /// Records a miss and reports its consequence.
  private mutating func miss(_ registration: DeliveryRegistration, now: Date, why: String?) throws {
    guard let noted = try store.writing().note(registration, { $0.miss(at: now) }) else { return }
    // A running observer may only have been slow; any other program has failed.
    for index in started.indices
    where started[index].client == registration.client && !isObserved(registration) {
      started[index].isEnded = true
      kill(-started[index].child.identifier, SIGKILL)
    }
    if noted.isStopped {
      reportedStopped.insert(Key(noted))
      report(Self.stopped(noted))
    } else if let why {
      let type = TypeName.short(for: noted.type)
      report(
        "\(noted.client) did not complete the delivery of \(type): it \(why); it will be started again in \(noted.pause.secondsText) s."
      )
    }
  }

  /// Whether a process of the client is running with an observer of the type, which handles changes itself.
  private func isObserved(_ registration: DeliveryRegistration) -> Bool {
    ObserverPresence.isObserved(storePath: store.path, client: registration.client, type: registration.type)
  }

  private static func stopped(_ registration: DeliveryRegistration) -> String {
    """
    \(registration.client) is no longer notified of \(TypeName.short(for: registration.type)): \
    \(DeliveryRegistration.mostMisses) deliveries in a row were not completed. Register it again to resume.
    """
  }
}
