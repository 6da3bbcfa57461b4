import Foundation
import HealthModel

/// Converts the values of a format string to the kind that a key path requires. All of these throw
/// `PredicateFormat.Failure`.
enum FormatValue {
  static func date(_ value: Any) throws -> Date {
    switch value {
    case let date as Date: return date
    case let date as NSDate: return Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
    default: throw mismatch(value, "a date")
    }
  }

  static func number(_ value: Any) throws -> Double {
    switch value {
    case let number as NSNumber: return number.doubleValue
    // A constant of an enumeration; on Apple's systems only its raw value is possible.
    case let constant as any RawRepresentable<Int>: return Double(constant.rawValue)
    case let constant as any RawRepresentable<UInt>: return Double(constant.rawValue)
    default: throw mismatch(value, "a number")
    }
  }

  static func integer(_ value: Any) throws -> Int {
    guard let whole = Int(exactly: try number(value)) else { throw mismatch(value, "a whole number") }
    return whole
  }

  static func quantity(_ value: Any) throws -> HKQuantity {
    guard let quantity = value as? HKQuantity else { throw mismatch(value, "a quantity") }
    return quantity
  }

  static func day(_ value: Any) throws -> Day {
    let components: DateComponents
    switch value {
    case let value as DateComponents: components = value
    case let value as NSDateComponents: components = value as DateComponents
    default: throw mismatch(value, "date components")
    }
    guard components.calendar != nil, components.hour == nil, let day = Day(components) else {
      throw mismatch(value, "a day with a calendar")
    }
    return day
  }

  /// The elements of an array or a set.
  static func list(_ value: Any) throws -> [Any] {
    switch value {
    case let array as [Any]: return array
    case let set as Set<AnyHashable>: return set.map(\.base)
    case let array as NSArray: return array.map { $0 }
    case let set as NSSet: return set.map { $0 }
    default: throw mismatch(value, "a collection")
    }
  }

  private static func mismatch(_ value: Any, _ kind: String) -> PredicateFormat.Failure {
    PredicateFormat.Failure(reason: "\(value) is not \(kind)")
  }
}
