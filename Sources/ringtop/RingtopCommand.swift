import ArgumentParser
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
    subcommands: [
      DashboardCommand.self, ShowCommand.self, ImportCommand.self, SummaryCommand.self, AuditCommand.self,
      StatusCommand.self, AddCommand.self, UndoCommand.self, GoalsCommand.self, QueryCommand.self, TypesCommand.self,
      ChartCommand.self, SQLCommand.self,
      ConfigCommand.self, DrawCommand.self, TerminalCommand.self, PermissionsCommand.self, DoctorCommand.self,
      ServeCommand.self, WatchCommand.self, DeliverCommand.self, ExportCommand.self, DeleteCommand.self,
      SourcesCommand.self,
      BackupCommand.self, RestoreCommand.self,
      CompletionsCommand.self,
      DemoCommand.self, DemoFeedCommand.self,
    ],
    defaultSubcommand: DashboardCommand.self)

  /// All errors end here: one sentence on standard error and a documented exit code.
  static func main() {
    StandardStreams.reserve()
    // Exceeding the file size limit is an error like any other, instead of ending the program.
    signal(SIGXFSZ, SIG_IGN)
    do {
      if let status = StatusRequest(plain: CommandLine.arguments.dropFirst()) { return try status.run() }
      // The tree of all commands, which takes a tenth of the time to the first frame, is not needed for the default one.
      var command: any ParsableCommand =
        CommandLine.arguments.count == 1 ? try DashboardCommand.parse([]) : try parseAsRoot()
      if !(command is StatusCommand) { try requireResources() }
      try command.run()
    } catch let exit as ExitCode {
      Self.exit(withError: exit)
    } catch let error as CleanExit {
      Self.exit(withError: error)
    } catch let failure as Failure {
      end(with: failure)
    } catch  where Self.exitCode(for: error) == .validationFailure {
      end(with: Failure(.usage, usageSentence(for: error)))
    } catch  where Self.exitCode(for: error) == .success {
      Self.exit(withError: error)
    } catch {
      end(with: Failure(error))
    }
  }

  /// Whatever is missing is reported here, since it cannot be reported where it is needed.
  private static func requireResources() throws {
    try Descriptors.require()
    try AddressSpace.require()
    try AddressSpace.requireThreads()
  }

  /// The parser's message in one line; its own text repeats the usage in four.
  static func usageSentence(
    for error: any Error, command word: String = CommandLine.arguments.dropFirst().first ?? ""
  ) -> String {
    let names = configuration.subcommands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
    let text = message(for: error)
    if !word.isEmpty, !word.hasPrefix("-"), !names.contains(word), text.contains("Unexpected argument") {
      let nearest = NearestName.find(word, in: names).map { " Did you mean \($0)?" } ?? ""
      return "There is no command \"\(word.prefix(60))\".\(nearest) Try \"ringtop --help\"."
    }
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
