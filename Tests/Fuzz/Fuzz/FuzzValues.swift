import FoundationEssentials
import HealthModel

@testable import HealthImport

/// Dates: independent of earlier ones, the same as in the model, and days are read back from their text.
@Sendable func fuzzDate(_ bytes: UnsafeRawBufferPointer) {
  var fresh = DateParser()
  let found = fresh.instant(bytes)
  var used = DateParser()
  let other = Array("2024-02-29 12:00:00 +0100".utf8)
  _ = other.withUnsafeBytes { used.instant($0) }
  let again = used.instant(bytes)
  check(found?.date == again?.date && found?.offset == again?.offset, "a date depends on the one before")
  if let found {
    check(found.date.timeIntervalSince1970.isFinite && abs(found.offset) < 86_400, "a date of no number")
  }
  let text = bytes.text
  if let printed = PrintedDate.date(from: text), let found { check(printed == found.date, "two readings of a date") }
  if let day = Day(text) { check(Day(day.description) == day, "a day that is printed as another") }
  if let day = DateParser.day(bytes) { check(Day(text) == day, "two readings of a day") }
}

/// Numbers are the same as those parsed by the library, to the last bit.
@Sendable func fuzzNumber(_ bytes: UnsafeRawBufferPointer) {
  guard let number = NumberParser.double(bytes) else { return }
  check(number.isFinite, "a number that is not finite")
  let digits = bytes.trimmed.text
  check(Double(digits).map { $0 == number } ?? true, "\(digits) read as \(number)")
}

/// Units are printed as they are read, and conversions in both directions are finite.
@Sendable func fuzzUnit(_ bytes: UnsafeRawBufferPointer) {
  let text = bytes.text
  guard let unit = try? HealthUnit(parsing: text) else { return }
  let printed = unit.unitString
  // A printed unit may be longer than the parser accepts.
  if printed.utf8.count <= HealthUnit.longestText {
    check((try? HealthUnit(parsing: printed)) == unit, "\(text) prints as \(printed)")
  }
  for other in [HealthUnit.kilocalorie, .second, .count, .degreeCelsius] {
    _ = unit.convert(1, to: other)
    _ = other.convert(1, to: unit)
  }
  _ = unit.magnitude(of: 1)
}

/// Metadata, category values, entities and device descriptions.
@Sendable func fuzzMetadata(_ bytes: UnsafeRawBufferPointer) {
  let (choice, rest) = bytes.choice
  let text = XMLText.decode(rest)
  let keys = MetadataKeyCatalog.all
  let value = MetadataKeyCatalog.value(forKey: keys[Int(choice) % keys.count].key, printed: text)
  for comparison in Comparison.allCases { _ = value.compares(comparison, with: .whole(1 << 53 + 1)) }
  let types = CategoryTypeCatalog.all
  _ = CategoryTypeCatalog.rawValue(printed: text, for: types[Int(choice) % types.count].identifier)
  _ = WorkoutActivityCatalog.rawValue(printed: text)
  _ = DeviceText.device(text)
}
