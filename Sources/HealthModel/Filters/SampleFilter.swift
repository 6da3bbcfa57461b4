package import FoundationEssentials

/// Selects samples: a tree of conditions on a sample's properties.
///
/// A filter is a value. The store compiles it to SQL, and `matches(_:)` defines its meaning in memory; if the two
/// differ, the SQL is wrong. It does not include the type, which the reader chooses.
///
/// Every condition is either true or false for a sample. A condition on something that the sample does not have (the
/// category value of a quantity, an absent metadata key) is false, and `not` is the plain complement: it is true for
/// exactly the samples for which the inner filter is false. SQL's third truth value must therefore never appear in
/// it.
package indirect enum SampleFilter: Hashable, Sendable {
  /// Every sample.
  case always
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
  /// One of many spans of time. Simplifying an `or` of conditions on dates makes it.
  case within(DateSpans)
  /// One of these identities. That of an imported sample is computed from its row.
  case uuid(Set<UUID>)

  /// Compares a quantity sample's value, in the canonical unit of its type, with the value converted to that unit.
  case quantity(Comparison, Double, unit: HealthUnit)
  /// Compares a category sample's raw value.
  case category(Comparison, Int)
  /// A category sample with one of these raw values.
  case categoryIn(Set<Int>)

  /// A condition on the source and the device. Depends only on the provenance.
  case provenance(ProvenanceTest)
  /// A condition on the metadata. Depends only on the set of metadata.
  case metadata(MetadataTest)

  /// A sample that is not a member of a correlation.
  case noCorrelation
  /// A sample that belongs to the workout with this identity, if the workout was saved by this client: nil for anyone's.
  case ofWorkout(UUID, writtenBy: String? = nil)
  /// A correlation with a member of one of these types that the filter matches; nil means any type.
  case hasMember(types: Set<String>?, SampleFilter)
  /// A workout that this test matches.
  case workout(WorkoutTest)
}

extension SampleFilter {
  /// Selects samples by date as HealthKit does; `nil` leaves a side open.
  ///
  /// Without options, a sample matches if it ends at or after `start` and starts before `end`: one that ends exactly
  /// at `start` matches, one that starts exactly at `end` does not. `strictStart` requires that it starts in `start
  /// ..< end`, `strictEnd` that it ends in that range, both that it does both.
  package static func dates(
    from start: Date?, to end: Date?, strictStart: Bool = false, strictEnd: Bool = false
  ) -> SampleFilter {
    // Since no sample ends before it starts, one condition per side is enough.
    var conditions: [SampleFilter] = []
    if let start {
      conditions.append(strictStart ? .start(.greaterThanOrEqual, start) : .end(.greaterThanOrEqual, start))
    }
    if let end { conditions.append(strictEnd ? .end(.lessThan, end) : .start(.lessThan, end)) }
    return conditions.isEmpty ? .always : .and(conditions)
  }
}
