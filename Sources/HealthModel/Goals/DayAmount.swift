/// Types whose samples are no numbers, but that have an amount in each day: charts, queries and goals treat it like a sum.
package enum DayAmount {
  /// Whether a type has one. That of sleep is all sleep from 18:00 to 18:00, with naps; that of stand hours is the ring's.
  package static func has(_ type: String) -> Bool { isTime(type) || type == TypeIdentifier.appleStandHour }

  /// Whether the amount is a time in seconds.
  package static func isTime(_ type: String) -> Bool { lasting.contains(type) }

  /// The unit of the amount, as HealthKit writes it.
  package static func unit(_ type: String) -> String { isTime(type) ? "s" : "h" }

  private static let lasting: Set<String> = [
    TypeIdentifier.sleepAnalysis, "HKCategoryTypeIdentifierMindfulSession",
    "HKCategoryTypeIdentifierHandwashingEvent", "HKCategoryTypeIdentifierToothbrushingEvent",
  ]
}
