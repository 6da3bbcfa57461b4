package import Foundation
import HealthDatabase
package import HealthModel

/// Background deliveries of all clients, for the program that starts them. All of these throw `StoreError`.
extension HKHealthStore {
  /// All registrations, by client and type.
  package func deliveries() throws -> [DeliveryRegistration] {
    try door.reading().deliveries()
  }

  /// Registers a client in its stead. See ``enableBackgroundDelivery(for:frequency:)``.
  package func addDelivery(_ registration: DeliveryRegistration) throws {
    _ = try door.reading()
    try door.writing().register(registration)
  }

  /// - Parameter type: nil for all of the client's.
  /// - Returns: how many there were.
  package func removeDeliveries(ofClient client: String, type: String?) throws -> Int {
    _ = try door.reading()
    return try door.writing().unregister(client: client, type: type)
  }

  /// Whether a client has something to be told, as far as it may read, and up to where that is known.
  ///
  /// - Parameter anchor: nil for where the client has been told up to; a later one where there was nothing before it.
  /// - Complexity: O(changes since the anchor).
  package func news(
    for registration: DeliveryRegistration, after anchor: StoreAnchor? = nil
  ) throws -> (isPending: Bool, anchor: StoreAnchor) {
    let store = try door.reading()
    let scope: ReadScope
    var mayHear = true
    if registration.asksPermission {
      let permissions = try store.permissions(ofClient: registration.client)
      let own = permissions[registration.type]
      // Who was not asked of a type hears nothing of it; who was refused, of its own samples.
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

  /// Whether a process of the client is running with an observer of the type, which takes care itself.
  package func isObserved(_ registration: DeliveryRegistration) -> Bool {
    ObserverPresence.isObserved(storePath: door.path, client: registration.client, type: registration.type)
  }

  /// Notes that a delivery begins or was missed, unless another process has been first; then nil.
  package func note(
    _ seen: DeliveryRegistration, _ change: (inout DeliveryRegistration) -> Void
  ) throws -> DeliveryRegistration? {
    try door.writing().note(seen, change)
  }

  /// Notes that a delivery was completed.
  package func completeDelivery(
    of registration: DeliveryRegistration, upTo anchor: StoreAnchor, began: Date
  ) throws {
    try door.writing().completeDeliveries(
      client: registration.client, types: [registration.type], upTo: anchor, began: began)
  }

  // MARK: - Facts

  /// The latest fact of each kind that the user's commands were told.
  package func toldFacts() throws -> [String: String] {
    try door.reading().toldFacts()
  }

  /// Notes that a fact is about to be told; false where it was told before.
  package func tell(_ fact: String, of kind: String) throws -> Bool {
    try door.writing().tell(fact, of: kind)
  }
}
