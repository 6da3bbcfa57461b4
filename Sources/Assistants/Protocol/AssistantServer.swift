import HealthImport
import HealthModel

/// A server of the Model Context Protocol: messages in, messages out. It knows neither the transport nor the store.
///
/// Both eras of the protocol are served at once: a request with its revision in `_meta` by the stateless revision, any
/// other by the one that `initialize` has agreed on.
package final class AssistantServer: Sendable {
  private struct Session {
    var revision: ProtocolRevision
    var client: String?
  }

  private let program: ProgramInfo
  private let service: any AssistantService
  private let session = Lock<Session?>(nil)
  private let running = RunningRequests()

  /// The name and the version of the program that serves.
  package struct ProgramInfo: Sendable {
    var name: String
    var title: String
    var version: String

    package init(name: String, title: String, version: String) {
      (self.name, self.title, self.version) = (name, title, version)
    }

    var json: JSONValue { ["name": .text(name), "title": .text(title), "version": .text(version)] }
  }

  /// - Parameter service: answers the questions.
  package convenience init(program: ProgramInfo, health service: HealthService) {
    self.init(program: program, service: service)
  }

  init(program: ProgramInfo, service: any AssistantService) {
    self.program = program
    self.service = service
  }

  /// Notes a message as soon as it has come, before `answer`: what a client cancels does not begin, or ends early.
  func received(_ message: RPCMessage) {
    switch message {
    case .request(let request): running.begin(request.id)
    case .notification("notifications/cancelled", let params):
      if let id = params["requestId"].flatMap(RequestID.init) { running.cancel(id) }
    // A batch is answered as a whole, or not at all.
    case .notification, .response, .invalid, .batch: break
    }
  }

  /// The answer to a message; nil for one that needs none, or was cancelled.
  func answer(_ message: RPCMessage) -> JSONValue? {
    switch message {
    case .request(let request):
      defer { running.end(request.id) }
      guard !running.isCancelled(request.id) else { return nil }
      let answer = answer(request)
      return running.isCancelled(request.id) ? nil : answer
    case .notification, .response: return nil
    case .invalid(let id, let error): return error.response(to: id)
    case .batch(let messages):
      guard session.withLock({ $0?.revision.hasBatches ?? false }) else {
        return RPCError(.invalidRequest, "This revision of the protocol has no batches.").response(to: nil)
      }
      let answers = messages.compactMap { message in
        if case .batch = message { return RPCError(.invalidRequest, "A batch in a batch.").response(to: nil) }
        return answer(message)
      }
      return answers.isEmpty ? nil : .array(answers)
    }
  }

  /// For a message as it was received.
  func answer(line: [UInt8]) -> JSONValue? { answer(RPCMessage(line)) }

  private func answer(_ request: RPCRequest) -> JSONValue {
    do {
      return request.response(try result(request))
    } catch let error as RPCError {
      return error.response(to: request.id)
    } catch {
      return RPCError(.internalError, "The request failed.").response(to: request.id)
    }
  }

  private func result(_ request: RPCRequest) throws -> JSONValue {
    if let meta = try RequestMeta(request.params) {
      let caller = caller(meta.client, .july2026, request)
      var result = try result(request, caller)
      result = result.adding("resultType", "complete")
      return result.adding("_meta", [RequestMeta.serverKey: program.json])
    }
    switch request.method {
    case "initialize": return try initialize(request.params)
    case "ping": return [:]
    default: break
    }
    guard let session = session.withLock(\.self) else {
      throw RPCError(
        .invalidParams,
        "Send initialize first, or \(RequestMeta.versionKey) and the client's capabilities in _meta of each request.")
    }
    return try result(request, caller(session.client, session.revision, request))
  }

  private func caller(_ client: String?, _ revision: ProtocolRevision, _ request: RPCRequest) -> Caller {
    Caller(client: client, revision: revision) { [running] in running.isCancelled(request.id) }
  }

  private func result(_ request: RPCRequest, _ caller: Caller) throws -> JSONValue {
    let params = request.params
    switch request.method {
    case "server/discover" where caller.revision.isStateless:
      let versions = ProtocolRevision.allCases.filter(\.isStateless).map(\.rawValue)
      return cached(
        [
          "supportedVersions": .strings(versions), "capabilities": Self.capabilities,
          "instructions": .text(service.instructions),
        ], caller)
    case "tools/list":
      try requireNoCursor(params)
      return cached(["tools": .array(service.tools.map { $0.listing(caller.revision) })], caller)
    case "tools/call":
      guard let name = params["name"]?.text else { throw RPCError(.invalidParams, "The name of the tool is missing.") }
      let arguments = params["arguments"] ?? [:]
      guard arguments.members != nil else { throw RPCError(.invalidParams, "The arguments are not an object.") }
      guard let result = service.call(name, arguments, caller) else {
        throw RPCError(.invalidParams, "Unknown tool: \(name.prefix(60))")
      }
      return result.json(caller.revision)
    case "resources/list":
      try requireNoCursor(params)
      return cached(["resources": service.resources], caller)
    case "resources/templates/list":
      try requireNoCursor(params)
      return cached(["resourceTemplates": service.resourceTemplates], caller)
    case "resources/read":
      guard let address = params["uri"]?.text else { throw RPCError(.invalidParams, "The uri is missing.") }
      guard let contents = try service.read(address, caller) else {
        throw RPCError(
          caller.revision.isStateless ? .invalidParams : .resourceNotFound,
          "There is no resource \(address.prefix(100))")
      }
      return cached(["contents": .array([contents])], caller, isPrivate: true)
    case "prompts/list":
      try requireNoCursor(params)
      return cached(["prompts": service.prompts], caller)
    case "prompts/get":
      guard let name = params["name"]?.text else { throw RPCError(.invalidParams, "The name is missing.") }
      guard let prompt = try service.prompt(name, params["arguments"] ?? [:]) else {
        throw RPCError(.invalidParams, "Unknown prompt: \(name.prefix(60))")
      }
      return prompt
    default: throw RPCError(.methodNotFound, "There is no method \(request.method)")
    }
  }

  private func initialize(_ params: JSONValue) throws(RPCError) -> JSONValue {
    guard let asked = params["protocolVersion"]?.text else {
      throw RPCError(.invalidParams, "The protocolVersion is missing.")
    }
    // What the client asks for, if it has a session; otherwise the newest that has one.
    let known = ProtocolRevision(rawValue: asked).flatMap { $0.isStateless ? nil : $0 }
    let revision = known ?? .newestWithSession
    session.withLock { $0 = Session(revision: revision, client: params["clientInfo"]?["name"]?.text) }
    return [
      "protocolVersion": .text(revision.rawValue), "capabilities": Self.capabilities, "serverInfo": program.json,
      "instructions": .text(service.instructions),
    ]
  }

  private static let capabilities: JSONValue = ["tools": [:], "resources": [:], "prompts": [:]]

  /// Lists fit into one page, so no cursor was ever given out.
  private func requireNoCursor(_ params: JSONValue) throws(RPCError) {
    if params["cursor"] != nil { throw RPCError(.invalidParams, "The cursor is unknown.") }
  }

  /// With how long the client may keep the result. Lists change only with the program.
  private func cached(_ result: JSONValue, _ caller: Caller, isPrivate: Bool = false) -> JSONValue {
    guard caller.revision.isStateless else { return result }
    return result.adding("ttlMs", isPrivate ? 0 : 3_600_000).adding("cacheScope", isPrivate ? "private" : "public")
  }
}

/// Who asks, and in which revision.
struct Caller: Sendable {
  /// As the client calls itself; nil if it does not say.
  var client: String?
  var revision: ProtocolRevision
  /// Whether nobody waits for the answer any more.
  var isCancelled: @Sendable () -> Bool = { false }
}

/// What a server offers.
protocol AssistantService: Sendable {
  var instructions: String { get }
  var tools: [any AssistantTool] { get }
  /// The result of a tool; nil if there is no such tool.
  func call(_ name: String, _ arguments: JSONValue, _ caller: Caller) -> ToolResult?
  var resources: JSONValue { get }
  var resourceTemplates: JSONValue { get }
  /// The contents of a resource; nil if there is no such resource.
  func read(_ address: String, _ caller: Caller) throws -> JSONValue?
  var prompts: JSONValue { get }
  func prompt(_ name: String, _ arguments: JSONValue) throws -> JSONValue?
}
