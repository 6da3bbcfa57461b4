import ArgumentParser
import Dashboard
import Foundation

/// Changes the store as the program's own commands do: with their parsers, their words and their answers.
enum EditRun {
  /// The commands that a line may begin with.
  static let commands = ["add", "goals", "undo"]

  /// Runs a line such as `add move 120 kcal`.
  ///
  /// - Returns: what the command would print, in one line, and whether it did what it should.
  static func answer(to line: String, storePath: String) -> (sentence: String, isDone: Bool) {
    let words = ShellWord.words(of: line)
    guard let first = words.first, commands.contains(first) else {
      return ("There is no change called \(words.first ?? "").", false)
    }
    do {
      var command = try Ringtop.parseAsRoot(words + ["--store", storePath])
      let text = try Output.collecting { try command.run() }
      let sentence = text.split(separator: "\n").joined(separator: " ")
      return (sentence.isEmpty ? "Done." : sentence, true)
    } catch let failure as Failure {
      return (failure.sentence, false)
    } catch  where Ringtop.exitCode(for: error) == .validationFailure {
      return (Ringtop.usageSentence(for: error, command: first), false)
    } catch {
      return (Failure(error).sentence, false)
    }
  }
}
