import Foundation
import Processes
import Synchronization

/// What a client that has shown a token may do.
struct Grant: Hashable, Sendable {
  /// The name of the token; nil for the owner's.
  var name: String?
  var scope: TokenScope
  /// Identifies the token, so that it can be checked again later.
  fileprivate var hash: String
}

/// All valid tokens. The list of named ones is read again as soon as its file changes.
final class Credentials: Sendable {
  private struct State {
    var owner: String
    /// By their hashes.
    var named: [String: NamedToken] = [:]
    var version: [Int]?
  }

  private let list: TokenList
  private let state: Mutex<State>

  init(owner: AccessToken, list: TokenList) {
    self.list = list
    state = Mutex(State(owner: NamedToken.hash(owner.text)))
  }

  func replace(owner: AccessToken) {
    state.withLock { $0.owner = NamedToken.hash(owner.text) }
  }

  /// What the token of a request allows; nil without a valid one.
  func grant(of request: HTTPRequest) -> Grant? {
    // Comparing hashes discloses nothing of a token by the time it takes.
    request.token.flatMap { grant(hash: NamedToken.hash($0)) }
  }

  /// Whether what was granted still is.
  func isValid(_ grant: Grant) -> Bool { self.grant(hash: grant.hash) == grant }

  private func grant(hash: String) -> Grant? {
    let version = list.version
    return state.withLock { state in
      if version != state.version {
        state.version = version
        do {
          state.named = Dictionary(try list.tokens().map { ($0.hash, $0) }) { first, _ in first }
        } catch {
          // What cannot be read allows nothing.
          state.named = [:]
          Output.report("No named token is valid: " + Failure(error).sentence)
        }
      }
      if hash == state.owner { return Grant(name: nil, scope: .all, hash: hash) }
      return state.named[hash].map { Grant(name: $0.name, scope: $0.scope, hash: hash) }
    }
  }
}
