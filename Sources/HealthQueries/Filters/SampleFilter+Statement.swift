import HealthDatabase
package import HealthModel

extension SampleFilter {
  /// Whether SQLite can parse the statement that the filter compiles to: there are limits on the depth of an
  /// expression and on the number of arguments.
  package var fitsStatement: Bool {
    let size = self.size
    return size.depth <= 16 && size.parts <= 8_000
  }

  /// A filter that fits into a statement and matches at least what this one does: the required conditions that fit,
  /// and for the others the dates that they allow.
  package var outline: SampleFilter {
    if fitsStatement { return self }
    let dates = DateBounds(self).filter
    guard case .and(let filters) = self else { return dates }
    let bounded = SampleFilter.and(filters.map { $0.fitsStatement ? $0 : .always } + [dates]).simplified
    // Thousands of conditions that fit individually do not fit together.
    return bounded.fitsStatement ? bounded : dates
  }

  private var size: (depth: Int, parts: Int) {
    switch self {
    case .and(let filters), .or(let filters):
      filters.reduce(into: (1, 0)) { size, filter in
        let inner = filter.size
        size = (max(size.0, inner.depth + 1), size.1 + inner.parts)
      }
    case .not(let filter): (filter.size.depth + 1, filter.size.parts)
    // A separate subquery, with the types and the condition on members.
    case .hasMember(_, let filter): (filter.size.depth + 4, filter.size.parts + 4)
    case .workout: (4, 4)
    case .within(let spans): (5, 2 * spans.lows.count)
    default: (1, 1)
    }
  }
}
