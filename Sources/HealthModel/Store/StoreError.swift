/// The reason why a store operation failed.
///
/// The code states the kind of failure and determines the exit code of a program; `reason` is part of a sentence for
/// the user, without the path, which the caller adds.
package struct StoreError: Error, Sendable, CustomStringConvertible {
  package enum Code: Sendable, Hashable {
    /// There is no store at the path.
    case missing
    /// The file exists but is not a SQLite database, or not a store.
    case notAStore
    /// It was written by a later version of the program.
    case newerVersion
    /// It was written by an earlier version of the program and must be opened for writing once to be upgraded.
    case olderVersion
    /// Permission to read was denied.
    case unreadable
    /// The file or its directory is not writable.
    case readOnly
    /// The directory or the file cannot be created.
    case cannotCreate
    case diskFull
    case inputOutput
    /// It contains something that this program does not write: a value of the wrong kind, a row that is invalid in
    /// its table.
    case damaged
    /// Another process held the lock for longer than the timeout.
    case busy
    /// The caller cancelled the work, and nothing has changed.
    case interrupted
    /// What the store contains contradicts the request: an edit cannot be reverted.
    case conflict
    /// The request is invalid, for example it names an import that does not exist.
    case invalidArgument
    case other
  }

  package var code: Code
  package var path: String
  package var reason: String
  package var underlying: (any Error)?

  package init(_ code: Code, path: String, reason: String, underlying: (any Error)? = nil) {
    self.code = code
    self.path = path
    self.reason = reason
    self.underlying = underlying
  }

  package var description: String {
    "\(path): \(reason)"
  }
}
