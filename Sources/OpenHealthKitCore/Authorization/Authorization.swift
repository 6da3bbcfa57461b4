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
  /// The user has not been asked.
  case notDetermined = 0
  /// It may not write the type.
  case sharingDenied = 1
  /// It may write the type.
  case sharingAuthorized = 2
}

/// Whether requesting a set of types would present a request to the user.
public enum HKAuthorizationRequestStatus: Int, Sendable {
  /// The store cannot be read.
  case unknown = 0
  /// The user would be asked.
  case shouldRequest = 1
  /// All of it has been decided.
  case unnecessary = 2
}
