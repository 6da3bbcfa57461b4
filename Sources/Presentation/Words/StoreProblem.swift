/// Why the store has nothing to show. Every case has short texts for a status line or a small pane.
package enum StoreProblem: String, Hashable, Sendable, CaseIterable {
  /// There is no store at the path.
  case missing
  case empty
  /// A writer locked the store for longer than its reader may wait.
  case busy
  /// The file cannot be opened, or is not a store.
  case unreadable
  /// The store was written by a newer version of the program.
  case newer
  /// The server with the store is unreachable: the last known state is shown.
  case offline
  /// The server with the store does not accept the token: the last known state is shown.
  case refused

  /// The texts, longest first. All ASCII.
  package var texts: [String] {
    switch self {
    case .missing: ["no store yet", "no store", "-"]
    case .empty: ["no data yet", "no data", "-"]
    case .busy: ["store is busy", "busy", "-"]
    case .unreadable: ["store unreadable", "unreadable", "-"]
    case .newer: ["store is newer", "newer", "-"]
    case .offline: ["offline", "-"]
    case .refused: ["wrong token", "-"]
    }
  }

  /// A sentence that says what to do, for tooltips.
  package var advice: String {
    switch self {
    case .missing: "There is no store yet: import an export first."
    case .empty: "The store is empty: import an export first."
    case .busy: "Another program is writing to the store; the next line will have the day."
    case .unreadable: "The store cannot be read; ringtop status --strict reports the reason."
    case .newer: "The store was written by a newer ringtop: update this one."
    case .offline: "The server cannot be reached; ringtop status --strict reports the reason."
    case .refused: "The server does not accept the token; ringtop status --strict says where it belongs."
    }
  }
}
