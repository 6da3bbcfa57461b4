import Foundation
import HealthModel

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
