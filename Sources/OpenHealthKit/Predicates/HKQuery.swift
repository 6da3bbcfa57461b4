public import Foundation

/// What all queries have in common: what they are about. Also the maker of predicates.
open class HKQuery: NSObject, @unchecked Sendable {
  // Unchecked because an open class cannot be checked, and for the predicate, which nobody changes once a query has it.

  /// The type that is asked for, nil for a query over several.
  public let objectType: HKObjectType?

  /// The predicate as it was given.
  public let predicate: NSPredicate?

  /// Where the query is in its life.
  let execution = QueryExecution()

  init(objectType: HKObjectType?, predicate: NSPredicate?) {
    self.objectType = objectType
    self.predicate = predicate
    super.init()
  }

  /// The type that is asked for, if it is one of samples.
  @available(*, deprecated, renamed: "objectType")
  public var sampleType: HKSampleType? { objectType as? HKSampleType }

  /// Starts to work, once. Every query has its own way.
  func start(in store: HKHealthStore) {
    HKPrecondition.fail("\(type(of: self)) is abstract and cannot be executed")
  }
}
