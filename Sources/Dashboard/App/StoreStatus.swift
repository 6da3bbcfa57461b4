package import HealthModel
package import Presentation

package enum StoreStatus: Hashable, Sendable {
  /// The store is being opened.
  case loading
  /// There is no file at the path, which is given in the user's notation.
  case noStore(path: String)
  /// The file exists but cannot be read now; the reason is a sentence.
  case unreadable(StoreProblem, reason: String)
  /// The store contains no samples.
  case empty
  /// The newest and the oldest day with data, and with data for the rings, nil if unknown.
  case ready(newest: Day?, oldest: Day? = nil, rings: ClosedRange<Day>? = nil)

  /// Whether days can be loaded.
  package var hasStore: Bool {
    switch self {
    case .loading, .noStore, .unreadable: false
    case .empty, .ready: true
    }
  }

  /// Whether there may be something to draw.
  package var hasData: Bool {
    if case .ready = self { true } else { false }
  }

  package var newest: Day? {
    if case .ready(let newest, _, _) = self { newest } else { nil }
  }

  package var oldest: Day? {
    if case .ready(_, let oldest, _) = self { oldest } else { nil }
  }

  package var rings: ClosedRange<Day>? {
    if case .ready(_, _, let rings) = self { rings } else { nil }
  }
}

/// The status of the connection to the server with the store, if it is on another machine.
package enum ServerConnection: Hashable, Sendable {
  /// The displayed data is current.
  case live
  /// The server is unreachable. The displayed data is from a time of day or a date, nil if the server was never
  /// reached; the reason is a sentence.
  case lost(since: String?, reason: String)
}
