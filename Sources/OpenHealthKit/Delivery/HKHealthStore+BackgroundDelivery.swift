package import Foundation
import HealthDatabase
package import HealthModel

/// The maximum frequency of background deliveries.
public enum HKUpdateFrequency: Int, Sendable {
  case immediate = 1
  case hourly = 2
  case daily = 3
  case weekly = 4
}

extension HKHealthStore {
  /// The identifier of a type that can be observed. Traps for any other type.
  static func observable(_ type: HKObjectType) -> String {
    HKPrecondition.check(
      type is HKSampleType && !(type is HKCorrelationType), "Background delivery is not supported for type \(type)")
    return type.identifier
  }

  func enableNow(_ type: String, _ frequency: HKUpdateFrequency) throws {
    let timeouts = DeliveryRegistration.timeouts
    var asksPermission = false
    if case .asking = configuration.authorization.kind { asksPermission = true }
    let registration = DeliveryRegistration(
      client: configuration.client.bundleIdentifier, type: type,
      frequency: DeliveryFrequency(rawValue: frequency.rawValue) ?? .immediate,
      timeout: min(max(configuration.deliveryTimeout, timeouts.lowerBound), timeouts.upperBound),
      command: configuration.launchCommand, asksPermission: asksPermission)
    let history = try connection.writing().register(registration)
    enabled.withLock { $0[type] = EnabledDelivery(registration: registration, history: history) }
  }

  /// - Parameter type: nil for all types.
  func disableNow(_ type: String?) throws {
    enabled.withLock { enabled in
      if let type { enabled[type] = nil } else { enabled.removeAll() }
    }
    do {
      _ = try connection.reading()
    } catch let error as StoreError where error.code == .missing {
      return
    }
    try connection.writing().unregister(client: configuration.client.bundleIdentifier, type: type)
  }

  /// This client's registrations, by type.
  ///
  /// A store that has replaced another lacks the registrations of this process, so they are repeated.
  ///
  /// - Parameter history: the number that identifies the store in anchors now.
  func registrations(history: UUID?) -> [String: DeliveryRegistration] {
    let client = configuration.client.bundleIdentifier
    guard let store = try? connection.reading(), var known = try? store.deliveries(ofClient: client) else { return [:] }
    let lost = enabled.withLock { enabled in
      enabled.filter { type, delivery in
        delivery.history != history && !known.contains { $0.type == type }
      }
    }
    for (type, delivery) in lost {
      guard let history = try? connection.writing().register(delivery.registration) else { continue }
      enabled.withLock { $0[type]?.history = history }
      known = (try? connection.reading().deliveries(ofClient: client)) ?? known
    }
    return Dictionary(known.map { ($0.type, $0) }) { first, _ in first }
  }
}

/// A background delivery that this process has enabled.
struct EnabledDelivery: Sendable {
  var registration: DeliveryRegistration
  /// The number of the store that contains it.
  var history: UUID?
}

/// Background deliveries of all clients, for the program that performs them. All of these throw `StoreError`.
extension HKHealthStore {
  /// All registrations, by client and type.
  package func deliveries() throws -> [DeliveryRegistration] {
    try connection.reading().deliveries()
  }

  /// Registers a client on its behalf. See ``enableBackgroundDelivery(for:frequency:)``.
  package func addDelivery(_ registration: DeliveryRegistration) throws {
    _ = try connection.reading()
    try connection.writing().register(registration)
  }

  /// - Parameter type: nil for all types of the client.
  /// - Returns: how many were removed.
  package func removeDeliveries(ofClient client: String, type: String?) throws -> Int {
    _ = try connection.reading()
    return try connection.writing().unregister(client: client, type: type)
  }

  /// Whether there are changes for a client that it may read, and the position up to which that is known.
  ///
  /// - Parameter anchor: nil for the last delivery; a later position if there were no changes before it.
  /// - Complexity: O(changes since the anchor).
  package func pendingChanges(
    for registration: DeliveryRegistration, after anchor: StoreAnchor? = nil
  ) throws -> (isPending: Bool, anchor: StoreAnchor) {
    let store = try connection.reading()
    let scope: ReadScope
    var mayBeNotified = true
    if registration.asksPermission {
      let permissions = try store.permissions(ofClient: registration.client)
      let own = permissions[registration.type]
      // A client without a decision for a type is not notified of it; a client that was refused is notified of its
      // own samples.
      mayBeNotified = own?.read != nil || own?.share != nil
      scope = ReadScope(
        client: registration.client, readable: Set(permissions.filter { $0.value.read == .granted }.keys))
    } else {
      scope = ReadScope(client: registration.client, readable: nil)
    }
    let view = store.view(scope)
    guard mayBeNotified else { return (false, anchor ?? registration.anchor) }
    let touched = try view.touched(
      [SampleRequest(type: registration.type, filter: .always)], after: anchor ?? registration.anchor)
    return (!touched.indices.isEmpty, touched.anchor)
  }

  /// Whether a process of the client is running with an observer of the type, which handles changes itself.
  package func isObserved(_ registration: DeliveryRegistration) -> Bool {
    ObserverPresence.isObserved(storePath: connection.path, client: registration.client, type: registration.type)
  }

  /// Records that a delivery has begun or was missed; nil if another process was first.
  package func note(
    _ seen: DeliveryRegistration, _ change: (inout DeliveryRegistration) -> Void
  ) throws -> DeliveryRegistration? {
    try connection.writing().note(seen, change)
  }

  /// Records that a delivery was completed.
  package func completeDelivery(
    of registration: DeliveryRegistration, upTo anchor: StoreAnchor, began: Date
  ) throws {
    try connection.writing().completeDeliveries(
      client: registration.client, types: [registration.type], upTo: anchor, began: began)
  }

  // MARK: - Events

  /// The latest event of each kind that was passed to the user's commands.
  package func announcedFacts() throws -> [String: String] {
    try connection.reading().announcedFacts()
  }

  /// Records that an event is about to be passed on; false if it has been passed on before.
  package func recordFact(_ fact: String, ofKind kind: String) throws -> Bool {
    try connection.writing().recordFact(fact, ofKind: kind)
  }
}
