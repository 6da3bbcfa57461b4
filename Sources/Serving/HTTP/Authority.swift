import Foundation
import HealthModel

/// A host with an optional port, as in a URL or in the header `Host`.
struct Authority {
  /// Without brackets; may be empty.
  let host: String
  let port: UInt16?

  /// - Returns: nil for anything else, such as one with a user name.
  init?(_ text: some StringProtocol) {
    let isLiteral = text.hasPrefix("[")
    guard let end = isLiteral ? text.firstIndex(of: "]") : text.firstIndex(of: ":") ?? text.endIndex else { return nil }
    host = String(text[..<end].dropFirst(isLiteral ? 1 : 0))
    let rest = text[end...].dropFirst(isLiteral ? 1 : 0)
    guard isLiteral ? Self.isAddress(host) : Self.isName(host), rest.isEmpty || rest.hasPrefix(":") else { return nil }
    let digits = rest.dropFirst()
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    port = UInt16(digits)
    guard port != nil || digits.isEmpty else { return nil }
  }

  /// A name, or an address in version 4.
  private static func isName(_ text: String) -> Bool {
    (!text.utf8.contains(UInt8(ascii: "%")) || text.removingPercentEncoding != nil)
      && text.utf8.allSatisfy { isUnreserved($0) || "!$&'()*+,;=%".utf8.contains($0) }
  }

  /// An address in version 6, which may name an interface.
  private static func isAddress(_ text: String) -> Bool {
    let parts = text.split(separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
    var address = in6_addr()
    return inet_pton(AF_INET6, String(parts[0]), &address) == 1
      && parts.dropFirst().allSatisfy { zone in
        !zone.isEmpty && zone.utf8.allSatisfy(isUnreserved)
      }
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "-._~".utf8.contains(byte)
  }
}
