/// Why a server on another machine cannot be read now.
struct RemoteProblem: Error, Sendable {
  enum Kind: Sendable {
    /// Nothing answers there, or not in time.
    case unreachable
    /// It does not know the token, or there is none to send.
    case token
    /// What answers there sends something else than a store.
    case unexpected
    /// It has no data yet.
    case empty
    /// What it sends cannot be kept on this machine.
    case local
  }

  var kind: Kind
  /// For a person, whole.
  var sentence: String

  init(_ kind: Kind, _ sentence: String) {
    self.kind = kind
    self.sentence = sentence
  }

  /// What ends a command that has nothing else to show.
  var failure: Failure {
    switch kind {
    case .unreachable: Failure(.inputOutput, sentence)
    case .token: Failure(.failed, sentence)
    case .unexpected: Failure(.badData, sentence)
    case .empty: Failure(.noInput, sentence)
    case .local: Failure(.inputOutput, sentence)
    }
  }
}
