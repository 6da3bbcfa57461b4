import ArgumentParser
import Configuration
import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Processes
import Reports
import Serving
import Watching

extension PhoneSetup.Sender: ExpressibleByArgument {}

struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "serve", "Receive data from a phone over HTTP and show the rings to browsers.",
    details: """
      POST /v1/health-auto-export, /v1/samples and /v1/export store data; GET / is a page with the rings. Every \
      request except GET /healthz needs the token, from RINGTOP_TOKEN or from the file "token" beside the \
      configuration file, which is created at the first start, or a named one of "ringtop tokens". --print-setup makes a \
      named one for a phone and explains how to set up the phone. With --assistants, /mcp answers as "ringtop mcp" does, for \
      tokens with the scope assistants. SIGHUP makes a running server read the token, the certificate and the \
      configuration again.
      """,
    examples: [
      "ringtop serve",
      "ringtop serve --bind 0.0.0.0 --port 8173",
      "ringtop serve --assistants",
      "ringtop serve --print-setup",
      "ringtop serve --log",
      "ringtop serve --install --bind 0.0.0.0",
    ])

  @OptionGroup var store: StoreOptions

  @Option(help: ArgumentHelp("The port to listen on; 0 for any free port.", valueName: "number"))
  var port: UInt16 = 8173

  @Option(help: ArgumentHelp("The address to listen on; 0.0.0.0 or :: for all interfaces.", valueName: "address"))
  var bind = "127.0.0.1"

  @Option(
    help: ArgumentHelp(
      "TLS certificate in PEM format, followed by any intermediate certificates.", valueName: "file"),
    completion: .file())
  var certificate: String?

  @Option(help: ArgumentHelp("Its private key; default the same file.", valueName: "file"), completion: .file())
  var key: String?

  @Option(help: ArgumentHelp("Time after which an idle client is disconnected.", valueName: "seconds"))
  var timeout = 15.0

  @Flag(help: "Answer assistants at /mcp.")
  var assistants = false

  @Option(
    help: ArgumentHelp(
      "With --assistants: whose permissions apply; default the name that each gives.", valueName: "name"))
  var client: String?

  @Flag(help: "Install a systemd or launchd service that starts at login with these options.")
  var install = false

  @Flag(help: "Install a service of the system instead, which runs without a login.")
  var system = false

  @Option(help: ArgumentHelp("Whose store and files it uses, for --system; default who uses sudo.", valueName: "name"))
  var user: String?

  @Flag(help: "Make a token for a phone, print its settings with a QR code, and exit.")
  var printSetup = false

  @Option(help: ArgumentHelp("The name of the phone's token, for --print-setup; default \"phone\".", valueName: "name"))
  var phone: String?

  @Option(help: ArgumentHelp("What sends the data, for --print-setup; default health-auto-export.", valueName: "app"))
  var sender: PhoneSetup.Sender?

  @Option(
    help: ArgumentHelp("The address at which the phone reaches this machine, for --print-setup.", valueName: "url"))
  var url: String?

  @Flag(help: "Print who delivered what, and what was skipped or refused, and exit.")
  var log = false

  @Flag(help: "Print the log as JSON.")
  var json = false

  func validate() throws {
    if json, !log { throw ValidationError("--json requires --log.") }
    if [log, printSetup, install].count(where: \.self) > 1 {
      throw ValidationError("--log, --print-setup and --install exclude each other.")
    }
    if system, !install { throw ValidationError("--system requires --install.") }
    if user != nil, !system { throw ValidationError("--user requires --system.") }
    guard timeout >= 0.1, timeout <= 3_600 else { throw ValidationError("--timeout must be from 0.1 to 3600 seconds.") }
    if key != nil, certificate == nil { throw ValidationError("--key requires --certificate.") }
    if client != nil, !assistants { throw ValidationError("--client requires --assistants.") }
    for (option, isGiven) in [("--url", url != nil), ("--phone", phone != nil), ("--sender", sender != nil)]
    where isGiven && !printSetup {
      throw ValidationError("\(option) requires --print-setup.")
    }
  }

  func run() throws {
    let environment = Environment.current()
    if log {
      let report = ReceivedReport(try store.openForReading(environment).reading().receivedDeliveries())
      if json { return Output.write(try Output.jsonArray(report.json)) }
      return report.lines.forEach(Output.line)
    }
    if install { return try installService(environment) }
    let address = ListeningAddress(host: bind, port: port, isEncrypted: certificate != nil)
    if printSetup {
      let tokens = TokenList(environment)
      let scope = TokenScope.post((sender ?? .healthAutoExport).feed)
      let setup = try PhoneSetup(address: address, url: url, sender: sender ?? .healthAutoExport) {
        if let phone { return (try tokens.add(phone, scope), phone) }
        return try tokens.addNumbered("phone", scope)
      }
      return Output.write(
        verbatim: setup.text(
          isASCII: Output.isASCIITerminal(STDOUT_FILENO), isColored: environment.isTerminal(STDOUT_FILENO)))
    }
    let token = try AccessToken(environment)
    let identity = try identity()
    var limits = HTTPLimits()
    limits.timeout = timeout
    // Not a Dispatch source, because Dispatch's pool wakes up every second.
    let signals = try SignalPipe([SIGINT, SIGTERM, SIGHUP])
    let store = try store.open(environment)
    // What is not a store is reported now. One that does not exist yet is created by the first delivery.
    _ = try store.readingIfPresent()
    let endpoint = assistants ? MCPCommand.endpoint(store, environment, client: client) : nil
    let router = Router(
      store: store, token: token, environment: environment, assistants: endpoint, limits: limits,
      folder: TemporaryFolder(in: FileManager.default.temporaryDirectory.path, "/tmp", "/var/tmp"))
    let activated = try ListeningAddress.activated(environment.variables)
    let server = try HTTPServer(
      address: address, activated: activated, limits: limits, router: router, identity: identity)
    Output.line("Listening on \(server.address.url). The token is in \(token.origin).")
    if assistants {
      Output.line(
        "Assistants ask at \(server.address.url(of: "/mcp")). \"ringtop tokens add NAME --scope assistants\" makes a token for one."
      )
    }
    if !server.address.isLoopback, identity == nil {
      Output.report("The traffic is not encrypted; on a shared network, use --certificate.")
    }
    let hasTerminal = environment.isTerminal(STDIN_FILENO)
    server.run(until: signals.descriptor) {
      // A hangup of the terminal in which it runs ends the server.
      guard signals.take() == [SIGHUP], !hasTerminal || environment.isTerminal(STDIN_FILENO) else { return true }
      identity?.reload()
      do {
        let environment = Environment.current()
        router.adjust(
          token: try AccessToken(environment, creates: false), environment: environment,
          assistants: assistants ? MCPCommand.endpoint(store, environment, client: client) : nil)
      } catch {
        Output.report("The previous token and settings remain in use: " + Failure(error).sentence)
      }
      return false
    }
  }

  private func identity() throws -> TLSIdentity? {
    try certificate.map { try TLSIdentity(certificate: $0.absolutePath, key: (key ?? $0).absolutePath) }
  }

  private func installService(_ environment: Environment) throws {
    var environment = environment
    let account = try system ? ServiceInstaller.Account(user, environment.variables) : nil
    if let account {
      environment.variables = ["HOME": account.home]
    } else if environment.variables["RINGTOP_TOKEN"] != nil {
      Output.report("The service does not get RINGTOP_TOKEN: it uses the file \"token\" beside the configuration.")
    }
    let path = try store.open(environment).path.absolutePath
    // A mistake is better found now than in the log of the service.
    _ = try identity()
    var arguments: [String] = []
    if store.store != nil || environment.variables["RINGTOP_STORE"] != nil { arguments += ["--store", path] }
    if port != 8_173 { arguments += ["--port", String(port)] }
    if bind != "127.0.0.1" { arguments += ["--bind", bind] }
    if let certificate { arguments += ["--certificate", certificate.absolutePath] }
    if let key { arguments += ["--key", key.absolutePath] }
    if timeout != 15 { arguments += ["--timeout", String(timeout)] }
    if assistants { arguments.append("--assistants") }
    if let client { arguments += ["--client", client] }
    var folders = [
      URL(filePath: path).deletingLastPathComponent().path,
      ConfigurationFile.folder(environment.variables) + "/ringtop",
    ]
    if assistants, let state = UserFolder.path("XDG_STATE_HOME", orInHome: ".local/state", environment.variables) {
      // For the log of questions.
      folders.append(state + "/ringtop")
    }
    try ServiceInstaller(.serve, environment.variables, account: account).install(
      arguments: arguments, writable: folders, bindsLowPort: (1..<1_024).contains(port))
    if account == nil {
      Output.line("It ends with the login, unless \"loginctl enable-linger\" was used.")
    }
  }
}
