public import Foundation
import HealthModel
public import OpenHealthKitCore

/// A query for documents, optionally with their data.
open class HKDocumentQuery: HKQuery, @unchecked Sendable {
  /// The maximum number of documents; ``HKObjectQueryNoLimit`` for all.
  public let limit: Int
  /// The given order.
  public let sortDescriptors: [NSSortDescriptor]?
  /// Whether the documents' data is included. An ordinary sample query omits it.
  public let includeDocumentData: Bool

  private let selection: SampleSelection
  private let handler: @Sendable (HKDocumentQuery, [HKDocumentSample]?, Bool, (any Error)?) -> Void

  /// A query for documents of one type. Traps if a predicate or a sort descriptor is invalid for it.
  ///
  /// - Parameters:
  ///   - documentType: the type.
  ///   - predicate: which documents, nil for all.
  ///   - limit: the maximum number of documents, after sorting; ``HKObjectQueryNoLimit`` for all.
  ///   - sortDescriptors: the order, nil for any.
  ///   - includeDocumentData: whether the documents' data is included.
  ///   - resultsHandler: may be called more than once; its third argument is true in the last call.
  public init(
    documentType: HKDocumentType, predicate: NSPredicate?, limit: Int, sortDescriptors: [NSSortDescriptor]?,
    includeDocumentData: Bool,
    resultsHandler: @escaping @Sendable (HKDocumentQuery, [HKDocumentSample]?, Bool, (any Error)?) -> Void
  ) {
    self.limit = limit
    self.sortDescriptors = sortDescriptors
    self.includeDocumentData = includeDocumentData
    selection = SampleSelection(type: documentType, predicate: predicate)
    handler = resultsHandler
    super.init(objectType: documentType, predicate: predicate)
  }
}

extension HKDocumentQuery: ReadingQuery {
  package func read(_ reader: ClientReader) throws -> [HKDocumentSample] {
    let sort = (sortDescriptors ?? []).map { SampleSort($0) }
    return try reader.samples([selection], sort: sort, limit: limit, withDocuments: includeDocumentData)
      .compactMap { $0 as? HKDocumentSample }
  }

  package func deliver(_ result: Result<[HKDocumentSample], any Error>, while isRunning: @Sendable () -> Bool) {
    switch result {
    case .success(let documents): handler(self, documents, true, nil)
    case .failure(let error): handler(self, nil, true, error)
    }
  }
}
