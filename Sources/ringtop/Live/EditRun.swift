import ArgumentParser
import Dashboard
import Foundation

/// Changes the store as the program's own commands do: with their parsers, their words and their answers.
enum EditRun {
  /// The commands that a line may begin with.
  static let commands = ["add", "delete", "goals", "sources", "undo"]

  /// Runs a line such as `add move 120 kcal`.
  ///
  /// - Returns: what the command would print, in one line.
  static func answer(to line: String, storePath: String) -> String {
    let words = ShellWord.words(of: line)
    guard let first = words.first, commands.contains(first) else {
      return "There is no change called \(words.first ?? "")."
    }
    do {
      var command = try Ringtop.parseAsRoot(words + ["--store", storePath])
      let text = try Output.collecting { try command.run() }
      let sentence = text.split(separator: "\n").joined(separator: " ")
      return sentence.isEmpty ? "Done." : sentence
    } catch let failure as Failure {
      return failure.sentence
    } catch  where Ringtop.exitCode(for: error) == .validationFailure {
      return Ringtop.usageSentence(for: error, command: first)
    } catch {
      return Failure(error).sentence
    }
  }
}
