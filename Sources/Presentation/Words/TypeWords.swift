package import HealthModel

/// Readable names of types.
package enum TypeWords {
  /// `Step count` for `stepCount`; the identifier without its prefix for a type that is not in the catalog.
  package static func title(_ identifier: String) -> String {
    let name = TypeName.short(for: identifier)
    if let own = [
      "vo2Max": "Cardio fitness (VO2 max)", "uvExposure": "UV exposure",
      "heartRateVariabilitySDNN": "Heart rate variability",
      "heartRateRecoveryOneMinute": "Heart rate recovery, one minute", "activeEnergyBurned": "Active energy",
      "basalEnergyBurned": "Resting energy", "appleExerciseTime": "Exercise minutes", "appleStandTime": "Stand minutes",
      "appleMoveTime": "Move minutes", "stepCount": "Steps", "distanceWalkingRunning": "Distance on foot",
    ][name] {
      return own
    }
    let words = words(name)
    return words.prefix(1).uppercased() + words.dropFirst()
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
package enum WorkoutWords {
  /// `Walking`, `High-intensity interval training`; `Other workout` for an activity that is not in the catalog.
  ///
  /// - Parameter activity: the raw number.
  package static func title(_ activity: Int) -> String { words(activity).capitalizedSentence }

  /// The same for a name from the catalog, `highIntensityIntervalTraining`.
  package static func title(_ name: String) -> String { words(name).capitalizedSentence }

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
    let value = Self.value(entry.value, of: sample.type, formatting)
    text =
      TypeWords.title(sample.type) + (value.isEmpty ? "" : " " + value)
      + ", \(formatting.shortDate(entry.day)) \(entry.day.fields.year) \(formatting.time(hour: hour, minute: minute))"
  }

  /// The value with its unit, or a category value's name; empty if there is none.
  package static func value(_ value: Double, of type: String, _ formatting: Formatting) -> String {
    guard value.isFinite else { return "" }
    if let names = CategoryTypeCatalog.entry(for: type)?.values.members {
      return names.first { Double($0.rawValue) == value }.map { TypeWords.words($0.name) } ?? ""
    }
    return formatting.amount(value, of: type)
  }
}

extension String {
  /// The same with an upper-case first letter.
  var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() }
}
