extension HKHealthStore {
  /// How a store's client is authorized to read and write.
  ///
  /// Authorization applies to cooperating programs: anyone who can open the file can read it without this library.
  /// The file's mode, 0600, protects it from other users.
  public struct Authorization: Sendable {
    enum Kind: Sendable {
      case asking(any AuthorizationDelegate)
      case everything
      case owner
    }

    let kind: Kind

    /// Asks the user, type by type, and stores the decisions for this client.
    ///
    /// - Parameter delegate: presents the request. Without one, it is presented on the controlling terminal, never on
    ///   standard input or output; without a terminal, nothing is decided.
    public static func ask(_ delegate: any AuthorizationDelegate = TerminalPrompt()) -> Authorization {
      Authorization(kind: .asking(delegate))
    }

    /// Grants everything without asking: for tests.
    public static let allowAll = Authorization(kind: .everything)

    /// For the program that manages the store and edits the permissions of others.
    package static let owner = Authorization(kind: .owner)
  }
}

/// Whether a client may write a type.
public enum HKAuthorizationStatus: Int, Sendable {
  case notDetermined = 0
  case sharingDenied = 1
  case sharingAuthorized = 2
}

/// Whether requesting a set of types would present a request to the user.
public enum HKAuthorizationRequestStatus: Int, Sendable {
  case unknown = 0
  case shouldRequest = 1
  case unnecessary = 2
}
