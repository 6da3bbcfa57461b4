/// Why the store could not do what was asked.
///
/// The code says what kind of failure it is and decides the exit code of a program; `reason` is half a sentence for a
/// person, without the path, which the caller knows.
package struct StoreError: Error, Sendable, CustomStringConvertible {
  package enum Code: Sendable, Hashable {
    /// There is no store at the path.
    case missing
    /// The file is there but is no SQLite database, or one that is not a store.
    case notAStore
    /// A later version of the program wrote it.
    case newerVersion
    /// An earlier version of the program wrote it, and it lacks what is asked for until it has been opened for writing.
    case olderVersion
    /// It may not be read.
    case unreadable
    /// It or its directory may not be written.
    case readOnly
    /// The directory or the file cannot be made.
    case cannotCreate
    case diskFull
    case inputOutput
    /// Something in it is not what this program writes: a value of the wrong kind, a row that its table cannot hold.
    case damaged
    /// Another process kept it locked for longer than the wait.
    case busy
    /// The caller stopped the work, and nothing has changed.
    case interrupted
    /// A caller asked for something that makes no sense, such as an import that does not exist.
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
