import Foundation
import HealthDatabase
import HealthModel

/// Facts about the user, from the newest export that was imported.
extension HKHealthStore {
  func storedDateOfBirth() throws -> DateComponents {
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
