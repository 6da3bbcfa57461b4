public import Foundation

/// The base class of all queries, with factories for predicates.
open class HKQuery: NSObject, @unchecked Sendable {
  // Unchecked because an open class cannot be checked, and because of the predicate, which must not be changed after
  // it was passed to a query.

  /// The type of the queried objects, nil for a query over several types.
  public let objectType: HKObjectType?

  /// The original predicate.
  public let predicate: NSPredicate?

  /// The state of the query's execution.
  let execution = QueryExecution()

  init(objectType: HKObjectType?, predicate: NSPredicate?) {
    self.objectType = objectType
    self.predicate = predicate
    super.init()
  }

  /// The type of the queried samples, if it is a sample type.
  @available(*, deprecated, renamed: "objectType")
  public var sampleType: HKSampleType? { objectType as? HKSampleType }

  /// Starts the query, once. Overridden by every query.
  func start(in store: HKHealthStore) {
    HKPrecondition.fail("\(type(of: self)) is abstract and cannot be executed")
  }
}
