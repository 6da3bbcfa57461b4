import FoundationEssentials

extension SampleFilter {
  /// The same filter with as few nodes as its structure allows: constants folded, nested `and`s and `or`s flattened,
  /// `not` pushed through constants and double negations. Matches the same samples.
  package var simplified: SampleFilter {
    switch self {
    case .and(let filters):
      var parts: [SampleFilter] = []
      for filter in filters {
        switch filter.simplified {
        case .always: continue
        case .never: return .never
        case .and(let inner): parts += inner
        case let other: parts.append(other)
        }
      }
      parts = Self.gathering(parts)
      return parts.isEmpty ? .always : parts.count == 1 ? parts[0] : .and(parts)
    case .or(let filters):
      var parts: [SampleFilter] = []
      for filter in filters {
        switch filter.simplified {
        case .never: continue
        case .always: return .always
        case .or(let inner): parts += inner
        case let other: parts.append(other)
        }
      }
      parts = DateSpans.gathering(parts)
      return parts.isEmpty ? .never : parts.count == 1 ? parts[0] : .or(parts)
    case .not(let filter):
      switch filter.simplified {
      case .always: return .never
      case .never: return .always
      case .not(let inner): return inner
      case let other: return .not(other)
      }
    case .start(let comparison, let date) where date.timeIntervalSinceReferenceDate.isNaN,
      .end(let comparison, let date) where date.timeIntervalSinceReferenceDate.isNaN:
      // SQL would treat it as an unknown date, and a comparison with it as neither true nor false.
      return comparison == .notEqual ? .always : .never
    case .uuid(let uuids) where uuids.isEmpty: return .never
    case .hasMember(let types, let filter):
      let inner = filter.simplified
      return inner == .never || types?.isEmpty == true ? .never : .hasMember(types: types, inner)
    case .categoryIn(let values) where values.isEmpty: return .never
    default: return self
    }
  }

  /// Gathers what none of may be true.
  private static func gathering(_ conditions: [SampleFilter]) -> [SampleFilter] {
    var (excluded, others): ([SampleFilter], [SampleFilter]) = ([], [])
    for condition in conditions {
      if case .not(let filter) = condition { excluded.append(filter) } else { others.append(condition) }
    }
    let gathered = DateSpans.gathering(excluded)
    return gathered.count < excluded.count ? others + gathered.map { .not($0) } : conditions
  }
}
