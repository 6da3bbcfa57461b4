public import Foundation
import HealthDatabase
import HealthModel
import HealthQueries

/// Facts about the user, from the newest export that was imported.
extension HKHealthStore {
  package func storedDateOfBirth() throws -> DateComponents {
    guard let text = try characteristic(.dateOfBirth), let day = Day(text) else {
      throw HKError(.errorNoData, reason: "The date of birth is not known.")
    }
    var components = day.dateComponents(in: Calendar(identifier: .gregorian))
    components.era = nil
    return components
  }

  func storedMoveMode() throws -> HKActivityMoveMode {
    let stored = try stored(.activityMoveMode, CharacteristicTypeCatalog.activityMoveMode)
    if let mode = HKActivityMoveMode(rawValue: stored) { return mode }
    // The rings disclose it too, to clients that may read them.
    guard try access.scope().readsEverything(of: HKCharacteristicTypeIdentifier.activityMoveMode.rawValue) else {
      return .activeEnergy
    }
    let today = try reader.read(orWithoutStore: nil) { try $0.summary(at: configuration.now()) }
    return today?.moveMode == .moveTime ? .appleMoveTime : .activeEnergy
  }

  /// The raw value of a characteristic, 0 if unknown.
  func stored(_ identifier: HKCharacteristicTypeIdentifier, _ symbols: SymbolSet) throws -> Int {
    try characteristic(identifier).flatMap { symbols.rawValue(forSymbol: $0) } ?? 0
  }

  private func characteristic(_ identifier: HKCharacteristicTypeIdentifier) throws -> String? {
    // A client never saves one itself, so without permission it does not exist for the client.
    let access = access
    try access.requireDecided(identifier.rawValue)
    guard try access.scope().readsEverything(of: identifier.rawValue) else { return nil }
    return try reader.read(orWithoutStore: [:]) { try $0.characteristics() }[identifier.rawValue]
  }
}

extension HKHealthStore {
  func preferredUnitsNow(_ types: Set<HKQuantityType>) throws -> [HKQuantityType: HKUnit] {
    let access = access
    for type in types { try access.requireDecided(type.identifier) }
    let table = PreferredUnits(configuration.locale.measurementSystem)
    return Dictionary(types.map { ($0, table.unit(for: $0)) }) { first, _ in first }
  }
}

/// The unit in which people commonly read a type.
struct PreferredUnits {
  private let isMetric: Bool
  private let isBritish: Bool

  init(_ system: Locale.MeasurementSystem) {
    isMetric = system != .us
    isBritish = system == .uk
  }

  func unit(for type: HKQuantityType) -> HKUnit {
    let unit = type.entry.unit
    switch type.entry.name {
    case "bodyMass", "leanBodyMass": return isBritish ? .stone() : isMetric ? .gramUnit(with: .kilo) : .pound()
    case "height", "waistCircumference", "walkingStepLength":
      return isMetric ? .meterUnit(with: .centi) : .inch()
    case "distanceSwimming": return isMetric ? .meter() : .yard()
    case "dietaryWater": return isMetric ? .literUnit(with: .milli) : .fluidOunceUS()
    case "heartRate", "respiratoryRate": return .count().unitDivided(by: .minute())
    case let name where name.hasPrefix("distance"):
      return isMetric && !isBritish ? .meterUnit(with: .kilo) : .mile()
    default: break
    }
    if unit == .degreeCelsius { return isMetric ? .degreeCelsius() : .degreeFahrenheit() }
    if unit == .meterPerSecond {
      return (isMetric && !isBritish ? HKUnit.meterUnit(with: .kilo) : .mile()).unitDivided(by: .hour())
    }
    return HKUnit(unit)
  }
}

extension NSNotification.Name {
  /// Posted on Apple's systems when the user's preferred units change.
  ///
  /// Here they follow the configured locale, which does not change: it is never posted, and the name exists for code
  /// that observes it.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static let HKUserPreferencesDidChange = NSNotification.Name("HKUserPreferencesDidChangeNotification")
}

extension HKHealthStore {
  /// On Apple's systems the view controller over which the request appears. The user is asked by the configuration's
  /// ``Authorization`` here: it is ignored, and always nil.
  public var authorizationViewControllerPresenter: AnyObject? {
    get { nil }
    set {}
  }
}

#if compiler(>=6.2)
  @available(macOS 26, *)
  extension HKHealthStore {
    /// The message for `HKUserPreferencesDidChange`, which is never posted.
    public struct HKUserPreferencesDidChangeMessage: NotificationCenter.MainActorMessage {
      /// What posts it.
      public typealias Subject = HKHealthStore

      /// The notification with the same meaning.
      public static var name: Notification.Name { .HKUserPreferencesDidChange }

      /// The message for a posted notification.
      @MainActor
      public static func makeMessage(_ notification: Notification) -> HKUserPreferencesDidChangeMessage? {
        HKUserPreferencesDidChangeMessage()
      }
    }
  }

  @available(macOS 26, *)
  extension NotificationCenter.MessageIdentifier
  where Self == NotificationCenter.BaseMessageIdentifier<HKHealthStore.HKUserPreferencesDidChangeMessage> {
    /// A change of the user's preferred units.
    public static var userPreferencesDidChange: Self { .init() }
  }
#endif
