import Foundation

/// The secret that a server on another machine wants: `RINGTOP_TOKEN`, else the file `remote-token` beside the
/// configuration. Not the file of this machine's own server, whose secret is nobody else's.
struct RemoteToken: Sendable {
  private let variables: [String: String]

  init(_ environment: Environment) {
    variables = environment.variables
  }

  static let advice =
    "It is in the file \"token\" there; RINGTOP_TOKEN or the file \"remote-token\" beside the configuration names it here."

  /// What a request bears.
  ///
  /// - Throws: `RemoteProblem` where there is no token, or it is open to others.
  func header(for address: RemoteAddress) throws -> String {
    do {
      if let text = try AccessToken.known(variables, fileName: "remote-token")?.text { return "Bearer " + text }
    } catch {
      throw RemoteProblem(.token, Failure(error).sentence)
    }
    throw RemoteProblem(.token, "\(address) wants a token. \(RemoteToken.advice)")
  }
}
