import ArgumentParser
import Configuration
import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Processes
import TerminalModel

struct SQLCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "sql", "Open SQLite's shell on the store, read-only, with documented views.",
    details: """
      Views:
        day      date, move, move_goal, exercise, exercise_goal, stand,
                 stand_goal, move_unit, paused, basis
        sample   id, type, start, end, start_unix, end_unix, value, unit,
                 source, device, entered_by_hand
        type     type, identifier, unit, samples
        workout  id, activity, start, end, start_unix, duration_seconds,
                 energy_kcal, distance_m, heart_rate, source
        sleep    id, stage, start, end, start_unix, seconds, source

      Only the store is read-only: the shell's own commands, such as .shell, are not limited. Times are UTC; each value is in the unit beside it. The store's own tables, in "main", may change. --views \
      prints the statements for other programs that read SQLite files.

      On a terminal, control characters in the results are shown as escapes: \\x1B. The interactive shell writes to the \
      terminal itself, so there only the views escape them; SQLite before 3.50 prints the names in "main" as they are.
      """,
    examples: [
      "ringtop sql",
      "ringtop sql \"select date, move from day order by move desc limit 5\"",
      "ringtop sql --csv \"select type, samples from type\" > types.csv",
    ],
    exitCodes: "A statement that writes to a table of the store exits with 73, one with another error with 1.")

  @OptionGroup var store: StoreOptions

  @Argument(help: "A statement to run; without one the shell is interactive.")
  var statement: String?

  @Flag(help: "Print rows as CSV with a header.")
  var csv = false

  @Flag(help: "Print rows as JSON.")
  var json = false

  @Flag(help: "Print the statements that create the views, and exit.")
  var views = false

  func run() throws {
    let environment = Environment.current()
    guard !(csv && json) else { throw Failure(.usage, "--csv and --json cannot be combined.") }
    let store = try store.openForReading(environment)
    if views { return Output.write(try store.reading().plainViews()) }
    // Its line editor needs the terminal itself.
    let isInteractive = statement == nil && environment.isTerminal(STDIN_FILENO)
    let text =
      isInteractive && environment.isTerminal(STDOUT_FILENO)
      ? try store.reading().plainViews { PrintableText.line($0) } : try store.reading().plainViews()
    var words = ["sqlite3", "-readonly", "-bail", "-cmd", text]
    if csv { words += ["-csv", "-header"] }
    if json { words.append("-json") }
    if !csv, !json, statement != nil { words += ["-column", "-header"] }
    words.append(try store.reading().nameForSQLite)
    if let statement { words.append(statement) }
    let code: Int32
    do {
      code = try TerminalProgram.run(words, isHarmless: isInteractive)
    } catch let error as Spawn.StartFailure {
      throw Failure(.failed, Self.sentence(forStartFailure: error.code))
    }
    // It has printed the error itself.
    if code != 0 { throw ExitCode(Self.exitCode(ofShell: code)) }
  }

  private static func sentence(forStartFailure code: Int32) -> String {
    switch code {
    case ENOENT: "SQLite's shell sqlite3 is not installed; install the package sqlite3."
    // The views of the interactive shell contain the names that they escape.
    case E2BIG: "The store has too many names with control characters for the interactive shell; name a statement."
    default: "sqlite3 could not be started: \(SystemError.text(code))."
    }
  }

  /// Maps the exit code of SQLite's shell, which is a result code of SQLite, to this program's exit codes.
  static func exitCode(ofShell code: Int32) -> Int32 {
    // It was ended by a signal.
    if code > 128 { return code }
    let failure: Failure.Code =
      switch code {
      case 8: .cannotCreate  // SQLITE_READONLY
      case 9: .interrupted  // SQLITE_INTERRUPT
      case 10, 13: .inputOutput  // SQLITE_IOERR, SQLITE_FULL
      case 11, 26: .badData  // SQLITE_CORRUPT, SQLITE_NOTADB
      case 14: .noInput  // SQLITE_CANTOPEN
      default: .failed
      }
    return failure.rawValue
  }
}
