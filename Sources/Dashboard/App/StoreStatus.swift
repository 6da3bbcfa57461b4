package import HealthModel

/// What is known about the store.
package enum StoreStatus: Hashable, Sendable {
  /// The store is being opened.
  case loading
  /// There is no file at the path, which is written as the user would write it.
  case noStore(path: String)
  /// There is something at the path that cannot be read now; the reason is a sentence.
  case unreadable(StatusProblem, reason: String)
  /// There is a store without a sample.
  case empty
  /// The newest and the oldest day with data, nil where that is not known.
  case ready(newest: Day?, oldest: Day? = nil)

  /// True where days can be asked for.
  package var hasStore: Bool {
    switch self {
    case .loading, .noStore, .unreadable: false
    case .empty, .ready: true
    }
  }

  /// True where there may be something to draw.
  package var hasData: Bool {
    if case .ready = self { true } else { false }
  }

  package var newest: Day? {
    if case .ready(let newest, _) = self { newest } else { nil }
  }

  package var oldest: Day? {
    if case .ready(_, let oldest) = self { oldest } else { nil }
  }
}
