public import Foundation
import HealthModel

/// How strictly a sample must be inside a span of time.
public struct HKQueryOptions: OptionSet, Sendable {
  /// The raw value.
  public let rawValue: UInt

  /// The value with a raw value.
  public init(rawValue: UInt) {
    self.rawValue = rawValue
  }

  /// The sample must start in the span.
  public static let strictStartDate = HKQueryOptions(rawValue: 1 << 0)
  /// The sample must end in the span.
  public static let strictEndDate = HKQueryOptions(rawValue: 1 << 1)
}

extension HKQuery {
  /// Samples in the span from `startDate` to `endDate`; nil leaves a side open.
  ///
  /// Without options, a sample matches if it overlaps the span: it ends at or after the start and starts before the
  /// end. One that ends exactly at the start matches, one that starts exactly at the end does not.
  public class func predicateForSamples(
    withStart startDate: Date?, end endDate: Date?, options: HKQueryOptions = []
  ) -> NSPredicate {
    FilterPredicate(
      SampleFilter.dates(
        from: startDate, to: endDate, strictStart: options.contains(.strictStartDate),
        strictEnd: options.contains(.strictEndDate)))
  }

  /// Quantity samples by their value. Units are converted; a query for a type with incompatible units traps.
  ///
  /// - Parameters:
  ///   - operatorType: one of the six comparisons; any other traps.
  ///   - quantity: the quantity to compare with.
  public class func predicateForQuantitySamples(
    with operatorType: HKPredicateOperator, quantity: HKQuantity
  ) -> NSPredicate {
    FilterPredicate(.quantity(Comparison(checked: operatorType), quantity.value, unit: quantity.unit))
  }

  /// Category samples by their raw value. Use ``HKCategoryValuePredicateProviding`` for the type's enumeration.
  ///
  /// - Parameters:
  ///   - operatorType: one of the six comparisons; any other traps.
  ///   - value: the raw value to compare with.
  public class func predicateForCategorySamples(with operatorType: HKPredicateOperator, value: Int) -> NSPredicate {
    FilterPredicate(.category(Comparison(checked: operatorType), value))
  }
}

extension HKCategoryValuePredicateProviding {
  /// Category samples by their value.
  ///
  /// - Parameters:
  ///   - operatorType: one of the six comparisons; any other traps.
  ///   - value: the value to compare with.
  public static func predicateForSamples(_ operatorType: HKPredicateOperator, value: Self) -> NSPredicate {
    HKQuery.predicateForCategorySamples(with: operatorType, value: value.rawValue)
  }

  /// Category samples with one of the values.
  public static func predicateForSamples(equalTo values: Set<Self>) -> NSPredicate {
    FilterPredicate(.categoryIn(Set(values.map(\.rawValue))))
  }
}
