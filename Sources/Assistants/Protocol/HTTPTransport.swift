import Foundation
import HealthImport
import HealthModel

/// Answers messages that clients send over HTTP, one in each POST, with one JSON object.
///
/// A request of the stateless revision is complete in itself, with headers that repeat what its body says. Clients of the
/// other revisions get a session, whose identifier they send with each request.
package final class HTTPTransport: Sendable {
  package struct Response: Sendable {
    package var status: Int
    package var headers: [(String, String)] = []
    package var body: [UInt8] = []
  }

  /// The maximum length of a body in bytes.
  package static let longestBody = LineTransport.longestLine
  /// When there are more, the one that has been unused for longest ends, and its client begins another.
  static let mostSessions = 64

  private struct Session {
    let id: String
    let server: AssistantServer
  }

  private let program: AssistantServer.ProgramInfo
  private let service: any AssistantService
  /// The least recently used first.
  private let sessions = Lock<[Session]>([])

  /// - Parameter service: answers the questions.
  package convenience init(program: AssistantServer.ProgramInfo, health service: HealthService) {
    self.init(program: program, service: service)
  }

  init(program: AssistantServer.ProgramInfo, service: any AssistantService) {
    (self.program, self.service) = (program, service)
  }

  /// - Parameter headers: by names in lower case.
  package func answer(method: String, headers: [String: String], body: [UInt8]) -> Response {
    // Pages in a browser are no clients, and a rebound name must not make them one. Local developers' tools are.
    guard Self.isLocal(headers["origin"]) else {
      return Self.error(403, .invalidRequest, "This origin is not allowed.")
    }
    switch method {
    case "POST": break
    case "DELETE":
      guard let id = headers["mcp-session-id"] else {
        return Self.error(400, .invalidRequest, "The header Mcp-Session-Id is missing.")
      }
      return end(id) ? Response(status: 200) : Self.unknownSession
    // Nothing is sent that was not asked for.
    default: return Response(status: 405, headers: [("Allow", "POST, DELETE")])
    }
    guard headers["content-type"].map({ $0.lowercased().hasPrefix("application/json") }) ?? false else {
      return Self.error(415, .invalidRequest, "The Content-Type must be application/json.")
    }
    guard Self.accepts(headers["accept"]) else {
      return Self.error(406, .invalidRequest, "The client must accept application/json.")
    }
    let message = RPCMessage(body)
    if case .invalid(let id, let error) = message { return Self.json(error.response(to: id), status: 400) }
    let version = headers["mcp-protocol-version"]
    if case .request(let request) = message, version == ProtocolRevision.july2026.rawValue || request.isStateless {
      return answer(request, version, headers)
    }
    return answer(message, version, headers)
  }

  // MARK: - Without sessions

  private func answer(_ request: RPCRequest, _ version: String?, _ headers: [String: String]) -> Response {
    if let difference = Self.difference(request, version, headers) {
      return Self.json(RPCError(.headerMismatch, difference).response(to: request.id), status: 400)
    }
    let answer = AssistantServer(program: program, service: service).answer(.request(request)) ?? [:]
    let status =
      switch answer["error"]?["code"]?.whole.flatMap(RPCError.Code.init) {
      case nil: 200
      case .methodNotFound: 404
      case .internalError: 500
      default: 400
      }
    return Self.json(answer, status: status)
  }

  /// What a header says otherwise than the body; nil if they agree.
  private static func difference(_ request: RPCRequest, _ version: String?, _ headers: [String: String]) -> String? {
    func compare(_ name: String, _ found: String?, _ expected: String?) -> String? {
      guard let found else { return "The header \(name) is missing." }
      return found == expected ? nil : "The header \(name) does not match the body."
    }
    if let difference = compare("MCP-Protocol-Version", version, request.revision) { return difference }
    if let difference = compare("Mcp-Method", headers["mcp-method"], request.method) { return difference }
    let named = ["tools/call": "name", "prompts/get": "name", "resources/read": "uri"]
    guard let member = named[request.method], let value = request.params[member]?.text else { return nil }
    return compare("Mcp-Name", headers["mcp-name"].map(decoded), value)
  }

  /// The value of a header, which may stand in Base64: `=?base64?…?=`.
  private static func decoded(_ value: String) -> String {
    guard value.hasPrefix("=?base64?"), value.hasSuffix("?="), value.utf8.count >= 11 else { return value }
    return Data(base64Encoded: String(value.dropFirst(9).dropLast(2)))
      .flatMap { String(validating: $0, as: UTF8.self) } ?? value
  }

  // MARK: - With sessions

  private func answer(_ message: RPCMessage, _ version: String?, _ headers: [String: String]) -> Response {
    if let version, ProtocolRevision(rawValue: version).map(\.isStateless) ?? true {
      return Self.error(400, .invalidRequest, "The MCP-Protocol-Version is not supported.")
    }
    if case .request(let request) = message, request.method == "initialize" {
      let session = Session(
        id: UUID().uuidString.lowercased(), server: AssistantServer(program: program, service: service))
      guard let answer = session.server.answer(message) else { return Response(status: 202) }
      guard answer["result"] != nil else { return Self.json(answer, status: 400) }
      sessions.withLock { sessions in
        sessions.append(session)
        if sessions.count > Self.mostSessions { sessions.removeFirst() }
      }
      var response = Self.json(answer, status: 200)
      response.headers.append(("Mcp-Session-Id", session.id))
      return response
    }
    guard let id = headers["mcp-session-id"] else {
      return Self.error(400, .invalidRequest, "The header Mcp-Session-Id is missing. Send initialize first.")
    }
    guard let server = server(id) else { return Self.unknownSession }
    server.received(message)
    return server.answer(message).map { Self.json($0, status: 200) } ?? Response(status: 202)
  }

  private static let unknownSession = error(404, .invalidRequest, "The session has ended. Send initialize again.")

  private func server(_ id: String) -> AssistantServer? {
    sessions.withLock { sessions in
      guard let index = sessions.firstIndex(where: { $0.id == id }) else { return nil }
      let session = sessions.remove(at: index)
      sessions.append(session)
      return session.server
    }
  }

  /// False if there is no such session.
  private func end(_ id: String) -> Bool {
    sessions.withLock { sessions in
      let count = sessions.count
      sessions.removeAll { $0.id == id }
      return sessions.count < count
    }
  }

  // MARK: - Headers

  private static func isLocal(_ origin: String?) -> Bool {
    guard let origin else { return true }
    guard let scheme = ["http://", "https://"].first(where: origin.lowercased().hasPrefix) else { return false }
    let authority = origin.dropFirst(scheme.count)
    let host = authority.hasPrefix("[") ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
    let port = authority.dropFirst(host.count)
    return ["localhost", "127.0.0.1", "[::1]"].contains(host.lowercased())
      && (port.isEmpty || (port.first == ":" && UInt16(port.dropFirst()) != nil))
  }

  private static func accepts(_ accept: String?) -> Bool {
    guard let accept else { return true }
    return accept.lowercased().split(separator: ",").contains { kind in
      let kind = kind.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
      return ["application/json", "application/*", "*/*"].contains(kind)
    }
  }

  private static func json(_ value: JSONValue, status: Int) -> Response {
    Response(status: status, headers: [("Content-Type", "application/json")], body: Array(value.serialized.utf8))
  }

  private static func error(_ status: Int, _ code: RPCError.Code, _ message: String) -> Response {
    json(RPCError(code, message).response(to: nil), status: status)
  }
}

extension RPCRequest {
  /// The revision in the request itself; nil if it has none.
  fileprivate var revision: String? { params["_meta"]?[RequestMeta.versionKey]?.text }

  fileprivate var isStateless: Bool { params["_meta"]?[RequestMeta.versionKey] != nil }
}
