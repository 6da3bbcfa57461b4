import Foundation
import HealthDatabase
import HealthModel
import HealthQueries

/// The maximum frequency of background deliveries.
public enum HKUpdateFrequency: Int, Sendable {
  /// At every change.
  case immediate = 1
  /// At most once in an hour.
  case hourly = 2
  /// At most once in a day.
  case daily = 3
  /// At most once in a week.
  case weekly = 4
}

extension HKHealthStore {
  /// The identifier of a type for which Apple's method allows background delivery. Traps for any other type.
  static func observable(_ type: HKObjectType) -> String {
    HKPrecondition.check(
      type is HKSampleType && !(type is HKCorrelationType) || type is HKCharacteristicType,
      "Background delivery is not supported for type \(type)")
    return type.identifier
  }

  func enableNow(_ type: String, _ frequency: HKUpdateFrequency) throws {
    try access.requireDecided(type)
    let timeouts = DeliveryRegistration.timeouts
    var asksPermission = false
    if case .asking = configuration.authorization.kind { asksPermission = true }
    let registration = DeliveryRegistration(
      client: configuration.client.bundleIdentifier, type: type,
      frequency: DeliveryFrequency(rawValue: frequency.rawValue) ?? .immediate,
      timeout: min(max(configuration.deliveryTimeout, timeouts.lowerBound), timeouts.upperBound),
      command: configuration.launchCommand, asksPermission: asksPermission)
    let history = try connection.writing().register(registration)
    // The program runs on this machine, so its own command may run too; if that cannot be noted, the user can allow it.
    if let command = registration.command { try? configuration.approvals.approve(command, store: configuration.path) }
    enabled.withLock { $0[type] = EnabledDelivery(registration: registration, history: history) }
  }

  /// - Parameter type: nil for all types.
  func disableNow(_ type: String?) throws {
    enabled.withLock { enabled in
      if let type { enabled[type] = nil } else { enabled.removeAll() }
    }
    guard try connection.readingIfPresent() != nil else { return }
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
      if let command = delivery.registration.command {
        try? configuration.approvals.approve(command, store: configuration.path)
      }
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
