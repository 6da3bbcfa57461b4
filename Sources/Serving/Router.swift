package import Configuration
import Foundation
import Graphics
package import HealthDatabase
import HealthModel
import HealthQueries
import Processes
import Reports
import Rings
import Sharing
import StoreFiles
import StorePages
import Synchronization

/// Maps requests to responses.
package final class Router: Sendable {
  let store: StoreConnection
  let now: @Sendable () -> Date
  let metrics: ServerMetrics
  /// What is read again on request.
  private struct Adjustable {
    var environment: Environment
    var assistants: AssistantEndpoint?
  }

  private let adjustable: Mutex<Adjustable>
  private let credentials: Credentials
  private let friends: FriendReader
  private let limits: HTTPLimits
  private let deliveries: Deliveries
  let transfers: StoreTransfers
  private let largeBodies: HTTPPermits
  private let transferPermits: HTTPPermits
  private let listeners: HTTPPermits
  private let questions: HTTPPermits

  /// - Parameters:
  ///   - assistants: answers at `/mcp`; nil for nobody.
  ///   - folder: where large bodies are kept until they are stored, and copies until they are sent.
  package init(
    store: StoreConnection, token: AccessToken, environment: Environment, assistants: AssistantEndpoint? = nil,
    limits: HTTPLimits, folder: TemporaryFolder
  ) {
    self.store = store
    adjustable = Mutex(Adjustable(environment: environment, assistants: assistants))
    credentials = Credentials(owner: token, list: TokenList(environment))
    friends = FriendReader(environment.variables)
    self.limits = limits
    now = environment.now
    metrics = ServerMetrics(started: environment.now())
    deliveries = Deliveries(store: store, folder: folder, metrics: metrics)
    transfers = StoreTransfers(store: store, folder: folder)
    largeBodies = HTTPPermits(limits.mostLargeBodies)
    transferPermits = HTTPPermits(limits.mostTransfers)
    listeners = HTTPPermits(limits.mostListeners, mostOfToken: limits.mostOfToken)
    questions = HTTPPermits(limits.mostQuestions)
  }

  /// Replaces the token and the settings, from the next request on.
  package func adjust(token: AccessToken, environment: Environment, assistants: AssistantEndpoint? = nil) {
    credentials.replace(owner: token)
    adjustable.withLock { $0 = Adjustable(environment: environment, assistants: assistants) }
  }

  private var settings: Settings { adjustable.withLock(\.environment.settings) }

  /// Whether a client may still do what it was granted.
  func isValid(_ grant: Grant) -> Bool { credentials.isValid(grant) }

  /// Watches the store; nil while that is not possible.
  func watch() -> StoreWatcher? { try? StoreWatcher(store) }

  // MARK: - Routes

  private enum Route: Equatable {
    case page, health, metrics, summary, events, store, log, assistants
    case day(String)
    case delivery(DeliveryKind)

    init?(_ path: String) {
      switch path {
      case "/": self = .page
      case "/healthz": self = .health
      case "/metrics": self = .metrics
      case "/v1/summary": self = .summary
      case "/v1/events": self = .events
      case "/v1/store": self = .store
      case "/mcp": self = .assistants
      case "/v1/deliveries": self = .log
      default:
        if path.hasPrefix("/v1/days/"), path.hasSuffix(".svg") {
          self = .day(String(path.dropFirst(9).dropLast(4)))
        } else if let kind = DeliveryKind.allCases.first(where: { path == "/v1/" + $0.rawValue }) {
          self = .delivery(kind)
        } else {
          return nil
        }
      }
    }

    var methods: [String] {
      switch self {
      case .delivery: ["POST"]
      case .assistants: ["GET", "POST", "DELETE"]
      default: ["GET", "HEAD"]
      }
    }

    /// The names of the parameters that its URL may have.
    var parameters: [String] {
      switch self {
      case .summary: ["date", "from", "to"]
      // The page adds a count, so that browsers load a changed picture again.
      case .day: ["theme", "view", "c"]
      default: []
      }
    }

    /// Whether a token with this scope may use it.
    func isAllowed(_ scope: TokenScope) -> Bool {
      switch (scope, self) {
      case (.all, _), (_, .health): true
      case (.post(let feed), .delivery(let kind)): feed == kind
      case (.post, _), (_, .delivery): false
      case (.assistants, let route): route == .assistants
      // A question may be one that writes.
      case (_, .assistants): false
      case (.read, _): true
      // Only what is made of the summaries of days.
      case (.rings, .page), (.rings, .summary), (.rings, .day), (.rings, .events): true
      case (.rings, .metrics), (.rings, .store), (.rings, .log): false
      }
    }
  }

  /// The path for counting requests: text from clients must not become part of the metrics.
  static func name(ofRoute path: String) -> String {
    switch Route(path) {
    case .day: "/v1/days"
    case nil: "other"
    default: path
    }
  }

  /// - Throws: `HTTPFault` for a rejected request.
  func respond(to request: HTTPRequest, on connection: HTTPConnection, connections: Int) throws -> HTTPResponse {
    let route = Route(request.path)
    if route == .health {
      try require(["GET", "HEAD"], request)
      return .text("ok\n")
    }
    guard let grant = credentials.grant(of: request) else {
      let fault = HTTPFault(
        401, "unauthorized",
        request.token == nil
          ? "The request contains no token: send it as \"Authorization: Bearer TOKEN\" or \"api-key: TOKEN\"."
          : "The token of the request is not valid.",
        headers: [("WWW-Authenticate", "Basic realm=\"ringtop\", charset=\"UTF-8\""), ("WWW-Authenticate", "Bearer")])
      if case .delivery(let kind) = route, request.method == "POST" {
        deliveries.logRefusal(fault, of: ReceivedDelivery.stranger, kind.rawValue, at: now())
      }
      throw fault
    }
    guard connection.onAuthorization(grant.name) else { throw HTTPLimits.overload }
    guard let route, route != .assistants || adjustable.withLock({ $0.assistants != nil }) else {
      throw HTTPFault(404, "notFound", "There is nothing at this path.")
    }
    do {
      return try respond(to: request, route, of: grant, on: connection, connections: connections)
    } catch let fault as HTTPFault {
      var feed: String?
      if fault.status == 403 { feed = Self.name(ofRoute: request.path) }
      if case .delivery(let kind) = route, fault.status < 500 { feed = kind.rawValue }
      if let feed { deliveries.logRefusal(fault, of: grant.name ?? "", feed, at: now()) }
      throw fault
    }
  }

  private func respond(
    to request: HTTPRequest, _ route: Route, of grant: Grant, on connection: HTTPConnection, connections: Int
  ) throws -> HTTPResponse {
    try require(route.methods, request)
    guard route.isAllowed(grant.scope) else {
      throw HTTPFault(403, "forbidden", "The scope of this token is \(grant.scope.text), which does not include this.")
    }
    try requireKnown(route.parameters, in: request.query)
    if route == .assistants, let assistants = adjustable.withLock(\.assistants) {
      return try answer(assistants, request, of: grant, connection)
    }
    if case .delivery(let kind) = route {
      return try translating(for: grant) {
        let body = try self.body(of: request, from: grant, on: connection)
        metrics.count(bytes: body.size)
        return try deliveries.receive(
          body, kind, request, from: grant.name ?? "", adjustable.withLock(\.environment))
      }
    }
    // An unneeded body is read, so that the next request can follow.
    if request.hasBody { try connection.readBody(of: request) { _ in } }
    return try translating(for: grant) {
      switch route {
      case .page: return try page(for: grant)
      case .metrics:
        return .text(
          metrics.text(connections: connections, today: try? store.reading().summary(at: now())),
          type: "text/plain; version=0.0.4; charset=utf-8")
      case .summary: return .json(try summary(request.query, for: grant))
      case .day(let text): return try picture(of: try day(text, named: "date"), request.query)
      case .log:
        let log = try store.readingIfPresent()?.receivedDeliveries() ?? []
        return .json(String(try Output.jsonArray(ReceivedReport(log).json).dropLast()))
      case .events:
        var response = HTTPResponse(
          status: 200, headers: [("Content-Type", "text/event-stream"), ("X-Accel-Buffering", "no")])
        response.listener = grant
        response.hasPatches = request.hasPatches
        response.permit = try listeners.take(for: grant.name)
        return response
      case .store: return try wholeStore(request, for: grant)
      case .health, .delivery, .assistants: return HTTPResponse(status: 500)
      }
    }
  }

  private func answer(
    _ assistants: AssistantEndpoint, _ request: HTTPRequest, of grant: Grant, _ connection: HTTPConnection
  ) throws -> HTTPResponse {
    let longest = assistants.longestBody
    func requireLength(_ length: Int) throws {
      guard length <= longest else {
        throw HTTPFault(413, "tooLarge", "A message has at most \(longest) bytes.", closes: true)
      }
    }
    try requireLength(request.contentLength ?? 0)
    var body: [UInt8] = []
    if request.hasBody {
      try connection.readBody(of: request) { part in
        try requireLength(body.count + part.count)
        body += part
      }
    }
    let permit = try questions.take(for: grant.name)
    defer { withExtendedLifetime(permit) {} }
    let answer = assistants.answer(request.method, request.headers, body)
    return HTTPResponse(status: answer.status, headers: answer.headers, body: answer.body)
  }

  private func require(_ methods: [String], _ request: HTTPRequest) throws {
    guard methods.contains(request.method) else {
      throw HTTPFault(
        405, "wrongMethod", "This path supports only \(methods.joined(separator: " and ")).",
        headers: [("Allow", methods.joined(separator: ", "))])
    }
  }

  // MARK: - Bodies

  private func body(of request: HTTPRequest, from grant: Grant, on connection: HTTPConnection) throws -> RequestBody {
    if let length = request.contentLength, length > limits.largestBody { throw limits.tooLarge }
    let coding = request.headers["content-encoding"]?.lowercased() ?? "identity"
    guard coding == "identity" else {
      throw HTTPFault(415, "wrongEncoding", "A body with the encoding \(coding.prefix(40)) is not supported.")
    }
    guard request.headers["content-type"]?.lowercased().hasPrefix("multipart/") != true else {
      throw HTTPFault(415, "wrongType", "Forms are not supported. If the phone lets you choose, choose JSON.")
    }
    let place = RequestBody.isLarge(request) ? try largeBodies.take(for: grant.name) : nil
    defer { withExtendedLifetime(place) {} }
    if request.headers["expect"]?.lowercased() == "100-continue" {
      connection.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
    }
    let body = deliveries.makeBody()
    try connection.readBody(of: request) { try body.append($0) }
    return body
  }

  /// Converts the store's errors to HTTP. Only the owner learns where the store is.
  private func translating<Result>(for grant: Grant, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as StoreError {
      let sentence = grant.scope == .all ? Failure(error).sentence : "The store cannot be used at the moment."
      switch error.code {
      case .missing: throw HTTPFault(404, "noData", "There is no data yet.")
      case .busy, .interrupted: throw HTTPFault(503, "busy", sentence, headers: [("Retry-After", "2")])
      case .diskFull: throw HTTPFault(507, "noRoom", sentence, headers: [("Retry-After", "60")])
      default: throw HTTPFault(500, "store", sentence)
      }
    }
  }

  // MARK: - Reading

  private func day(_ text: String, named name: String) throws -> Day {
    if text == "today" { return try store.reading().day(at: now()) }
    guard let day = Day(text), SampleBounds.allows(day) else {
      throw HTTPFault(422, "badDate", "\(name) is not a date such as 2026-11-19.", field: name)
    }
    return day
  }

  /// A day with its week, or a range of days.
  private func summary(_ query: [String: String], for grant: Grant) throws -> String {
    guard query["date"] == nil || query["from"] == nil && query["to"] == nil else {
      throw HTTPFault(422, "badRange", "A request is about a date, or about a range from and to.", field: "date")
    }
    guard let from = query["from"] else {
      guard query["to"] == nil else { throw HTTPFault(422, "badRange", "A range needs from and to.", field: "from") }
      return try dayText(try day(query["date"] ?? "today", named: "date"), for: grant)
    }
    let (first, last) = (try day(from, named: "from"), try day(query["to"] ?? "today", named: "to"))
    guard first <= last, last - first < 4_000 else {
      throw HTTPFault(
        422, "badRange", "The range must begin before it ends, and contain at most 4,000 days.", field: "from")
    }
    let summaries = try store.reading().summaries(first...last).map { grant.scope == .rings ? $0.shared : $0 }
    return String(try Output.jsonArray(summaries.map(SummaryJSON.init)).dropLast())
  }

  private func dayText(_ day: Day, for grant: Grant) throws -> String {
    let week = day.week(startingOn: settings.weekStart)
    let summaries = try store.reading().summaries(week).map { grant.scope == .rings ? $0.shared : $0 }
    return try Output.json(DayJSON(day: day, week: week, summaries: summaries))
  }

  /// Today and its week for event clients.
  struct Today {
    fileprivate var position: LogPosition?
    fileprivate var day: Day
    fileprivate var week: ClosedRange<Day>
    fileprivate var summaries: [DaySummary]
    var text: String
    /// For those who may only see rings.
    var sharedText: String
    var end: Date
  }

  /// - Parameters:
  ///   - last: the previous result. Its text is used again if nothing in it has changed, as after most commits.
  ///   - isThorough: whether to read the days even if no change is known that may affect them.
  /// - Returns: nil without a store.
  func today(after last: Today?, isThorough: Bool) -> Today? {
    guard let reading = try? store.reading() else { return nil }
    // Before the days, which may be newer then.
    let changes = try? reading.ringChanges(since: last?.position)
    let position = changes?.position
    if var last, changes?.mayDiffer == false, !isThorough, now() < last.end,
      last.week == last.day.week(startingOn: settings.weekStart)
    {
      last.position = position
      return last
    }
    guard let summary = try? reading.summary(at: now()) else { return nil }
    let (day, end) = (summary.day, summary.interval.upperBound)
    let week = day.week(startingOn: settings.weekStart)
    guard let summaries = try? reading.summaries(week) else { return nil }
    if var today = last, today.day == day, today.week == week, today.summaries == summaries {
      (today.end, today.position) = (end, position)
      return today
    }
    guard let text = try? Output.json(DayJSON(day: day, week: week, summaries: summaries)),
      let sharedText = try? Output.json(DayJSON(day: day, week: week, summaries: summaries.map(\.shared)))
    else { return nil }
    return Today(
      position: position, day: day, week: week, summaries: summaries, text: text, sharedText: sharedText, end: end)
  }

  /// The number of deliveries and refusals that were logged, for event clients.
  var loggedCount: Int { deliveries.loggedCount }

  /// Whether something was logged, since the last call, of which no signal of the store tells.
  func takeQuietEntry() -> Bool { deliveries.takeQuietEntry() }

  /// A copy of the store, or the changes relative to the client's copy; 304 if that is current.
  private func wholeStore(_ request: HTTPRequest, for grant: Grant) throws -> HTTPResponse {
    let known = (request.headers["if-none-match"] ?? "").split(separator: ",").map {
      $0.trimmingCharacters(in: CharacterSet(charactersIn: " \t\""))
    }
    let permit = try transferPermits.take(for: grant.name)
    let (answer, content) = try transfers.answer(
      known: known, hasPatches: request.hasPatches)
    var response = HTTPResponse(status: 200)
    switch answer {
    case .current(let tag): return HTTPResponse(status: 304, headers: [("ETag", "\"\(tag)\"")])
    case .patch(let tag, let base):
      response.status = 226
      response.headers = [
        ("ETag", "\"\(tag)\""), ("Content-Type", PatchFormat.contentType), ("IM", PatchFormat.name),
        ("Delta-Base", "\"\(base)\""),
      ]
    case .whole(let tag):
      response.headers = [
        ("ETag", "\"\(tag)\""), ("Content-Type", "application/vnd.sqlite3"),
        ("Content-Disposition", "attachment; filename=\"health.sqlite\""),
      ]
    }
    response.file = content
    response.permit = permit
    return response
  }

  /// A misspelled parameter must not result in another answer than was asked for.
  private func requireKnown(_ names: [String], in query: [String: String]) throws {
    guard let unknown = query.keys.filter({ !names.contains($0) }).min() else { return }
    throw HTTPFault(
      422, "unknownParameter",
      names.isEmpty
        ? "This path has no parameters." : "The parameters of this path are \(names.joined(separator: ", ")).",
      field: String(unknown.prefix(60)))
  }

  /// The value of a parameter that has a few words; nil without it.
  private func choice<Value>(of name: String, in query: [String: String], _ words: [String: Value]) throws -> Value? {
    guard let text = query[name] else { return nil }
    guard let value = words[text] else {
      throw HTTPFault(422, "badChoice", "\(name) is \(words.keys.sorted().joined(separator: " or ")).", field: name)
    }
    return value
  }

  private func picture(of day: Day, _ query: [String: String]) throws -> HTTPResponse {
    let week = day.week(startingOn: settings.weekStart)
    let summaries = try store.reading().summaries(week)
    let palette: RingPalette =
      try choice(of: "theme", in: query, ["dark": .standard, "light": .light]) ?? .standard
    let isOfRings = try choice(of: "view", in: query, ["rings": true, "card": false]) ?? false
    let (summary, isMoveOnly) = (summaries.first { $0.day == day }, try store.reading().knowOnlyMove(week))
    let drawing =
      isOfRings
      ? Card.rings(of: summary, isMoveOnly: isMoveOnly).drawing(palette: palette, width: 120, height: 120)
      : Card.day(day, summary, palette: palette, isMoveOnly: isMoveOnly, formatting: settings.formatting).drawing()
    let svg = DrawingSVG.document(drawing)
    return .text(svg, type: "image/svg+xml; charset=utf-8")
  }

  private func page(for grant: Grant) throws -> HTTPResponse {
    let reading = try store.readingIfPresent()
    let today = try reading?.day(at: now())
    let week = try today.flatMap { try reading?.summaries($0.week(startingOn: settings.weekStart)) } ?? []
    var page = ServerPage(today: today, week: week, formatting: settings.formatting)
    if grant.scope != .rings, let reading {
      page.deliveries = (try? reading.receivedDeliveries(limit: 10)) ?? []
      // A malformed list of friends is reported by the commands that use it.
      page.friends = try? friends.board(reading, at: now(), weekStart: settings.weekStart)
    }
    return HTTPResponse(
      status: 200,
      headers: [
        ("Content-Type", "text/html; charset=utf-8"), ("Content-Security-Policy", page.policy),
        ("X-Frame-Options", "DENY"),
      ], body: Array(page.html.utf8))
  }
}

extension HTTPRequest {
  /// Whether the client can apply patches (RFC 3229).
  fileprivate var hasPatches: Bool { headers["a-im"]?.contains(PatchFormat.name) == true }
}

/// What answers the questions of assistants at `/mcp`: this module knows only HTTP.
package struct AssistantEndpoint: Sendable {
  package typealias Answer = (status: Int, headers: [(String, String)], body: [UInt8])

  let longestBody: Int
  let answer: @Sendable (_ method: String, _ headers: [String: String], _ body: [UInt8]) -> Answer

  /// - Parameters:
  ///   - longestBody: in bytes.
  ///   - answer: headers have names in lower case.
  package init(
    longestBody: Int,
    answer: @escaping @Sendable (_ method: String, _ headers: [String: String], _ body: [UInt8]) -> Answer
  ) {
    (self.longestBody, self.answer) = (longestBody, answer)
  }
}
