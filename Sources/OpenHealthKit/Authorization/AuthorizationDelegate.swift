extension HKHealthStore {
  /// What a client asks a person for: only what has not been decided.
  public struct AuthorizationRequest: Sendable {
    /// Who asks.
    public let client: Client
    /// The path of the store.
    public let path: String
    /// The types of which the client wants to write samples.
    public let toShare: Set<HKSampleType>
    /// The types of which it wants to read what others have written.
    public let read: Set<HKObjectType>

    /// The answer that grants all of it.
    public var grantingAll: AuthorizationAnswer { AuthorizationAnswer(toShare: toShare, read: read) }
    /// The answer that refuses all of it.
    public var refusingAll: AuthorizationAnswer { AuthorizationAnswer(toShare: [], read: []) }
  }

  /// What a person has granted of a request. The rest of the request is refused.
  public struct AuthorizationAnswer: Sendable {
    /// The types of which the client may write samples.
    public var toShare: Set<HKSampleType>
    /// The types of which it may read what others have written.
    public var read: Set<HKObjectType>

    /// An answer that grants these types.
    public init(toShare: Set<HKSampleType>, read: Set<HKObjectType>) {
      self.toShare = toShare
      self.read = read
    }
  }

  /// Puts a client's request to a person, as the system's own sheet does on Apple's devices.
  public protocol AuthorizationDelegate: Sendable {
    /// Asks. A store puts one question at a time.
    ///
    /// - Returns: nil where the person did not answer; then nothing is decided, and the client's call fails with
    ///   ``HKError/Code/errorUserCanceled``.
    func answer(to request: AuthorizationRequest) async -> AuthorizationAnswer?
  }
}
