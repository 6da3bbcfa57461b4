import HealthImport

/// The identifier of a request: a text or a whole number, which the response repeats.
enum RequestID: Hashable, Sendable {
  case text(String)
  case whole(Int64)

  /// In bytes. It is kept as long as the request runs, and sent back.
  private static let longestText = 256

  init?(_ value: JSONValue) {
    switch value {
    case .text(let text) where text.utf8.count <= Self.longestText: self = .text(text)
    case .whole(let number): self = .whole(number)
    default: return nil
    }
  }

  var json: JSONValue {
    switch self {
    case .text(let text): .text(text)
    case .whole(let number): .whole(number)
    }
  }
}

/// An error of the protocol, for a request that could not be carried out as such.
struct RPCError: Error, Hashable, Sendable {
  enum Code: Int, Sendable {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case internalError = -32603
    /// Revisions up to 2025-11-25 only.
    case resourceNotFound = -32002
    /// Revisions from 2026-07-28 on.
    case unsupportedVersion = -32022
    /// A header of HTTP says something else than the body.
    case headerMismatch = -32020
  }

  var code: Code
  var message: String
  var data: JSONValue?

  init(_ code: Code, _ message: String, data: JSONValue? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  /// The response. Without an identifier, because none could be read, it has none.
  func response(to id: RequestID?) -> JSONValue {
    var error: JSONValue = ["code": .whole(Int64(code.rawValue)), "message": .text(message)]
    if let data { error = error.adding("data", data) }
    let head: JSONValue = ["jsonrpc": "2.0"]
    return (id.map { head.adding("id", $0.json) } ?? head).adding("error", error)
  }
}

/// A message from a client.
enum RPCMessage: Hashable, Sendable {
  case request(RPCRequest)
  case notification(method: String, params: JSONValue)
  /// An answer of the client, although this server asks nothing.
  case response
  case invalid(RequestID?, RPCError)
  /// Several messages in one array, which only revision 2025-03-26 has.
  case batch([RPCMessage])

  private static let longestMethod = 128
  /// The values in one message: more than in any call of a tool.
  private static let mostValues = 10_000
  private static let longestBatch = 50

  /// Reads a line.
  init(_ line: [UInt8]) {
    do {
      let value = try JSONValue(parsing: line, mostValues: Self.mostValues)
      guard case .array(let elements) = value else {
        self = Self.single(value)
        return
      }
      guard (1...Self.longestBatch).contains(elements.count) else {
        self = .invalid(nil, RPCError(.invalidRequest, "A batch has from 1 to \(Self.longestBatch) messages."))
        return
      }
      self = .batch(elements.map(Self.single))
    } catch {
      let reason = (error as? JSONError).map { "The message \($0.reason)." } ?? "The message is not JSON."
      self = .invalid(nil, RPCError(.parseError, reason))
    }
  }

  private static func single(_ value: JSONValue) -> RPCMessage {
    guard value.members != nil else { return .invalid(nil, RPCError(.invalidRequest, "A message is an object.")) }
    let id = value["id"].flatMap(RequestID.init)
    guard value["jsonrpc"] == "2.0" else {
      return .invalid(id, RPCError(.invalidRequest, "The member jsonrpc must be \"2.0\"."))
    }
    guard let method = value["method"] else {
      if value["result"] != nil || value["error"] != nil { return .response }
      return .invalid(id, RPCError(.invalidRequest, "The message has no method."))
    }
    guard let method = method.text, !method.isEmpty, method.utf8.count <= longestMethod else {
      return .invalid(id, RPCError(.invalidRequest, "The method is not a short text."))
    }
    let params = value["params"] ?? [:]
    let isRequest = value["id"] != nil
    guard params.members != nil else {
      let error = RPCError(.invalidParams, "The member params must be an object.")
      return isRequest ? .invalid(id, error) : .response
    }
    guard isRequest else { return .notification(method: method, params: params) }
    guard let id else {
      return .invalid(nil, RPCError(.invalidRequest, "The id must be a whole number, or a text of at most 256 bytes."))
    }
    return .request(RPCRequest(id: id, method: method, params: params))
  }
}

struct RPCRequest: Hashable, Sendable {
  var id: RequestID
  var method: String
  /// An object.
  var params: JSONValue

  func response(_ result: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": id.json, "result": result]
  }
}
