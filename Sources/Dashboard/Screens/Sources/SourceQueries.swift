package import HealthModel

/// The sources of a type, by its raw identifier.
package struct SourcesQuery: StoreQuery {
  package var type: String

  package var types: Set<String>? { [type] }

  package func run(in source: some QuerySource) throws -> SourceList { try source.reading().sources(ofType: type) }
}

/// What another order of a type's sources would change.
package struct SourceOrderQuery: StoreQuery {
  package var type: String
  package var names: [String]

  package var types: Set<String>? { [type] }

  package func run(in source: some QuerySource) throws -> SourceOrderEffect {
    try source.reading().effect(ofSourceOrder: names, forType: type)
  }
}

/// When each source wrote a type.
package struct SourceTimesQuery: StoreQuery {
  package var type: String

  package var types: Set<String>? { [type] }

  package func run(in source: some QuerySource) throws -> SourceTimes {
    try source.reading().sourceTimes(ofType: type)
  }
}
