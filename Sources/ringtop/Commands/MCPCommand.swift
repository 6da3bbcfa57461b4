import ArgumentParser
import Assistants
import Configuration
import Demo
import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Processes
import Serving

extension ClientSetup: ExpressibleByArgument {}

struct MCPCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "mcp", "Answer the questions of an assistant, over the Model Context Protocol.",
    details: """
      An assistant starts this command and asks over its standard input and output. It is told nothing before you have \
      allowed it with --allow: without types everything but private data (cycle, sexualActivity, mood, medication, clinical, \
      location), with names these types and categories, with "everything" all. "ringtop permissions" lists what is allowed \
      and takes it back; there the client's name begins with "mcp:". Permissions do not stop a program that opens the file \
      itself.

      With --allow-write, a client may add samples and set goals (activitySummary) of the types that --allow NAME \
      --allow-write has named. "ringtop undo" takes back what it has changed.
      """,
    examples: [
      "ringtop mcp --print-setup claude-code",
      "ringtop mcp --allow claude-code",
      "ringtop mcp --allow claude-code cycle bodyMass",
      "ringtop mcp --allow claude-code --allow-write bodyMass",
      "ringtop permissions revoke mcp:claude-code",
      "ringtop mcp --demo",
      "ringtop mcp --log",
    ])

  @OptionGroup var store: StoreOptions

  @Option(help: ArgumentHelp("The client whose permissions apply; default the name that it gives.", valueName: "name"))
  var client: String?

  @Option(
    help: ArgumentHelp("Allow a client to read types, or all that are not private, and exit.", valueName: "client"))
  var allow: String?

  @Option(help: ArgumentHelp("Print what to enter in the configuration of a client, and exit.", valueName: "client"))
  var printSetup: ClientSetup?

  @Flag(help: "Also offer tools that change the store: each change is described first, and made when it is confirmed.")
  var allowWrite = false

  @Flag(help: "Answer from generated data, all of which is allowed.")
  var demo = false

  @Flag(help: "Print what clients have asked, and exit.")
  var log = false

  @Argument(help: "With --allow: types by name, private categories, or \"everything\".")
  var types: [String] = []

  func validate() throws {
    guard [allow != nil, printSetup != nil, log].count(where: \.self) <= 1 else {
      throw ValidationError("--allow, --print-setup and --log cannot be combined.")
    }
    guard allow == nil || !allowWrite || !types.isEmpty else {
      throw ValidationError("--allow-write needs the names of the types that the client may change.")
    }
    guard types.isEmpty || allow != nil else { throw ValidationError("Types are named only with --allow.") }
  }

  func run() throws {
    let environment = Environment.current()
    if let allow { return try grant(allow, environment) }
    if let printSetup { return Output.write(printSetup.text(command: try command(for: printSetup))) }
    let questions = QuestionLog(environment.variables)
    if log {
      let lines = questions?.lines() ?? []
      guard !lines.isEmpty else { return Output.line("No client has asked anything yet.") }
      return lines.forEach { Output.line($0) }
    }
    guard !environment.isTerminal(0) else {
      throw Failure(
        .usage, "An assistant starts this command. \"ringtop mcp --print-setup claude-code\" prints how to set it up.")
    }
    guard demo else {
      let location = try StoreLocation(store.store, environment)
      if allowWrite, case .server(let mirror) = location { throw mirror.readOnly }
      return try serve(environment, client: client, questions) {
        switch location {
        case .file(let store): return store
        case .server(let mirror):
          // The last known state is better than none.
          do { try mirror.refresh() } catch let problem as RemoteProblem where mirror.isKnown { _ = problem }
          return mirror.store
        }
      }
    }
    let fixed = environment.demonstrating
    let generated = try DemoStore(now: fixed.now(), homeZone: fixed.systemZone)
    defer { generated.remove() }
    var unknown: String?
    let all = SharingGrant(client: "demo", names: [SharingGrant.everything], unknown: &unknown)
    try generated.store.changing().decide(all?.permissions(writing: allowWrite) ?? [])
    try serve(fixed, client: "demo", nil) { generated.store }
  }

  private func serve(
    _ environment: Environment, client: String?, _ questions: QuestionLog?,
    _ store: @escaping @Sendable () throws -> StoreConnection
  ) throws {
    let service = HealthService(
      environment: environment, client: client, log: questions, writes: allowWrite, store: store,
      health: { $0.healthStore(environment) })
    let server = AssistantServer(program: Self.program, health: service)
    try LineTransport(server: server, input: STDIN_FILENO) { Output.send($0) == 0 }.run()
  }

  private static let program = AssistantServer.ProgramInfo(
    name: "ringtop", title: "ringtop: health data", version: Ringtop.version)

  /// What `ringtop serve` answers assistants with.
  ///
  /// - Parameter client: the client whose permissions apply; nil for the one that each says it is.
  static func endpoint(_ store: StoreConnection, _ environment: Environment, client: String?) -> AssistantEndpoint {
    let service = HealthService(
      environment: environment, client: client, log: QuestionLog(environment.variables), store: { store },
      health: { $0.healthStore(environment) })
    let transport = HTTPTransport(program: program, health: service)
    return AssistantEndpoint(longestBody: HTTPTransport.longestBody) { method, headers, body in
      let answer = transport.answer(method: method, headers: headers, body: body)
      return (answer.status, answer.headers, answer.body)
    }
  }

  private func grant(_ client: String, _ environment: Environment) throws {
    var unknown: String?
    let store = try store.open(environment)
    // Makes the types known that are in no catalog.
    _ = try store.reading().typeOverview()
    guard let grant = SharingGrant(client: client, names: types, unknown: &unknown) else {
      throw Failure(
        .usage,
        "\"\((unknown ?? "").prefix(60))\" is neither a type nor a private category. Categories are "
          + PrivateCategory.allCases.map(\.rawValue).joined(separator: ", ") + ", and \"everything\".")
    }
    try store.changing().decide(grant.permissions(writing: allowWrite))
    let readable = try store.reading().permissions(ofClient: grant.client).values.count { $0.read == .granted }
    let names = grant.types.prefix(5).map(TypeName.short).joined(separator: ", ")
    Output.line(
      "\(grant.client) may \(allowWrite ? "read and change" : "read") \(grant.types.count == 1 ? names : "\(grant.types.count) types: \(names)")"
        + (grant.types.count > 5 ? " …" : "")
        + (readable > grant.types.count ? ", and with those allowed before \(readable) in all" : "")
        + ". \"ringtop permissions revoke \(grant.client)\" takes it back.")
  }

  /// The command line that the client has to run.
  private func command(for setup: ClientSetup) throws -> [String] {
    let program = CommandLine.arguments.first ?? "ringtop"
    let path = program.contains("/") ? URL(filePath: program).standardizedFileURL.path : program
    var command = [path, "mcp", "--client", client ?? setup.rawValue]
    if allowWrite { command.append("--allow-write") }
    if let store = store.store { command += ["--store", store] }
    return command
  }
}
