extension SampleFilter {
  /// Why the filter is invalid for a type, or nil if it is valid.
  ///
  /// HealthKit refuses to run a query whose predicate refers to properties that the type's samples cannot have,
  /// instead of returning no results.
  ///
  /// - Parameter unit: the canonical unit of a quantity type.
  package func validate(for kind: SampleKind, identifier: String, unit: HealthUnit?) -> String? {
    switch self {
    case .and(let filters), .or(let filters):
      return filters.lazy.compactMap { $0.validate(for: kind, identifier: identifier, unit: unit) }.first
    case .not(let filter):
      return filter.validate(for: kind, identifier: identifier, unit: unit)
    case .quantity(_, _, let asked):
      guard kind == .quantity, let unit else { return "A quantity predicate is not valid for type \(identifier)" }
      return asked.isCompatible(with: unit)
        ? nil : "Unit \(asked) of the predicate is not compatible with type \(identifier), whose unit is \(unit)"
    case .category, .categoryIn:
      return kind == .category ? nil : "A category value predicate is not valid for type \(identifier)"
    case .hasMember:
      return kind == .correlation ? nil : "A predicate on members is not valid for type \(identifier)"
    case .workout:
      return kind == .workout ? nil : "A workout predicate is not valid for type \(identifier)"
    case .always, .never, .start, .end, .within, .uuid, .provenance, .metadata, .noCorrelation, .ofWorkout:
      return nil
    }
  }
}
