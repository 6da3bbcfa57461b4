extension HKHealthStore {
  /// By whose leave a store's client reads and writes.
  ///
  /// This is consent between honest programs: whoever may open the file can read it without this library. Keep it from
  /// others by the file's mode, which is 0600.
  public struct Authorization: Sendable {
    enum Kind: Sendable {
      case asking(any AuthorizationDelegate)
      case everything
      case owner
    }

    let kind: Kind

    /// The person is asked, type by type, and the answers are kept in the store for this client.
    ///
    /// - Parameter delegate: who puts the question. Without one it is put on the controlling terminal, never on standard
    ///   input or output, and where there is none, nothing is decided.
    public static func ask(_ delegate: any AuthorizationDelegate = TerminalPrompt()) -> Authorization {
      Authorization(kind: .asking(delegate))
    }

    /// Nobody is asked and everything is granted: for tests.
    public static let allowAll = Authorization(kind: .everything)

    /// For the program that keeps the store, and edits who else may use it.
    package static let owner = Authorization(kind: .owner)
  }
}
