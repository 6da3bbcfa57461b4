package import FoundationEssentials

/// A client's wish to hear of changes of a type, also while it is not running, and how far that has got.
///
/// A delivery begins with a call of the client's observers, or with the start of its command, and is complete when the
/// client says so. One that is not completed in time is missed, and begins again after a pause; after three in a row
/// nothing more is delivered.
package struct DeliveryRegistration: Sendable, Hashable {
  /// The client's bundle identifier.
  package var client: String
  /// The identifier of the type.
  package var type: String
  package var frequency: DeliveryFrequency
  /// Seconds that a delivery may take.
  package var timeout: Double
  /// What starts the client: a program and its arguments. nil for one that nobody starts.
  package var command: [String]?
  /// Whether the exit code 0 of the command completes a delivery, as it does for one that knows of no observers.
  package var completesByExit: Bool
  /// Whether the client reads by a person's leave.
  package var asksPermission: Bool
  /// Up to where the client has been told.
  package var anchor: StoreAnchor
  /// When the last delivery that was completed had begun.
  package var last: Date?
  /// When the delivery began that is under way.
  package var attempt: Date?
  /// How many deliveries in a row were not completed.
  package var misses: Int
  /// When the delivery that was missed may begin again.
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

  /// Seconds that a delivery may take where nobody has said.
  package static let standardTimeout = 30.0
  /// The shortest and the longest time, in seconds, that a delivery may be given.
  package static let timeouts = 0.1...86_400.0
  /// How many misses in a row end the deliveries.
  package static let mostMisses = 3
}

// MARK: - What is to be done when

extension DeliveryRegistration {
  /// What a registration asks for at an instant.
  package enum Step: Hashable, Sendable {
    /// Nothing has changed.
    case idle
    /// To be delivered now.
    case due
    /// Nothing before this instant, which is in the future.
    case wait(until: Date)
    /// The delivery under way was not completed in its time.
    case missed
    /// Too many were missed: nothing, until the client registers again or completes a delivery after all.
    case stopped
  }

  package var isStopped: Bool { misses >= Self.mostMisses }

  /// Seconds between a miss and the next attempt: two timeouts after the first, eight after the second.
  package var pause: Double {
    switch misses {
    case 0: 0
    case 1: 2 * timeout
    default: 8 * timeout
    }
  }

  /// What is to be done now.
  ///
  /// A clock that was set back by more than a wait can last begins that wait no second time.
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

  /// A delivery begins.
  package mutating func begin(at now: Date) {
    attempt = now
  }

  /// The delivery under way was not completed.
  package mutating func miss(at now: Date) {
    attempt = nil
    misses += 1
    retry = now.addingTimeInterval(pause)
  }

  /// A delivery is complete.
  ///
  /// - Parameters:
  ///   - anchor: up to where the client was told.
  ///   - began: when the delivery had begun.
  package mutating func complete(upTo anchor: StoreAnchor, began: Date) {
    // Two processes of one client may complete theirs in any order.
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
