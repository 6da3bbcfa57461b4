package import FoundationEssentials

/// One value of a sample's metadata.
package enum MetadataValue: Hashable, Sendable, Codable {
  case text(String)
  case number(Double)
  /// A whole number that `Double` cannot represent exactly; all others are a `number`.
  case integer(Int64)
  /// One beyond the range of `Int64` that `Double` cannot represent exactly.
  case unsigned(UInt64)
  case flag(Bool)
  case date(Date)
  case quantity(Double, unit: String)

  package static func == (left: MetadataValue, right: MetadataValue) -> Bool {
    switch (left, right) {
    case (.text(let first), .text(let second)): first.hasSameBytes(as: second)
    case (.number(let first), .number(let second)): first == second
    case (.integer(let first), .integer(let second)): first == second
    case (.unsigned(let first), .unsigned(let second)): first == second
    case (.flag(let first), .flag(let second)): first == second
    case (.date(let first), .date(let second)): first == second
    case (.quantity(let first, let unit), .quantity(let second, let other)):
      first == second && unit.hasSameBytes(as: other)
    default: false
    }
  }

  /// A whole number with all its digits.
  package static func whole(_ number: Int64) -> MetadataValue {
    let nearest = Double(number)
    return Int64(exactly: nearest) == number ? .number(nearest) : .integer(number)
  }

  /// A whole number with all its digits.
  package static func whole(unsigned number: UInt64) -> MetadataValue {
    if let signed = Int64(exactly: number) { return whole(signed) }
    let nearest = Double(number)
    return UInt64(exactly: nearest) == number ? .number(nearest) : .unsigned(number)
  }
}

/// The metadata of a sample, sorted by key.
package struct Metadata: Hashable, Sendable {
  package struct Entry: Hashable, Sendable, Codable {
    package var key: String
    package var value: MetadataValue

    package init(key: String, value: MetadataValue) {
      self.key = key
      self.value = value
    }

    package static func == (left: Entry, right: Entry) -> Bool {
      left.key.hasSameBytes(as: right.key) && left.value == right.value
    }
  }

  /// Sorted by key. A key can occur more than once: in Apple's exports this happens inside workouts.
  package private(set) var entries: [Entry]

  package init(_ entries: [Entry] = []) {
    // Most samples have no metadata.
    self.entries = entries.count < 2 ? entries : entries.sorted { ExactText($0.key) < ExactText($1.key) }
  }

  package var isEmpty: Bool { entries.isEmpty }

  /// The word that a value came with which is in no catalog.
  package var unknownValue: String? {
    if case .text(let word) = self[MetadataKey.unknownValue] { word } else { nil }
  }

  /// The first value under the key.
  package subscript(key: String) -> MetadataValue? {
    entries.first { $0.key.hasSameBytes(as: key) }?.value
  }
}

/// Keys that have a meaning for the store itself.
package enum MetadataKey {
  /// The user entered the value by hand. A flag.
  package static let wasUserEntered = "HKWasUserEntered"
  /// The identifier of the time zone where the sample was taken.
  package static let timeZone = "HKTimeZone"
  package static let syncIdentifier = "HKMetadataKeySyncIdentifier"
  package static let syncVersion = "HKMetadataKeySyncVersion"
  /// The name of the feed that delivered a sample, as text. An export that contains such a sample replaces it.
  package static let feed = "org.openhealthkit.feed"
  /// The symbol of a category value that is not in the catalog, kept so that nothing is lost.
  package static let unknownValue = "org.openhealthkit.value"
  /// What a program calls a workout.
  package static let workoutName = "HKWorkoutBrandName"
  /// What the user has written about a sample.
  package static let note = "org.openhealthkit.note"
  /// The bytes of a document in Base64, which its samples keep here.
  package static let document = "org.openhealthkit.document"
  /// The beats of a heart rate variability sample, `bpm@time` separated by `;`, as the file printed them.
  package static let beats = "org.openhealthkit.beats"
  /// The type-specific content of a sample, as JSON. See `SampleContent`.
  package static let content = "org.openhealthkit.content"
  /// A flag: the sample was derived from another one of its file, and a file that contains that one need not contain
  /// it.
  package static let derived = "org.openhealthkit.derived"

  /// The total of which a sample is what its parts leave: see `RestedTotal`.
  package static let rest = "org.openhealthkit.rest"

  /// Keys that clients do not see as metadata.
  static let contents: Set<String> = [content, derived, rest]
}
