import ArgumentParser
import Dashboard
import Foundation
import Processes

/// Changes the store with the program's own commands: with their parsers and their output.
enum EditCommandRunner {
  /// The allowed commands.
  static let commands = ["add", "delete", "goals", "import", "sources", "undo"]

  /// Runs a line such as `add move 120 kcal`.
  ///
  /// - Parameter report: is told the completed percentage of an import.
  /// - Returns: the output of the command, in one line, or why it failed.
  static func output(
    of line: String, storePath: String, report: (Int) -> Void = { _ in }
  ) -> (sentence: String, isRefused: Bool) {
    let words = ShellWord.words(of: line)
    guard let first = words.first, commands.contains(first) else {
      return ("\"\(words.first ?? "")\" is not a command that changes data.", true)
    }
    if first == "import" {
      return (ImportProcess.output(of: Array(words.dropFirst()), storePath: storePath, report: report), false)
    }
    do {
      var command = try Ringtop.parseCommand(words + ["--store", storePath])
      let text = try Output.collecting { try command.run() }
      let sentence = text.split(separator: "\n").joined(separator: " ")
      return (sentence.isEmpty ? "Done." : sentence, false)
    } catch let failure as Failure {
      return (failure.sentence, true)
    } catch  where Ringtop.exitCode(for: error) == .validationFailure {
      // Who fills in a dialog has typed neither the option's name nor a command.
      let sentence = Ringtop.usageSentence(for: error, command: first)
      return (sentence.replacing(#/ Try "ringtop.*/#, with: "").replacing(#/The value .*>': /#, with: ""), true)
    } catch {
      return (Failure(error).sentence, true)
    }
  }
}
