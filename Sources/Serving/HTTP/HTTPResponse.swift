import Foundation
import Processes
import Synchronization

/// A response to a client.
struct HTTPResponse: Sendable {
  var status: Int
  var headers: [(String, String)] = []
  var body: [UInt8] = []
  /// Used instead of the body.
  var file: Spool?
  /// Released once the response has been sent.
  var permit: HTTPPermits.Permit?
  /// The client of an event stream, as which the response continues; nil for other responses.
  var listener: Grant?
  /// Whether that client can apply patches.
  var hasPatches = false

  static func json(_ text: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, headers: [("Content-Type", "application/json")], body: Array((text + "\n").utf8))
  }

  static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> HTTPResponse {
    HTTPResponse(status: 200, headers: [("Content-Type", type)], body: Array(text.utf8))
  }

  init(status: Int, headers: [(String, String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  init(_ fault: HTTPFault) {
    struct ErrorJSON: Encodable {
      let error: String
      let message: String
      let field: String?
    }
    let text = try? Output.json(ErrorJSON(error: fault.code, message: fault.sentence, field: fault.field))
    self = .json(text ?? "{}", status: fault.status)
    headers += fault.headers
  }

  /// The encoded head.
  ///
  /// - Parameters:
  ///   - keepsAlive: whether the connection is kept open for another request.
  ///   - now: the time for its date.
  func head(keepsAlive: Bool, at now: Date) -> [UInt8] {
    var lines = ["HTTP/1.1 \(status) \(Self.phrases[status] ?? "Status")"]
    lines += headers.map { "\($0): \($1)" }
    if listener == nil, status != 304 { lines.append("Content-Length: \(file?.size ?? body.count)") }
    lines += [
      "Date: \(Self.date(now))", "Connection: \(keepsAlive ? "keep-alive" : "close")",
      "X-Content-Type-Options: nosniff",
      "Referrer-Policy: no-referrer",
    ]
    // Health data must not be cached.
    if !headers.contains(where: { $0.0 == "Cache-Control" }) { lines.append("Cache-Control: no-store") }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  /// A date as in `Sun, 06 Nov 1994 08:49:37 GMT`, which does not depend on the locale.
  static func date(_ date: Date) -> String {
    var time = time_t(date.timeIntervalSince1970)
    var parts = tm()
    gmtime_r(&time, &parts)
    func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
    let weekday = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][Int(parts.tm_wday)]
    let month = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][Int(parts.tm_mon)]
    return "\(weekday), \(two(parts.tm_mday)) \(month) \(parts.tm_year + 1_900) "
      + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
  }

  private static let phrases = [
    200: "OK", 202: "Accepted", 226: "IM Used", 304: "Not Modified", 400: "Bad Request", 401: "Unauthorized",
    403: "Forbidden",
    404: "Not Found",
    405: "Method Not Allowed", 406: "Not Acceptable",
    408: "Request Timeout", 413: "Content Too Large", 415: "Unsupported Media Type", 422: "Unprocessable Content",
    431: "Request Header Fields Too Large", 500: "Internal Server Error", 503: "Service Unavailable",
    505: "HTTP Version Not Supported", 507: "Insufficient Storage",
  ]
}

/// A limit for resource-intensive work. A permit is returned when it is deallocated.
final class HTTPPermits: Sendable {
  final class Permit: Sendable {
    private let permits: HTTPPermits
    private let holder: String?

    fileprivate init(_ permits: HTTPPermits, _ holder: String?) {
      (self.permits, self.holder) = (permits, holder)
    }

    deinit {
      permits.taken.withLock { $0[holder, default: 1] -= 1 }
    }
  }

  /// How many are taken by each holder.
  private let taken = Mutex<[String?: Int]>([:])
  private let count: Int
  private let mostOfToken: Int

  /// - Parameter mostOfToken: how many the holders of one named token may have; a part is left for others.
  init(_ count: Int, mostOfToken: Int? = nil) {
    (self.count, self.mostOfToken) = (count, mostOfToken ?? count - count / 4)
  }

  /// - Parameter holder: the name of a token; nil for no limit of its own.
  /// - Throws: `HTTPFault` if the limit is reached.
  func take(for holder: String?) throws -> Permit {
    let isFree = taken.withLock { taken in
      let own = taken[holder, default: 0]
      guard taken.values.reduce(0, +) < count, holder == nil || own < mostOfToken else { return false }
      // Names of tokens that have been revoked do not pile up.
      taken = taken.filter { $0.value > 0 }
      taken[holder] = own + 1
      return true
    }
    guard isFree else { throw HTTPLimits.overload }
    return Permit(self, holder)
  }
}
