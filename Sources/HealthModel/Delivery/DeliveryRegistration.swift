package import FoundationEssentials

/// The maximum frequency of deliveries to a client. The raw values are HealthKit's and the store's.
package enum DeliveryFrequency: Int, Sendable, Hashable, CaseIterable {
  case immediate = 1
  case hourly = 2
  case daily = 3
  case weekly = 4

  /// The minimum number of seconds between two deliveries.
  package var period: Double {
    switch self {
    case .immediate: 0
    case .hourly: 3_600
    case .daily: 86_400
    case .weekly: 604_800
    }
  }

  package var name: String {
    switch self {
    case .immediate: "immediate"
    case .hourly: "hourly"
    case .daily: "daily"
    case .weekly: "weekly"
    }
  }
}

/// A client's registration for changes of a type, delivered even while it is not running, and the state of its
/// deliveries.
///
/// A delivery begins when the client's observers are called, or when its command is started, and completes when the
/// client says so. One that is not completed in time is missed, and is retried after a pause; after three misses in a
/// row nothing more is delivered.
package struct DeliveryRegistration: Sendable, Hashable {
  /// The client's bundle identifier.
  package var client: String
  /// The identifier of the type.
  package var type: String
  package var frequency: DeliveryFrequency
  /// Seconds until a delivery times out.
  package var timeout: Double
  /// The command that starts the client: a program and its arguments. nil if it cannot be started.
  package var command: [String]?
  /// Whether exit code 0 of the command completes a delivery, for programs that do not use observers.
  package var completesByExit: Bool
  /// Whether the client needs the user's permission to read.
  package var asksPermission: Bool
  /// The last change that was delivered.
  package var anchor: StoreAnchor
  /// When the last completed delivery began.
  package var last: Date?
  /// When the delivery in progress began.
  package var attempt: Date?
  /// How many deliveries in a row were missed.
  package var misses: Int
  /// When a missed delivery may be retried.
  package var retry: Date?

  package init(
    client: String, type: String, frequency: DeliveryFrequency, timeout: Double = Self.standardTimeout,
    command: [String]? = nil, completesByExit: Bool = false, asksPermission: Bool = false,
    anchor: StoreAnchor = StoreAnchor(), last: Date? = nil, attempt: Date? = nil, misses: Int = 0, retry: Date? = nil
  ) {
    self.client = client
    self.type = type
    self.frequency = frequency
    self.timeout = timeout
    self.command = command
    self.completesByExit = completesByExit
    self.asksPermission = asksPermission
    self.anchor = anchor
    self.last = last
    self.attempt = attempt
    self.misses = misses
    self.retry = retry
  }

  /// The default timeout of a delivery, in seconds.
  package static let standardTimeout = 30.0
  /// The shortest and the longest allowed timeout of a delivery, in seconds.
  package static let timeouts = 0.1...86_400.0
  /// The number of consecutive misses after which deliveries end.
  package static let mostMisses = 3
}

// MARK: - Next step

extension DeliveryRegistration {
  /// The next step for a registration at an instant.
  package enum Step: Hashable, Sendable {
    /// Nothing has changed.
    case idle
    /// Deliver now.
    case due
    /// Wait until this instant, which is in the future.
    case wait(until: Date)
    /// The delivery in progress was not completed in time.
    case missed
    /// Too many were missed: deliver nothing until the client registers again or completes a delivery after all.
    case stopped
  }

  package var isStopped: Bool { misses >= Self.mostMisses }

  /// Seconds between a miss and the retry: two timeouts after the first miss, eight after the second.
  package var pause: Double {
    switch misses {
    case 0: 0
    case 1: 2 * timeout
    default: 8 * timeout
    }
  }

  /// The next step now.
  ///
  /// If the clock was set back by more than the longest wait, the wait is not started again.
  ///
  /// - Parameter isPending: whether anything has changed since the anchor.
  package func step(isPending: Bool, now: Date) -> Step {
    if isStopped { return .stopped }
    if let attempt {
      let end = attempt.addingTimeInterval(timeout)
      return now >= end || attempt > now.addingTimeInterval(timeout) ? .missed : .wait(until: end)
    }
    guard isPending else { return .idle }
    var waits: [Date] = []
    if let last, last <= now { waits.append(last.addingTimeInterval(frequency.period)) }
    if let retry, retry <= now.addingTimeInterval(pause) { waits.append(retry) }
    guard let due = waits.max(), due > now else { return .due }
    return .wait(until: due)
  }

  /// Records the start of a delivery.
  package mutating func begin(at now: Date) {
    attempt = now
  }

  /// Records that the delivery in progress was missed.
  package mutating func miss(at now: Date) {
    attempt = nil
    misses += 1
    retry = now.addingTimeInterval(pause)
  }

  /// Records the completion of a delivery.
  ///
  /// - Parameters:
  ///   - anchor: the last change that was delivered.
  ///   - began: when the delivery began.
  package mutating func complete(upTo anchor: StoreAnchor, began: Date) {
    // Two processes of one client may complete their deliveries in any order.
    self.anchor = self.anchor.store == anchor.store ? self.anchor.joined(anchor) : anchor
    last = began
    attempt = nil
    misses = 0
    retry = nil
  }
}

extension StoreAnchor {
  /// The later of two positions in one store.
  fileprivate func joined(_ other: StoreAnchor) -> StoreAnchor {
    StoreAnchor(store: store, sample: max(sample, other.sample), deletion: max(deletion, other.deletion))
  }
}
