import Foundation
package import HealthModel

/// Conversions between HealthKit's metadata dictionaries and the package's own values.
extension Metadata {
  /// Reads a dictionary as HealthKit does: values are strings, numbers, dates and quantities, and a predefined key
  /// requires its own kind of value. Anything else traps.
  package init(validating dictionary: [String: Any]?) {
    self.init(
      (dictionary ?? [:]).map { key, value in
        guard let read = MetadataValue(value) else {
          HKPrecondition.fail(
            "Metadata value \(value) for key \(key) is of an unsupported class", .validation)
        }
        guard let fitting = read.fitting(MetadataKeyCatalog.entry(for: key)?.kind) else {
          HKPrecondition.fail("Metadata value \(value) does not fit key \(key)", .validation)
        }
        return Entry(key: key, value: fitting)
      })
  }

  /// The dictionary in HealthKit's form, nil if it is empty. For a repeated key, which occurs only in imports, the
  /// first value is used.
  package var dictionary: [String: Any]? {
    guard !isEmpty else { return nil }
    return Dictionary(entries.map { ($0.key, $0.value.object) }, uniquingKeysWith: { first, _ in first })
  }
}

extension MetadataValue {
  /// nil for an unsupported value.
  init?(_ value: Any) {
    switch value {
    case let text as String: self = .text(text)
    case let date as Date: self = .date(date)
    case let quantity as HKQuantity: self = .quantity(quantity.value, unit: quantity.unit.unitString)
    case let number as NSNumber:
      // The only way to distinguish a Boolean from the number 1.
      let isFlag = value is Bool && String(cString: number.objCType) == "c"
      let whole =
        Int64(exactly: number).map { MetadataValue.whole($0) }
        ?? UInt64(exactly: number).map { MetadataValue.whole(unsigned: $0) }
      self = isFlag ? .flag(number.boolValue) : whole ?? .number(number.doubleValue)
    default: return nil
    }
  }

  /// The value converted to the kind, nil if that is impossible. An unknown key accepts any value.
  fileprivate func fitting(_ kind: MetadataKind?) -> MetadataValue? {
    switch (kind, self) {
    case (nil, _), (.text, .text), (.date, .date), (.flag, .flag), (.number, .number), (.number, .integer),
      (.number, .unsigned):
      self
    // Both are numbers in HealthKit, so either may be given.
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

  /// The value in HealthKit's form: `String`, `NSNumber`, `Date` or ``HKQuantity``.
  var object: Any {
    switch self {
    case .text(let text): return text
    case .date(let date): return date
    case .flag(let flag): return NSNumber(value: flag)
    case .number(let number):
      // A whole number is converted to Int and printed without a fraction.
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
