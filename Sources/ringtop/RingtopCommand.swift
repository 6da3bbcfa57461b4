import ArgumentParser
import Configuration
import Foundation
import Processes

@main
struct Ringtop: ParsableCommand {
  /// Not read from the configuration of commands, which a status line does not create.
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "ringtop",
    abstract: "Activity rings in your terminal.",
    discussion: CommandConfiguration.discussion(
      examples: ["ringtop import ~/Downloads/export.zip", "ringtop", "ringtop show --view month", "ringtop demo"]),
    version: version,
    subcommands: [DemoFeedCommand.self],
    groupedSubcommands: [
      CommandGroup(
        name: "View",
        subcommands: [
          DashboardCommand.self, ShowCommand.self, StatusCommand.self, SummaryCommand.self, ChartCommand.self,
          QueryCommand.self, TypesCommand.self, AuditCommand.self, ExplainCommand.self, SQLCommand.self,
          DrawCommand.self, DemoCommand.self,
        ]),
      CommandGroup(
        name: "Input",
        subcommands: [ImportCommand.self, AddCommand.self, GoalsCommand.self, RestoreCommand.self]),
      CommandGroup(
        name: "Output", subcommands: [ExportCommand.self, BackupCommand.self, DeleteCommand.self]),
      CommandGroup(
        name: "Service",
        subcommands: [
          ServeCommand.self, TokensCommand.self, FriendsCommand.self, MCPCommand.self, WatchCommand.self,
          DeliverCommand.self,
        ]),
      CommandGroup(
        name: "Maintenance",
        subcommands: [
          DoctorCommand.self, UndoCommand.self, SourcesCommand.self, ConfigCommand.self, PermissionsCommand.self,
          TerminalCommand.self, CompletionsCommand.self,
        ]),
    ],
    defaultSubcommand: DashboardCommand.self)

  /// All errors end here: one sentence on standard error and a documented exit code.
  static func main() {
    StandardStreams.reserve()
    // Exceeding the file size limit is an error like any other, instead of ending the program.
    signal(SIGXFSZ, SIG_IGN)
    // If the program that started this one ignores it, the system keeps no exit codes of children.
    signal(SIGCHLD, SIG_DFL)
    do {
      if let status = StatusRequest(plain: CommandLine.arguments.dropFirst()) { return try status.run() }
      // The tree of all commands, which takes a tenth of the time to the first frame, is not needed for the default one.
      var command: any ParsableCommand =
        CommandLine.arguments.count == 1
        ? try DashboardCommand.parse([]) : try parseCommand(Array(CommandLine.arguments.dropFirst()))
      if !(command is StatusCommand) { try requireResources() }
      try command.run()
    } catch let exit as ExitCode {
      Self.exit(withError: exit)
    } catch let failure as Failure {
      end(with: failure)
    } catch  where parserCode(for: error) == .validationFailure {
      end(with: Failure(.usage, usageSentence(for: error)))
    } catch  where parserCode(for: error) == .success {
      // The parser would not notice that nothing can be written.
      Output.write(fullMessage(for: error).trimmingCharacters(in: .newlines) + "\n")
    } catch {
      end(with: Failure(error))
    }
  }

  /// The parser's exit code for an error that ends the program, and whose text it fits into the terminal meanwhile: below 30
  /// columns it would print names without descriptions, and trap in a debug build.
  private static func parserCode(for error: any Error) -> ExitCode {
    let environment = Environment.withoutSettings()
    let chosen = environment.variables["COLUMNS"].flatMap(Int.init)
    if min(environment.columns, chosen ?? .max) < 40 { setenv("COLUMNS", "40", 1) }
    return exitCode(for: error)
  }

  /// Whatever is missing is reported here, since it cannot be reported where it is needed.
  private static func requireResources() throws {
    try Descriptors.require()
    try AddressSpace.require()
    try AddressSpace.requireThreads()
  }

  /// Parses a command line.
  ///
  /// The parser would pass an unknown command to the default one as an argument, and with `--help` ignore it.
  ///
  /// - Parameter arguments: without the program's name.
  /// - Throws: a usage error that names an unknown command and the nearest one, or the parser's error.
  static func parseCommand(_ arguments: [String]) throws -> any ParsableCommand {
    var (type, path): (any ParsableCommand.Type, [String]) = (Ringtop.self, [])
    for (index, word) in arguments.enumerated() where index > 0 || word != "help" {
      let known = type.configuration.subcommands
      guard !known.isEmpty, !word.hasPrefix("-") else { break }
      guard let next = known.first(where: { $0._commandName == word }) else {
        let names = known.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
        func line(_ last: String) -> String { (path + [last]).joined(separator: " ") }
        let nearest = NearestName.find(word, in: names).map { " Did you mean \(line($0))?" } ?? ""
        throw Failure(
          .usage,
          "There is no command \"\(line(String(word.prefix(60))))\".\(nearest) Try \"ringtop \(line("--help"))\".")
      }
      (type, path) = (next, path + [word])
    }
    do {
      return try parseAsRoot(arguments)
    } catch  where parserCode(for: error) == .validationFailure {
      if [["add"], ["goals", "set"]].contains(path),
        let place = arguments.indices.dropFirst().first(where: {
          arguments[$0].starts(with: /-[0-9]/) && !["--from", "--to", "--on", "--at"].contains(arguments[$0 - 1])
        })
      {
        throw Failure(.usage, "An amount must not be negative, like \(arguments[place].prefix(60)).")
      }
      // A command's own checks run before the parser reports an option that it does not know.
      let name = arguments.first { word in type.configuration.subcommands.contains { $0._commandName == word } }
      // Without a command, options are those of the default one.
      let asked: any ParsableCommand.Type = path.isEmpty && name == nil ? DashboardCommand.self : type
      let help = helpMessage(for: asked, includeHidden: true, columns: 80)
      let options = Set(help.matches(of: /--[a-z][a-z-]*/).map { String($0.output) })
      let words = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }.map { $0.prefix { $0 != "=" } }
      guard let unknown = words.first(where: { !options.contains(String($0)) }) else { throw error }
      if path.isEmpty, let name {
        throw Failure(
          .usage, "Options follow the command: ringtop \(name) \(unknown.prefix(60)). Try \"ringtop \(name) --help\".")
      }
      let nearest = NearestName.find(String(unknown), in: options.sorted()).map { " Did you mean '\($0)'?" } ?? ""
      let command = (path + ["--help"]).joined(separator: " ")
      throw Failure(.usage, "Unknown option '\(unknown.prefix(60))'.\(nearest) Try \"ringtop \(command)\".")
    }
  }

  /// The parser's message in one line; its own text repeats the usage in four.
  static func usageSentence(
    for error: any Error, command word: String = CommandLine.arguments.dropFirst().first ?? ""
  ) -> String {
    let text = message(for: error)
    let lines = text.split(separator: "\n").map(String.init)
    // It formats long lists line by line.
    let items = lines.filter { $0.hasPrefix("  - ") }.map { $0.dropFirst(4) }.joined(separator: ", ")
    let message = (lines.filter { !$0.hasPrefix("  - ") } + (items.isEmpty ? [] : [items])).joined(separator: " ")
    let command = configuration.subcommands.contains { $0._commandName == word } ? " " + word : ""
    return message + (message.hasSuffix(".") || message.hasSuffix("?") ? "" : ".")
      + " Try \"ringtop\(command) --help\"."
  }

  private static func end(with failure: Failure) -> Never {
    failure.report()
    Foundation.exit(failure.exitCode)
  }
}
