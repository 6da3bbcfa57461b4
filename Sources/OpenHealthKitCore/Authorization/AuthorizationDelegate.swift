extension HKHealthStore {
  /// A client's request to the user: only undecided types.
  public struct AuthorizationRequest: Sendable {
    /// The client.
    public let client: Client
    /// The path of the store.
    public let path: String
    /// The types of which the client wants to write samples.
    public let toShare: Set<HKSampleType>
    /// The types of which it wants to read samples from other sources.
    public let read: Set<HKObjectType>

    /// The response that grants everything.
    public var grantingAll: AuthorizationAnswer { AuthorizationAnswer(toShare: toShare, read: read) }
    /// The response that refuses everything.
    public var refusingAll: AuthorizationAnswer { AuthorizationAnswer(toShare: [], read: []) }
  }

  /// The types that the user has granted. The others of the request are refused.
  public struct AuthorizationAnswer: Sendable {
    /// The types of which the client may write samples.
    public var toShare: Set<HKSampleType>
    /// The types of which it may read samples from other sources.
    public var read: Set<HKObjectType>

    /// A response that grants these types.
    public init(toShare: Set<HKSampleType>, read: Set<HKObjectType>) {
      self.toShare = toShare
      self.read = read
    }
  }

  /// Presents a client's request to the user, like the system's authorization sheet on Apple's devices.
  public protocol AuthorizationDelegate: Sendable {
    /// Presents a request. A store presents one request at a time.
    ///
    /// - Returns: nil if the user does not answer; then nothing is decided, and the client's call fails with
    ///   ``HKError/Code/errorUserCanceled``.
    func answer(to request: AuthorizationRequest) async -> AuthorizationAnswer?
  }
}
