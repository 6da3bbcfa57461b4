import HealthModel

/// A type as a person names it: `move`, `steps`, `heartRate`, or HealthKit's whole identifier, in any case of letters.
enum HealthTypeName {
  case quantity(QuantityTypeEntry)
  case category(CategoryTypeEntry)

  static let shortNames = [
    "move": "activeEnergyBurned", "exercise": "appleExerciseTime", "stand": "appleStandHour", "steps": "stepCount",
    "distance": "distanceWalkingRunning", "weight": "bodyMass", "water": "dietaryWater",
  ]

  /// Every name without HealthKit's prefix.
  static var all: [String] {
    shortNames.keys.sorted() + QuantityTypeCatalog.all.map(\.name) + CategoryTypeCatalog.all.map(\.name)
  }

  /// - Throws: a usage failure with the nearest name, or with examples.
  init(_ typed: String) throws {
    let name = (Self.shortNames[typed.lowercased()] ?? typed).lowercased()
    if let entry = QuantityTypeCatalog.all.first(where: {
      $0.identifier.lowercased() == name || $0.name.lowercased() == name
    }) {
      self = .quantity(entry)
    } else if let entry = CategoryTypeCatalog.all.first(where: {
      $0.identifier.lowercased() == name || $0.name.lowercased() == name
    }) {
      self = .category(entry)
    } else {
      let nearest = NearestName.find(typed, in: Self.all).map { "Did you mean \($0)?" }
      throw Failure(
        .usage,
        "There is no type \"\(typed.prefix(60))\". "
          + (nearest ?? "Try move, exercise, stand, or a name such as stepCount or heartRate."))
    }
  }
}

extension HealthTypeName {
  /// HealthKit's whole identifier.
  var identifier: String {
    switch self {
    case .quantity(let entry): entry.identifier
    case .category(let entry): entry.identifier
    }
  }
}
