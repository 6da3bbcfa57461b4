import HealthAnalysis
package import HealthModel

/// Readable names of types.
package enum TypeWords {
  /// `Step count` for `stepCount`; the identifier without its prefix for a type that is not in the catalog.
  package static func title(_ identifier: String) -> String {
    if let measure = MeasureName(rawValue: identifier) { return measure.title }
    let name = TypeName.short(for: identifier)
    if let own = [
      "vo2Max": "Cardio fitness (VO2 max)", "uvExposure": "UV exposure",
      "heartRateVariabilitySDNN": "Heart rate variability",
      "heartRateRecoveryOneMinute": "Heart rate recovery, one minute", "activeEnergyBurned": "Active energy",
      "basalEnergyBurned": "Resting energy", "appleExerciseTime": "Exercise minutes", "appleStandTime": "Stand minutes",
      "appleStandHour": "Stand hours",
      "appleMoveTime": "Move minutes", "stepCount": "Steps", "distanceWalkingRunning": "Distance on foot",
    ][name] {
      return own
    }
    return words(name).capitalizedFirst
  }

  /// The title of what charts, trends and goals show of a type: the sleep of a day contains naps, that of a night does not.
  package static func amountTitle(_ identifier: String) -> String {
    identifier == TypeIdentifier.sleepAnalysis ? "Sleep with naps" : title(identifier)
  }

  /// `traditional strength training` for `traditionalStrengthTraining`.
  package static func words(_ name: String) -> String {
    var words = ""
    var isAfterLower = false
    let characters = Array(name)
    for (index, character) in characters.enumerated() {
      if character.isUppercase, isAfterLower {
        // Letters of an abbreviation stay upper case.
        let isAbbreviation = index + 1 < characters.count && characters[index + 1].isUppercase
        words += " " + (isAbbreviation ? String(character) : character.lowercased())
      } else {
        words.append(character)
      }
      isAfterLower = character.isLowercase || character.isNumber
    }
    return words
  }
}

/// Readable names of workout activities.
extension SleepStage {
  package var title: String {
    switch self {
    case .inBed: "In bed"
    case .asleep: "Asleep"
    case .awake: "Awake"
    case .core: "Core"
    case .deep: "Deep"
    case .rem: "REM"
    }
  }
}

package enum WorkoutWords {
  /// `Walking`, `High-intensity interval training`; `Other workout` for an activity that is not in the catalog.
  ///
  /// - Parameter activity: the raw number.
  package static func title(_ activity: Int) -> String { words(activity).capitalizedFirst }

  /// The same for a workout, whose activity may have a name that is in no catalog.
  package static func title(_ workout: WorkoutSummary) -> String {
    workout.unlisted.map { title($0) } ?? title(workout.activity)
  }

  /// The same for a name from the catalog, `highIntensityIntervalTraining`.
  package static func title(_ name: String) -> String { words(name).capitalizedFirst }

  /// The same within a sentence: `high-intensity interval training`.
  static func words(_ name: String) -> String {
    TypeWords.words(name).replacing("high intensity", with: "high-intensity")
  }

  package static func words(_ activity: Int) -> String {
    WorkoutActivityCatalog.entry(for: activity).map { words($0.name) } ?? "other workout"
  }
}

/// A sample in a few words: `Heart rate 62 bpm, Thu 19 Nov 2026 08:12`.
package struct SampleWords: Hashable, Sendable {
  package let text: String

  package init(_ sample: SampleDetail, _ formatting: Formatting) {
    let entry = sample.entry
    let (hour, minute) = (entry.secondOfDay / 3_600, entry.secondOfDay / 60 % 60)
    let value = Self.value(sample, formatting)
    text =
      TypeWords.title(sample.type) + (value.isEmpty ? "" : " " + value)
      + ", \(formatting.shortDateAndYear(entry.day)) \(formatting.time(hour: hour, minute: minute))"
  }

  /// The value with its unit, or a category value's name; empty if there is none.
  package static func value(_ sample: SampleDetail, _ formatting: Formatting) -> String {
    if let word = sample.entry.word { return word }
    let value = sample.entry.value
    guard value.isFinite else { return "" }
    if let category = CategoryTypeCatalog.readable(sample.type) {
      return self.value(value, of: category, formatting)
    }
    if QuantityTypeCatalog.entry(for: sample.type) == nil {
      return formatting.shortNumber(value) + (sample.unit.isEmpty ? "" : " " + sample.unit)
    }
    return formatting.amount(value, of: sample.type)
  }

  /// The name of a category's value, or the number that is in no catalog.
  package static func value(_ value: Double, of category: CategoryTypeEntry, _ formatting: Formatting) -> String {
    category.values.members.first { Double($0.rawValue) == value }.map { TypeWords.words($0.name) }
      ?? formatting.number(value, 0)
  }
}
