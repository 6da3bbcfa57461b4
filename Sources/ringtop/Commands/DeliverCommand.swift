import ArgumentParser
import Configuration
import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Processes
import Reports

struct DeliverCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "deliver", "List, add and remove programs that are notified of changes.",
    details: """
      A program that uses OpenHealthKit registers itself; "deliver add" registers any other command. "ringtop \
      watch" starts programs that are not running. Commands in a store from elsewhere run only after "deliver allow".
      """,
    examples: [
      "ringtop deliver",
      "ringtop deliver add steps --frequency hourly -- ~/bin/count-steps",
      "ringtop deliver remove local.steps",
    ],
    subcommands: [ListDeliveries.self, AddDelivery.self, AllowDelivery.self, RemoveDelivery.self],
    defaultSubcommand: ListDeliveries.self)
}

struct ListDeliveries: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "list", "List all registrations and their state.",
    examples: [
      "ringtop deliver list",
      "ringtop deliver list --json",
    ])

  @OptionGroup var store: StoreOptions

  @Flag(help: "Print a JSON array.")
  var json = false

  func run() throws {
    let environment = Environment.current()
    let store = try store.openForReading(environment)
    let allowed = CommandApprovals(environment: environment.variables).commands(store: store.path)
    let rows = try store.reading().deliveries().map { registration in
      Entry(
        client: registration.client, type: TypeName.short(for: registration.type),
        frequency: registration.frequency.name,
        state: registration.command.map(allowed.contains) == false
          ? "not allowed"
          : Self.state(
            registration, isPending: try store.reading().pendingChanges(for: registration).isPending,
            now: environment.now()),
        misses: registration.misses, last: registration.last?.formatted(.iso8601), command: registration.command)
    }
    if json { return Output.write(try Output.jsonArray(rows)) }
    guard !rows.isEmpty else { return Output.line("No program is registered for changes.") }
    var table = TextTable(
      alignments: [.left, .left, .left, .left, .left],
      rows: [["Program", "Type", "At most", "State", "Started by"]])
    for row in rows {
      table.rows.append([row.client, row.type, row.frequency, row.state, row.command?.joined(separator: " ") ?? "-"])
    }
    Output.write(table.text)
  }

  private struct Entry: Encodable {
    var client: String
    var type: String
    var frequency: String
    var state: String
    var misses: Int
    var last: String?
    var command: [String]?
  }

  private static func state(_ registration: DeliveryRegistration, isPending: Bool, now: Date) -> String {
    switch registration.step(isPending: isPending, now: now) {
    case .idle: "delivered"
    case .stopped: "stopped"
    case .due: "due"
    case .missed: "missed"
    case .wait(let until):
      registration.attempt == nil ? "due at \(until.formatted(.iso8601))" : "in progress"
    }
  }
}

/// A frequency as it is typed; the raw values are numbers, which help would print.
enum TypedFrequency: String, ExpressibleByArgument, CaseIterable {
  case immediate, hourly, daily, weekly

  var frequency: DeliveryFrequency {
    switch self {
    case .immediate: .immediate
    case .hourly: .hourly
    case .daily: .daily
    case .weekly: .weekly
    }
  }
}

struct AddDelivery: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "add", "Run a command when samples of a type change.",
    details: """
      A delivery is complete when the command exits with 0. If it fails or takes too long it is run again after a \
      delay, up to three times. RINGTOP_DELIVERY_TYPES names the types that changed, and RINGTOP_STORE the store.
      """,
    examples: [
      "ringtop deliver add steps --frequency hourly -- ~/bin/count-steps"
    ])

  @OptionGroup var store: StoreOptions

  @Option(help: "The highest frequency.")
  var frequency: TypedFrequency = .immediate

  @Option(help: ArgumentHelp("Time limit of the command.", valueName: "seconds"))
  var timeout = DeliveryRegistration.standardTimeout

  @Option(
    help: ArgumentHelp("The program's name in the list; default \"local.\" and the command's name.", valueName: "name"))
  var client: String?

  @Argument(help: "The type: move, steps, heartRate, ...")
  var type: String

  @Argument(parsing: .postTerminator, help: "The command and its arguments; no shell is used.")
  var command: [String] = []

  func validate() throws {
    guard let program = command.first, !program.isEmpty else {
      throw ValidationError("Put the command after --, for example -- ~/bin/count-steps.")
    }
    guard DeliveryRegistration.timeouts.contains(timeout) else {
      throw ValidationError("--timeout must be from 0.1 to 86400 seconds.")
    }
  }

  func run() throws {
    let environment = Environment.current()
    let identifier = try HealthTypeName(type, at: environment.now()) {
      try self.store.openForReading(environment)
    }.identifier
    let store = try store.open(environment)
    var command = command
    // The process that starts it has another working directory.
    if command[0].contains("/") {
      command[0] = command[0].absolutePath
      guard access(command[0], X_OK) == 0 else {
        throw Failure(.noInput, "\(command[0]) is not a program that can be started.")
      }
    }
    let client = client ?? "local." + URL(filePath: command[0]).lastPathComponent
    let refusal = try store.reading().permissions().first {
      $0.client == client && $0.type == identifier && $0.read == .refused
    }
    guard refusal == nil else {
      throw Failure(
        .usage,
        "\(client) may not read \(TypeName.short(for: identifier)): use \"ringtop permissions grant\" first.")
    }
    try store.changing().register(
      DeliveryRegistration(
        client: client, type: identifier, frequency: frequency.frequency, timeout: timeout, command: command,
        completesByExit: true))
    try CommandApprovals(environment: environment.variables).approve(command, store: store.path)
    Output.line(
      "\(client) is notified of \(TypeName.short(for: identifier)), \(frequency == .immediate ? "immediately" : frequency.rawValue), "
        + "while \"ringtop watch\" runs.")
  }
}

struct AllowDelivery: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "allow", "Allow the commands of a program in a store from elsewhere.",
    details: """
      A store that was copied, restored or downloaded contains the commands of its programs. They are not run until \
      they are allowed on this machine: each exactly as it is printed, and only for this store.
      """,
    examples: [
      "ringtop deliver allow local.steps"
    ])

  @OptionGroup var store: StoreOptions

  @Argument(help: "The program's name in the list.")
  var client: String

  func run() throws {
    let environment = Environment.current()
    let store = try store.open(environment)
    let commands = Set(try store.reading().deliveries(ofClient: client).compactMap(\.command))
    guard !commands.isEmpty else { throw Failure(.failed, "\(client) is not registered with a command.") }
    for command in commands.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      try CommandApprovals(environment: environment.variables).approve(command, store: store.path)
      Output.line("\(client) may be started by: \(command.joined(separator: " "))")
    }
  }
}

struct RemoveDelivery: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "remove", "Remove one or all registrations of a program.",
    examples: [
      "ringtop deliver remove local.steps",
      "ringtop deliver remove local.steps stepCount",
    ])

  @OptionGroup var store: StoreOptions

  @Argument(help: "The program's name in the list.")
  var client: String

  @Argument(help: "The type; default all types of the program.")
  var type: String?

  func run() throws {
    let environment = Environment.current()
    let identifier = try type.map {
      try HealthTypeName($0, at: environment.now()) { try self.store.openForReading(environment) }.identifier
    }
    let count = try store.open(environment).changing().unregister(client: client, type: identifier)
    guard count > 0 else {
      throw Failure(.failed, "\(client) is not registered\(type.map { " for \($0)" } ?? "").")
    }
    Output.line("\(client) is no longer notified of \(type ?? "any type").")
  }
}
