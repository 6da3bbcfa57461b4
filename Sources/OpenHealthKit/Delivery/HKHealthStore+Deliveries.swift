package import Foundation
import HealthDatabase
package import HealthModel

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
  package func news(
    for registration: DeliveryRegistration, after anchor: StoreAnchor? = nil
  ) throws -> (isPending: Bool, anchor: StoreAnchor) {
    let store = try connection.reading()
    let scope: ReadScope
    var mayHear = true
    if registration.asksPermission {
      let permissions = try store.permissions(ofClient: registration.client)
      let own = permissions[registration.type]
      // A client without a decision for a type is not notified of it; a client that was refused is notified of its
      // own samples.
      mayHear = own?.read != nil || own?.share != nil
      scope = ReadScope(
        client: registration.client, readable: Set(permissions.filter { $0.value.read == .granted }.keys))
    } else {
      scope = ReadScope(client: registration.client, readable: nil)
    }
    let view = store.view(scope)
    guard mayHear else { return (false, anchor ?? registration.anchor) }
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
