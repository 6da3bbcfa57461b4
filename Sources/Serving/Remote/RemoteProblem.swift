package import Presentation
package import Processes

/// Why a server on another machine cannot be read now.
package struct RemoteProblem: Error, Sendable {
  enum Kind: Sendable {
    /// It does not respond, or not in time.
    case unreachable
    /// It rejects the token, or there is none to send.
    case token
    /// The response is not a store.
    case unexpected
    /// It has no data yet.
    case empty
    /// The received store cannot be saved on this machine.
    case local
  }

  var kind: Kind
  /// A complete sentence.
  package var sentence: String

  init(_ kind: Kind, _ sentence: String) {
    self.kind = kind
    self.sentence = sentence
  }

  /// How a status line shows it.
  package var storeProblem: StoreProblem {
    switch kind {
    case .token: .refused
    case .empty: .empty
    case .unreachable, .unexpected, .local: .offline
    }
  }

  /// The failure of a command that has nothing else to show.
  package var failure: Failure {
    switch kind {
    case .unreachable: Failure(.inputOutput, sentence)
    case .token: Failure(.failed, sentence)
    case .unexpected: Failure(.badData, sentence)
    case .empty: Failure(.noInput, sentence)
    case .local: Failure(.inputOutput, sentence)
    }
  }
}
