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

package struct TypesQuery: StoreQuery {
  package init() {}

  package func run(in source: some QuerySource) throws -> [TypeOverview] { try source.reading().typeOverview() }
}
