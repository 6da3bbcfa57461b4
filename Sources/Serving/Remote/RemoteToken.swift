import Configuration
import Foundation
import Processes

/// The token for a server on another machine: `RINGTOP_TOKEN`, otherwise the file `remote-token` beside the
/// configuration. Not the file of this machine's own server, whose token must not be disclosed.
struct RemoteToken: Sendable {
  private let variables: [String: String]

  init(_ environment: Environment) {
    variables = environment.variables
  }

  static let advice =
    "Copy it from the server's file \"token\" to the file \"remote-token\" here, or set RINGTOP_TOKEN."

  /// The value sent with a request.
  ///
  /// - Throws: `RemoteProblem` if there is no token, or other users can read it.
  func header(for address: RemoteAddress) throws -> String {
    do {
      if let text = try AccessToken.known(variables, fileName: "remote-token")?.text { return "Bearer " + text }
    } catch {
      throw RemoteProblem(.token, Failure(error).sentence)
    }
    throw RemoteProblem(.token, "\(address) requires a token. \(RemoteToken.advice)")
  }
}
