public import Foundation
package import HealthModel

/// The base class of all queries, with factories for predicates.
///
/// A query is executed once. Its handlers are called in the background, one call after the other. If it fails, a handler
/// receives an ``HKError``, and is not called again: ``HKError/Code/errorAuthorizationNotDetermined`` if the client has
/// never requested the type, ``HKError/Code/errorInvalidArgument`` for a format string that cannot be used. A type that the
/// user has refused is no error: then the client finds its own samples only.
open class HKQuery: NSObject, @unchecked Sendable {
  // Unchecked because an open class cannot be checked, and because of the predicate, which must not be changed after
  // it was passed to a query.

  /// The type of the queried objects, nil for a query over several types.
  public let objectType: HKObjectType?

  /// The original predicate.
  public let predicate: NSPredicate?

  /// The state of the query's execution.
  let execution = QueryExecution()

  package init(objectType: HKObjectType?, predicate: NSPredicate?) {
    self.objectType = objectType
    self.predicate = predicate
    super.init()
  }

  /// The type of the queried samples, if it is a sample type.
  @available(*, deprecated, renamed: "objectType")
  public var sampleType: HKSampleType? { objectType as? HKSampleType }

  /// Starts the query, once. Overridden by every query of this module.
  func start(in store: HKHealthStore) {
    if let query = self as? any ReadingQuery { return query.run(in: store) }
    HKPrecondition.fail("\(type(of: self)) is abstract and cannot be executed")
  }
}

extension HKQuery {
  /// The predicate for a filter of samples.
  package class func predicate(_ filter: SampleFilter) -> NSPredicate { FilterPredicate(filter) }
}

/// A query in another module of this package: it reads once.
package protocol ReadingQuery: HKQuery {
  associatedtype Element: Sendable

  /// The results, read in the background.
  func read(_ reader: ClientReader) throws -> [Element]

  /// Calls the query's handler.
  ///
  /// - Parameter isRunning: false after the query has been stopped; no further call may follow.
  func deliver(_ result: Result<[Element], any Error>, while isRunning: @Sendable () -> Bool)
}

extension ReadingQuery {
  fileprivate func run(in store: HKHealthStore) {
    let execution = execution
    FeedRun.start(SingleFeed { try self.read($0) }, for: self, in: store, isLive: false) { event in
      switch event {
      case .first(let elements), .update(let elements):
        self.deliver(.success(elements)) { execution.isRunning }
      case .failure(let error, _): self.deliver(.failure(error)) { execution.isRunning }
      }
    }
  }
}
