import ArgumentParser
import Foundation

@main
struct Ringtop: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ringtop",
    abstract: "Activity rings in your terminal.",
    version: "0.1.0",
    subcommands: [
      DashboardCommand.self, ShowCommand.self, ImportCommand.self, SummaryCommand.self, AuditCommand.self,
      StatusCommand.self, AddCommand.self, DrawCommand.self, TerminalCommand.self, DemoCommand.self,
      DemoFeedCommand.self,
    ],
    defaultSubcommand: DashboardCommand.self)

  /// Everything that goes wrong ends here: one sentence on standard error and a documented exit code.
  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let exit as ExitCode {
      Self.exit(withError: exit)
    } catch let error as CleanExit {
      Self.exit(withError: error)
    } catch let failure as Failure {
      end(with: failure)
    } catch  where Self.exitCode(for: error) == .validationFailure {
      Self.exit(withError: error)
    } catch  where Self.exitCode(for: error) == .success {
      Self.exit(withError: error)
    } catch {
      end(with: Failure(error))
    }
  }

  private static func end(with failure: Failure) -> Never {
    failure.report()
    Foundation.exit(failure.code.rawValue)
  }
}
