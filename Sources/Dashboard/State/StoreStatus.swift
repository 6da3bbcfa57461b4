package import HealthModel

/// What is known about the store.
package enum StoreStatus: Hashable, Sendable {
  /// The store is being opened.
  case loading
  /// There is no file at the path, which is written as the wearer would write it.
  case noStore(path: String)
  /// There is something at the path that cannot be read now; the reason is a sentence.
  case unreadable(StatusProblem, reason: String)
  /// There is a store without a sample.
  case empty
  /// The newest day with data, nil where that is not known.
  case ready(newest: Day?)
  /// Another process is importing: records read so far, and the newest day with data so far.
  case importing(records: Int, newest: Day?)

  /// True where days can be asked for.
  package var hasStore: Bool {
    switch self {
    case .loading, .noStore, .unreadable: false
    case .empty, .ready, .importing: true
    }
  }

  /// True where there may be something to draw.
  package var hasData: Bool {
    switch self {
    case .ready: true
    case .importing(_, let newest): newest != nil
    case .loading, .noStore, .unreadable, .empty: false
    }
  }

  package var newest: Day? {
    switch self {
    case .ready(let newest), .importing(_, let newest): newest
    case .loading, .noStore, .unreadable, .empty: nil
    }
  }
}
