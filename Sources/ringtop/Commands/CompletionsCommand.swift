public import ArgumentParser
import Configuration
import Foundation
import HealthModel
import Processes
import Reports

/// Prints a shell script that completes ringtop's commands, options, dates, types and themes.
struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "completions", "Print a completion script for a shell.",
    details: "Save the zsh script as _ringtop in a directory of $fpath.",
    examples: [
      "ringtop completions bash > ~/.bash_completion.d/ringtop",
      "ringtop completions zsh > ~/.zfunc/_ringtop",
      "ringtop completions fish > ~/.config/fish/completions/ringtop.fish",
    ])

  @Argument(help: "bash, zsh or fish; default $SHELL.")
  var shell: CompletionShell?

  func run() throws {
    guard let shell = shell ?? .autodetected() else {
      throw Failure(.usage, "Name a shell: ringtop completions bash, zsh or fish.")
    }
    Output.write(Ringtop.completionScript(for: shell))
  }
}

extension CompletionShell: @retroactive ExpressibleByArgument {}

extension CompletionKind {
  /// The dates of the last two weeks, and the words for days.
  static let days = CompletionKind.custom { _, _, _ in
    let today = Environment.withoutSettings().systemDay
    let words =
      ["today", "yesterday"] + ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    return words + (0..<14).map { (today - $0).description }
  }

  /// All types by their short names.
  static let types = CompletionKind.custom { _, _, _ in HealthTypeName.all }
}
