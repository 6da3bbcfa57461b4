package import HealthModel

/// A page of the samples of a type.
package struct SamplesQuery: StoreQuery {
  package var request: SampleListRequest

  package init(_ request: SampleListRequest) {
    self.request = request
  }

  package var types: Set<String>? { [request.type] }

  package func run(in source: some QuerySource) throws -> [SampleListEntry] { try source.reading().samples(request) }
}

/// A sample by its row id; nil if it no longer exists.
package struct SampleQuery: StoreQuery {
  package var row: Int64

  package func run(in source: some QuerySource) throws -> SampleDetail? { try source.reading().sample(row: row) }
}

/// The first and the last day of some types; nil without any.
struct TypeDaysQuery: StoreQuery {
  let sampleTypes: Set<String>

  var types: Set<String>? { sampleTypes }

  static var isSecondary: Bool { true }

  func run(in source: some QuerySource) throws -> ClosedRange<Day>? {
    let store = try source.reading()
    return try store.knownDays(of: sampleTypes, upTo: store.day(at: source.now))
  }
}

package struct TypesQuery: StoreQuery {
  package init() {}

  package func run(in source: some QuerySource) throws -> [TypeOverview] { try source.reading().typeOverview() }
}
