/// The user's decision on one use of one type by one client.
package enum Consent: Int, Hashable, Sendable {
  case refused = 0
  case granted = 1
}

/// What a client may do with the samples of a type. nil means not decided.
package struct Permission: Hashable, Sendable {
  /// The client's bundle identifier.
  package var client: String
  /// The raw identifier of the type; never that of a correlation, whose members decide.
  package var type: String
  /// Whether the client may write samples.
  package var share: Consent?
  /// Whether it may read the samples of others. It may always read its own.
  package var read: Consent?

  package init(client: String, type: String, share: Consent? = nil, read: Consent? = nil) {
    self.client = client
    self.type = type
    self.share = share
    self.read = read
  }
}
