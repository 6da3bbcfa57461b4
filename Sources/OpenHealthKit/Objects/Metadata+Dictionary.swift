import Foundation
import HealthModel

/// Metadata between HealthKit's dictionaries and the package's own values.
extension Metadata {
  /// Reads a dictionary as HealthKit does: values are text, numbers, dates and quantities, and a key that HealthKit
  /// knows takes its own kind of value. Anything else traps.
  init(validating dictionary: [String: Any]?) {
    self.init(
      (dictionary ?? [:]).map { key, value in
        guard let read = MetadataValue(value) else {
          HKPrecondition.fail(
            "Metadata value \(value) for key \(key) is of no class that metadata can hold", .validation)
        }
        guard let fitting = read.fitting(MetadataKeyCatalog.entry(for: key)?.kind) else {
          HKPrecondition.fail("Metadata value \(value) does not fit key \(key)", .validation)
        }
        return Entry(key: key, value: fitting)
      })
  }

  /// As HealthKit hands it out, nil where there is none. Of a key that repeats, which only imports have, the first value.
  var dictionary: [String: Any]? {
    guard !isEmpty else { return nil }
    return Dictionary(entries.map { ($0.key, $0.value.object) }, uniquingKeysWith: { first, _ in first })
  }
}

extension MetadataValue {
  /// nil for a value that metadata cannot hold.
  init?(_ value: Any) {
    switch value {
    case let text as String: self = .text(text)
    case let date as Date: self = .date(date)
    case let quantity as HKQuantity: self = .quantity(quantity.value, unit: quantity.unit.unitString)
    case let number as NSNumber:
      // The only sign by which a Boolean differs from the number 1.
      let isFlag = value is Bool && String(cString: number.objCType) == "c"
      let whole =
        Int64(exactly: number).map { MetadataValue.whole($0) }
        ?? UInt64(exactly: number).map { MetadataValue.whole(unsigned: $0) }
      self = isFlag ? .flag(number.boolValue) : whole ?? .number(number.doubleValue)
    default: return nil
    }
  }

  /// The value as the kind wants it, nil where it cannot be that. A key that nobody knows takes anything.
  fileprivate func fitting(_ kind: MetadataKind?) -> MetadataValue? {
    switch (kind, self) {
    case (nil, _), (.text, .text), (.date, .date), (.flag, .flag), (.number, .number), (.number, .integer),
      (.number, .unsigned):
      self
    // To HealthKit both are numbers, so either may be written as the other.
    case (.flag, .number(let number)): .flag(number != 0)
    case (.flag, .integer), (.flag, .unsigned): .flag(true)
    case (.number, .flag(let flag)): .number(flag ? 1 : 0)
    case (.quantity(let unit), .quantity(_, let text)): Self.fits(text, unit) ? self : nil
    default: nil
    }
  }

  private static func fits(_ text: String, _ unit: HealthUnit?) -> Bool {
    guard let unit else { return true }
    return (try? HealthUnit(parsing: text))?.isCompatible(with: unit) == true
  }

  /// As HealthKit hands it out: `String`, `NSNumber`, `Date` or ``HKQuantity``.
  var object: Any {
    switch self {
    case .text(let text): return text
    case .date(let date): return date
    case .flag(let flag): return NSNumber(value: flag)
    case .number(let number):
      // A whole number casts to Int and prints without a fraction.
      return Int(exactly: number).map { NSNumber(value: $0) } ?? NSNumber(value: number)
    case .integer(let number):
      return NSNumber(value: number)
    case .unsigned(let number):
      return NSNumber(value: number)
    case .quantity(let value, let unit):
      guard let unit = try? HealthUnit(parsing: unit) else { return "\(value.shortText) \(unit)" }
      return HKQuantity(model: unit, value: value)
    }
  }
}
