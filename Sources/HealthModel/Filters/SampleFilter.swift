package import FoundationEssentials

/// Which samples a reader wants: a tree of conditions on what a store knows of a sample.
///
/// A filter is a value. The store compiles it to SQL, and `matches(_:)` says in memory what it means; where the two
/// differ, the SQL is wrong. It says nothing of the type, which is the reader's to choose.
///
/// Every condition is either true or false of a sample. One that asks for what the sample does not have (the category
/// value of a quantity, a metadata key that is not there) is false, and `not` is the plain complement: it is true of
/// exactly the samples that the inner filter is not true of. SQL's third truth value must therefore not leak into it.
package indirect enum SampleFilter: Hashable, Sendable {
  /// Every sample.
  case always
  /// No sample.
  case never
  /// All of them; every sample if there are none.
  case and([SampleFilter])
  /// At least one of them; no sample if there are none.
  case or([SampleFilter])
  case not(SampleFilter)

  /// Compares the sample's start.
  case start(Comparison, Date)
  /// Compares the sample's end.
  case end(Comparison, Date)
  /// One of these identities. An imported sample's is computed from its row.
  case uuid(Set<UUID>)

  /// Compares a quantity sample's value, in the canonical unit of its type, with the value converted to that unit.
  case quantity(Comparison, Double, unit: HealthUnit)
  /// Compares a category sample's raw value.
  case category(Comparison, Int)
  /// A category sample with one of these raw values.
  case categoryIn(Set<Int>)

  /// A condition on who wrote the sample and what measured it. Depends on the provenance alone.
  case provenance(ProvenanceTest)
  /// A condition on the metadata. Depends on the set of metadata alone.
  case metadata(MetadataTest)

  /// A sample that is no member of a correlation.
  case noCorrelation
  /// A sample that belongs to the workout with this identity, if the workout was saved by this client: nil for anyone's.
  case ofWorkout(UUID, writtenBy: String? = nil)
  /// A correlation with a member of one of these types that the filter is true of; nil stands for every type.
  case hasMember(types: Set<String>?, SampleFilter)
  /// A workout of which this is true.
  case workout(WorkoutTest)
}

extension SampleFilter {
  /// Samples by their dates, as HealthKit defines it; `nil` leaves a side open.
  ///
  /// With neither strictness a sample matches that ends at or after `start` and starts before `end`: one that ends
  /// exactly at `start` matches, one that starts exactly at `end` does not. `strictStart` demands that it starts in
  /// `start ..< end`, `strictEnd` that it ends in there, both that it does both.
  package static func dates(
    from start: Date?, to end: Date?, strictStart: Bool = false, strictEnd: Bool = false
  ) -> SampleFilter {
    // Since no sample ends before it starts, one condition a side says all of it.
    var conditions: [SampleFilter] = []
    if let start {
      conditions.append(strictStart ? .start(.greaterThanOrEqual, start) : .end(.greaterThanOrEqual, start))
    }
    if let end { conditions.append(strictEnd ? .end(.lessThan, end) : .start(.lessThan, end)) }
    return conditions.isEmpty ? .always : .and(conditions)
  }
}
