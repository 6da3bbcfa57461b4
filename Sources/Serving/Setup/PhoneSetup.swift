import Foundation
import Processes

/// The settings to enter on a phone so that it delivers to this server.
package struct PhoneSetup {
  /// Without a trailing slash.
  let url: String
  /// Whether the phone can reach it.
  let isReachable: Bool
  /// What sends the data.
  let sender: Sender
  let token: String
  /// The name of the token.
  let name: String

  package enum Sender: String, CaseIterable, Sendable {
    case healthAutoExport = "health-auto-export"
    case shortcuts

    package var feed: DeliveryKind { self == .shortcuts ? .samples : .healthAutoExport }
  }

  /// - Parameters:
  ///   - url: an explicit address that the phone can reach; nil to detect that of this machine.
  ///   - makeToken: called once everything else is valid, for a token and its name.
  package init(
    address: ListeningAddress, url: String?, sender: Sender, makeToken: () throws -> (token: String, name: String)
  ) throws {
    self.sender = sender
    if let url {
      guard let parsed = URL(string: url), parsed.scheme == "http" || parsed.scheme == "https", parsed.host() != nil
      else { throw Failure(.usage, "--url must be an address such as https://rings.example.org.") }
      self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
      isReachable = true
    } else {
      var shown = address
      if address.host == "0.0.0.0" || address.host == "::" { shown.host = Self.ownAddress ?? address.host }
      (self.url, isReachable) = (shown.url, !address.isLoopback)
    }
    (token, name) = try makeToken()
  }

  /// An address of this machine in its network.
  private static var ownAddress: String? {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return nil }
    defer { freeifaddrs(list) }
    for entry in sequence(first: list, next: { $0?.pointee.ifa_next }) {
      guard let entry = entry?.pointee, let address = entry.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET)
      else { continue }
      var host = [CChar](repeating: 0, count: 64)
      let length = socklen_t(MemoryLayout<sockaddr_in>.size)
      guard getnameinfo(address, length, &host, socklen_t(host.count), nil, 0, NI_NUMERICHOST) == 0 else { continue }
      let text = String(decoding: host.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      if !text.hasPrefix("127.") { return text }
    }
    return nil
  }

  /// A link that creates the automation in the app, after the user has confirmed it.
  private var link: String {
    var items = URLComponents()
    items.queryItems = [
      URLQueryItem(name: "url", value: url + "/v1/health-auto-export"), URLQueryItem(name: "name", value: "ringtop"),
      URLQueryItem(name: "format", value: "json"), URLQueryItem(name: "datatype", value: "healthMetrics"),
      URLQueryItem(name: "headers", value: "api-key,\(token)"),
    ]
    return "com.HealthExport://automation?" + (items.percentEncodedQuery ?? "")
  }

  package func text(isASCII: Bool, isColored: Bool) -> String {
    var lines =
      switch sender {
      case .healthAutoExport:
        [
          "Health Auto Export: Automated Exports, New Automation, REST API",
          "  URL            \(url)/v1/health-auto-export",
          "  Header         api-key: \(token)", "  Data type      Health Metrics; a second one for Workouts",
          "  Export format  JSON", "  Date range     Default or Today; Since Last Sync misses data that arrives late",
          "  Interval       Default, Minutes or Hours; Days contains no stand hours", "",
        ]
      case .shortcuts:
        [
          "Shortcuts: Get Contents of URL", "  URL            \(url)/v1/samples", "  Method         POST, JSON",
          "  Header         api-key: \(token)",
          "  Body           type: move, value: 120, unit: kcal, start: the date in ISO 8601 with its time", "",
        ]
      }
    lines += [
      "The token \"\(name)\" was made for this phone and allows nothing but such deliveries. It is not shown again; run",
      "this again for another one. To revoke it: ringtop tokens revoke \(name)", "",
      "Browser: \(url)/ with any name, and as the password a token of", "  ringtop tokens add browser --scope read", "",
    ]
    if !isReachable {
      lines += [
        "A phone cannot reach \(url). Start the server with --bind and an address of this machine, or put a reverse",
        "proxy or a private network such as Tailscale before it, and name the address with --url.", "",
      ]
    } else if sender == .healthAutoExport, let code = QRCode(Array(link.utf8)) {
      lines += [
        "Scan this with a phone that has Health Auto Export, to create the automation. It contains the token.", "",
      ]
      lines += QRText.lines(code, isASCII: isASCII, isColored: isColored)
      lines.append("")
    }
    return lines.joined(separator: "\n")
  }
}

/// A QR code for a terminal: dark on light, whatever the terminal's own colours, with two modules per cell.
enum QRText {
  /// The width of the quiet zone in modules, from the standard.
  private static let quiet = 4

  static func lines(_ code: QRCode, isASCII: Bool, isColored: Bool) -> [String] {
    let range = -quiet..<code.size + quiet
    if isASCII {
      return range.map { row in range.map { code[$0, row] ? "##" : "  " }.joined() }
    }
    return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
      let cells = range.map { column -> String in
        switch (code[column, row], code[column, row + 1]) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }
      return isColored ? "\u{1B}[30;107m" + cells.joined() + "\u{1B}[0m" : cells.joined()
    }
  }
}
