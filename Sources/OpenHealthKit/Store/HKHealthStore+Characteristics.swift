public import Foundation
import HealthDatabase
import HealthModel

/// Facts about the wearer, from the newest export that was imported. What it does not say is not set.
///
/// All of these read the store when they are called, which is one small table.
extension HKHealthStore {
  /// The wearer's date of birth in the Gregorian calendar.
  ///
  /// - Throws: ``HKError/Code/errorNoData`` where it is not known.
  public func dateOfBirthComponents() throws -> DateComponents {
    guard let text = try characteristic(.dateOfBirth), let day = Day(text) else {
      throw HKError(.errorNoData, reason: "The date of birth is not known.")
    }
    var components = day.dateComponents(in: Calendar(identifier: .gregorian))
    components.era = nil
    return components
  }

  /// The wearer's biological sex.
  public func biologicalSex() throws -> HKBiologicalSexObject {
    HKBiologicalSexObject(
      HKBiologicalSex(rawValue: try value(.biologicalSex, CharacteristicTypeCatalog.biologicalSex)) ?? .notSet)
  }

  /// The wearer's blood type.
  public func bloodType() throws -> HKBloodTypeObject {
    HKBloodTypeObject(HKBloodType(rawValue: try value(.bloodType, CharacteristicTypeCatalog.bloodType)) ?? .notSet)
  }

  /// The wearer's skin type by the scale of Fitzpatrick.
  public func fitzpatrickSkinType() throws -> HKFitzpatrickSkinTypeObject {
    HKFitzpatrickSkinTypeObject(
      HKFitzpatrickSkinType(
        rawValue: try value(.fitzpatrickSkinType, CharacteristicTypeCatalog.fitzpatrickSkinType)) ?? .notSet)
  }

  /// Whether the wearer uses a wheelchair.
  public func wheelchairUse() throws -> HKWheelchairUseObject {
    HKWheelchairUseObject(
      HKWheelchairUse(rawValue: try value(.wheelchairUse, CharacteristicTypeCatalog.wheelchairUse)) ?? .notSet)
  }

  /// What the Move ring counts: as the wearer has it, else as today's rings do.
  public func activityMoveMode() throws -> HKActivityMoveModeObject {
    let stored = try value(.activityMoveMode, CharacteristicTypeCatalog.activityMoveMode)
    if let mode = HKActivityMoveMode(rawValue: stored) { return HKActivityMoveModeObject(mode) }
    let today = try reader.read(orWithoutStore: nil) { try $0.summary(at: configuration.now()) }
    return HKActivityMoveModeObject(today?.moveMode == .moveTime ? .appleMoveTime : .activeEnergy)
  }

  private func value(_ identifier: HKCharacteristicTypeIdentifier, _ symbols: SymbolSet) throws -> Int {
    try characteristic(identifier).flatMap { symbols.rawValue(forSymbol: $0) } ?? 0
  }

  private func characteristic(_ identifier: HKCharacteristicTypeIdentifier) throws -> String? {
    // The client itself never saves one, so what it may not read does not exist for it.
    guard case .everything = try access.reading(of: identifier.rawValue) else { return nil }
    return try reader.read(orWithoutStore: [:]) { try $0.characteristics() }[identifier.rawValue]
  }
}
