import Foundation
import Processes

/// The address of a `ringtop serve` on another machine: `http://host:port`, optionally with a path added by a proxy.
package struct RemoteAddress: Sendable, Hashable, CustomStringConvertible {
  var isEncrypted: Bool
  /// Without brackets.
  var host: String
  var port: UInt16
  /// Begins with a slash, or is empty.
  var path: String

  /// Whether it is this machine.
  package var isLoopback: Bool { ListeningAddress.isLoopback(host) }

  /// Whether a text is an address rather than a path.
  package static func isAddress(_ text: String) -> Bool {
    let start = text.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }

  /// - Throws: `Failure` if the text begins like an address but is malformed.
  package init(_ text: String) throws {
    let fault = Failure(
      .usage, "\"\(text.prefix(80))\" is not the address of a server. An address looks like http://192.168.1.20:8173.")
    guard Self.isAddress(text), text.utf8.count <= 1_024, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw fault
    }
    isEncrypted = text.prefix(8).lowercased() == "https://"
    let rest = text.dropFirst(isEncrypted ? 8 : 7)
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard !authority.contains("@") else {
      throw Failure(
        .usage, "An address has no token or user name in it: a token is read from RINGTOP_TOKEN or a file.")
    }
    var path = String(rest.dropFirst(authority.count))
    while path.hasSuffix("/") { path.removeLast() }
    guard !path.contains(where: { $0 == "?" || $0 == "#" }) else { throw fault }
    self.path = path
    guard let authority = Authority(authority), !authority.host.isEmpty, authority.port != 0 else { throw fault }
    // Names of hosts are the same in either case.
    host = authority.host.lowercased()
    port = authority.port ?? (isEncrypted ? 443 : 80)
  }

  /// For the `Host` header.
  var authority: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }

  package var description: String { (isEncrypted ? "https://" : "http://") + authority + path }

  /// A folder name derived from it: legible, with a hash, because different addresses may look alike in a file name.
  var fileName: String {
    let legible = "\(isEncrypted ? "https" : "http")-\(host)-\(port)\(path)".lowercased().map { character in
      character.isASCII && (character.isLetter || character.isNumber || character == "-" || character == ".")
        ? character : "_"
    }
    return String(legible.prefix(120)) + "-" + SHA256(description.utf8).text.prefix(16)
  }
}
