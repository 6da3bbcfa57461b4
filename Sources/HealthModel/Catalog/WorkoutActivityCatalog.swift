/// A workout activity and its properties.
package struct WorkoutActivityEntry: Hashable, Sendable {
  /// The Swift case, `running`.
  package let name: String
  /// The raw value of `HKWorkoutActivityType`.
  package let rawValue: Int
  /// As printed in exports, `HKWorkoutActivityTypeRunning`.
  package let symbol: String
}

/// Every workout activity. Number 81 was never assigned.
package enum WorkoutActivityCatalog {
  /// The raw value of `other`.
  package static let other = 3_000

  /// The number for a printed symbol, or for a plain number as text. O(1).
  package static func rawValue(printed: String) -> Int? {
    bySymbol[printed] ?? Int(printed)
  }

  /// The entry with this raw value. O(1).
  package static func entry(for rawValue: Int) -> WorkoutActivityEntry? {
    byRawValue[rawValue]
  }

  /// The raw value as in HealthKit's enumeration: that of `other` if the number is missing or unknown.
  package static func known(_ rawValue: Int?) -> Int {
    rawValue.flatMap { byRawValue[$0]?.rawValue } ?? other
  }

  /// The name of an activity that is in no catalog, `zeroGravityDance` for `HKWorkoutActivityTypeZeroGravityDance`; nil for
  /// a text that is no such name.
  package static func name(unlisted symbol: String) -> String? {
    let prefix = "HKWorkoutActivityType"
    let name = symbol.hasPrefix(prefix) ? symbol.dropFirst(prefix.count) : symbol[...]
    guard (1...64).contains(name.utf8.count), name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
      return nil
    }
    return name.prefix(1).lowercased() + name.dropFirst()
  }

  private static let bySymbol = Dictionary(
    all.map { ($0.symbol, $0.rawValue) }, uniquingKeysWith: { first, _ in first })
  private static let byRawValue = Dictionary(all.map { ($0.rawValue, $0) }, uniquingKeysWith: { first, _ in first })

  package static let all: [WorkoutActivityEntry] = rows.map { name, rawValue in
    WorkoutActivityEntry(name: name, rawValue: rawValue, symbol: "HKWorkoutActivityType" + name.capitalizedFirst)
  }

  private static let rows: [(String, Int)] = [
    ("americanFootball", 1),
    ("archery", 2),
    ("australianFootball", 3),
    ("badminton", 4),
    ("baseball", 5),
    ("basketball", 6),
    ("bowling", 7),
    ("boxing", 8),
    ("climbing", 9),
    ("cricket", 10),
    ("crossTraining", 11),
    ("curling", 12),
    ("cycling", 13),
    ("dance", 14),
    ("danceInspiredTraining", 15),
    ("elliptical", 16),
    ("equestrianSports", 17),
    ("fencing", 18),
    ("fishing", 19),
    ("functionalStrengthTraining", 20),
    ("golf", 21),
    ("gymnastics", 22),
    ("handball", 23),
    ("hiking", 24),
    ("hockey", 25),
    ("hunting", 26),
    ("lacrosse", 27),
    ("martialArts", 28),
    ("mindAndBody", 29),
    ("mixedMetabolicCardioTraining", 30),
    ("paddleSports", 31),
    ("play", 32),
    ("preparationAndRecovery", 33),
    ("racquetball", 34),
    ("rowing", 35),
    ("rugby", 36),
    ("running", 37),
    ("sailing", 38),
    ("skatingSports", 39),
    ("snowSports", 40),
    ("soccer", 41),
    ("softball", 42),
    ("squash", 43),
    ("stairClimbing", 44),
    ("surfingSports", 45),
    ("swimming", 46),
    ("tableTennis", 47),
    ("tennis", 48),
    ("trackAndField", 49),
    ("traditionalStrengthTraining", 50),
    ("volleyball", 51),
    ("walking", 52),
    ("waterFitness", 53),
    ("waterPolo", 54),
    ("waterSports", 55),
    ("wrestling", 56),
    ("yoga", 57),
    ("barre", 58),
    ("coreTraining", 59),
    ("crossCountrySkiing", 60),
    ("downhillSkiing", 61),
    ("flexibility", 62),
    ("highIntensityIntervalTraining", 63),
    ("jumpRope", 64),
    ("kickboxing", 65),
    ("pilates", 66),
    ("snowboarding", 67),
    ("stairs", 68),
    ("stepTraining", 69),
    ("wheelchairWalkPace", 70),
    ("wheelchairRunPace", 71),
    ("taiChi", 72),
    ("mixedCardio", 73),
    ("handCycling", 74),
    ("discSports", 75),
    ("fitnessGaming", 76),
    ("cardioDance", 77),
    ("socialDance", 78),
    ("pickleball", 79),
    ("cooldown", 80),
    ("swimBikeRun", 82),
    ("transition", 83),
    ("underwaterDiving", 84),
    ("other", 3000),
  ]
}

/// The enumerations of workouts, except the activity.
package enum WorkoutSymbols {
  package static let eventType = SymbolSet(
    "HKWorkoutEventType",
    [
      "pause": 1, "resume": 2, "lap": 3, "marker": 4, "motionPaused": 5, "motionResumed": 6, "segment": 7,
      "pauseOrResumeRequest": 8,
    ])
}
