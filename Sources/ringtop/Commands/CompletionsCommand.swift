import ArgumentParser
import Foundation

/// Prints what makes a shell complete ringtop's commands, options, dates, types and themes.
struct CompletionsCommand: ParsableCommand {
  enum Shell: String, ExpressibleByArgument, CaseIterable {
    case bash, zsh, fish

    fileprivate var completionShell: CompletionShell {
      switch self {
      case .bash: .bash
      case .zsh: .zsh
      case .fish: .fish
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "completions", abstract: "Print a completion script for a shell.",
    discussion: """
      bash: ringtop completions bash > ~/.local/share/bash-completion/completions/ringtop
      zsh:  ringtop completions zsh > _ringtop, in a folder of $fpath
      fish: ringtop completions fish > ~/.config/fish/completions/ringtop.fish
      """)

  @Argument(help: "bash, zsh or fish; default the shell that SHELL names.")
  var shell: Shell?

  func run() throws {
    guard let shell = shell ?? Environment.current().shell else {
      throw Failure(.usage, "Name a shell: ringtop completions bash, zsh or fish.")
    }
    Output.write(Ringtop.completionScript(for: shell.completionShell))
  }
}

extension Environment {
  /// The user's shell, where there are completions for it.
  fileprivate var shell: CompletionsCommand.Shell? {
    variables["SHELL"].map { URL(filePath: $0).lastPathComponent }.flatMap(CompletionsCommand.Shell.init)
  }
}
