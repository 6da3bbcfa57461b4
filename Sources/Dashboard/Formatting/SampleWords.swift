package import HealthModel

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
