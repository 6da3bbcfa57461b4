/// A kind of activity as the published profile of FIT, Garmin's format, numbers it: a sport, and a kind within it.
///
/// The profile tells fewer kinds apart than HealthKit: both kinds of strength training have the same numbers.
package struct FITSport: Hashable, Sendable {
  package let sport: Int
  /// The profile's `sub_sport`; 0 for any.
  package let kind: Int

  package init(_ sport: Int, _ kind: Int = 0) {
    (self.sport, self.kind) = (sport, kind)
  }

  /// That of an activity, `running`; nil for one that the profile does not have.
  package init?(activity: String) {
    guard let sport = Self.written[activity] else { return nil }
    self = sport
  }

  /// The activity, `running`. Some are not in HealthKit's catalog, `padel`; nil for those without a name here.
  package var activity: String? { (Self.general.contains(sport) ? Self.kinds[kind] : nil) ?? Self.sports[sport] }

  /// Whether two activities are one to the profile.
  ///
  /// - Parameters:
  ///   - first: a raw value of HealthKit, as `second` is.
  package static func isOne(_ first: Int, _ second: Int) -> Bool {
    let sports = [first, second].map { WorkoutActivityCatalog.entry(for: $0).flatMap { FITSport(activity: $0.name) } }
    return sports[0] != nil && sports[0] == sports[1]
  }

  /// The sports of which the kind says what one did: any, cycling, fitness equipment, training, intervals, rackets,
  /// meditation, a team's.
  private static let general: Set = [0, 2, 4, 10, 62, 64, 67, 70]

  private static let sports = [
    1: "running", 2: "cycling", 3: "transition", 4: "mixedCardio", 5: "swimming", 6: "basketball", 7: "soccer",
    8: "tennis", 9: "americanFootball", 11: "walking", 12: "crossCountrySkiing", 13: "downhillSkiing",
    14: "snowboarding", 15: "rowing", 16: "hiking", 17: "hiking", 18: "swimBikeRun", 19: "paddleSports", 21: "cycling",
    25: "golf", 27: "equestrianSports", 28: "hunting", 29: "fishing", 30: "skatingSports", 31: "climbing",
    32: "sailing", 33: "skatingSports", 35: "snowSports", 37: "paddleSports", 38: "surfingSports", 39: "waterSports",
    40: "waterSports", 41: "paddleSports", 42: "paddleSports", 43: "surfingSports", 44: "surfingSports", 47: "boxing",
    48: "stairClimbing", 49: "baseball", 53: "underwaterDiving", 58: "snowSports", 62: "highIntensityIntervalTraining",
    63: "fitnessGaming", 65: "wheelchairWalkPace", 66: "wheelchairRunPace", 67: "mindAndBody", 69: "discSports",
    71: "cricket", 72: "rugby", 73: "hockey", 74: "lacrosse", 75: "volleyball", 78: "waterSports", 79: "archery",
    80: "martialArts", 83: "dance", 84: "jumpRope", 88: "paddleSports",
  ]

  private static let kinds = [
    1: "running", 5: "cycling", 6: "cycling", 12: "handCycling", 14: "rowing", 15: "elliptical", 16: "stairClimbing",
    19: "flexibility", 20: "traditionalStrengthTraining", 25: "crossCountrySkiing", 26: "mixedCardio", 27: "walking",
    43: "yoga", 44: "pilates", 45: "running", 62: "mindAndBody", 68: "climbing", 69: "climbing",
    70: "highIntensityIntervalTraining", 73: "highIntensityIntervalTraining", 74: "highIntensityIntervalTraining",
    75: "highIntensityIntervalTraining", 84: "pickleball", 85: "padel", 88: "handCycling", 92: "discSports",
    94: "squash", 95: "badminton", 96: "racquetball", 97: "tableTennis",
  ]

  /// Where several numbers stand for an activity, or several activities have the same numbers.
  private static let written: [String: FITSport] = {
    let chosen = [
      "hiking": FITSport(17), "snowSports": FITSport(58), "waterSports": FITSport(78),
      "mixedCardio": FITSport(10, 26), "mixedMetabolicCardioTraining": FITSport(10, 26),
      "traditionalStrengthTraining": FITSport(10, 20), "functionalStrengthTraining": FITSport(10, 20),
      "flexibility": FITSport(10, 19), "yoga": FITSport(10, 43), "pilates": FITSport(10, 44),
      "highIntensityIntervalTraining": FITSport(62, 70), "elliptical": FITSport(4, 15),
      "stairClimbing": FITSport(4, 16), "stairs": FITSport(4, 16), "handCycling": FITSport(2, 12),
      "pickleball": FITSport(64, 84), "squash": FITSport(64, 94), "badminton": FITSport(64, 95),
      "racquetball": FITSport(64, 96), "tableTennis": FITSport(64, 97), "cardioDance": FITSport(83),
      "socialDance": FITSport(83), "danceInspiredTraining": FITSport(83),
    ]
    let first = sports.sorted { $0.key < $1.key }.map { ($0.value, FITSport($0.key)) }
    return chosen.merging(first) { chosen, _ in chosen }
  }()
}
