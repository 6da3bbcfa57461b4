import ArgumentParser
import Configuration
import Foundation
import HealthModel
import Processes

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "config", "Show, write or check the configuration file.",
    details: """
      The file is $XDG_CONFIG_HOME/ringtop/config.toml, by default ~/.config/ringtop/config.toml. Invalid \
      settings are reported and ignored; they never prevent a command from running.
      """,
    examples: [
      "ringtop config init",
      "ringtop config check",
    ],
    subcommands: [Show.self, Path.self, Init.self, Check.self, Keys.self], defaultSubcommand: Show.self)

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration.documented(
      "show", "Print the current settings as a configuration file.",
      examples: [
        "ringtop config show"
      ])

    func run() {
      let environment = Environment.current()
      Output.write(ConfigurationText.current(environment.settings))
    }
  }

  struct Keys: ParsableCommand {
    static let configuration = CommandConfiguration.documented(
      "keys", "List all actions and their keys as a configuration file.",
      examples: [
        "ringtop config keys"
      ])

    func run() {
      let keymap = Environment.current().settings.keymap
      Output.write(ConfigurationText.keys(keymap))
    }
  }

  struct Path: ParsableCommand {
    static let configuration = CommandConfiguration.documented(
      "path", "Print the path of the configuration file.",
      examples: [
        "ringtop config path"
      ])

    func run() {
      Output.line(ConfigurationFile.path(ProcessInfo.processInfo.environment))
    }
  }

  struct Init: ParsableCommand {
    static let configuration = CommandConfiguration.documented(
      "init", "Write a configuration file that explains every setting.",
      details: "The settings are commented out, so the file changes nothing until you edit it.",
      examples: [
        "ringtop config init",
        "ringtop config init --force",
      ])

    @Flag(help: "Overwrite an existing file.")
    var force = false

    func run() throws {
      let path = ConfigurationFile.path(ProcessInfo.processInfo.environment)
      // A symbolic link, as created by dotfile managers, is kept.
      let url = URL(filePath: path).resolvingSymlinksInPath()
      do {
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(ConfigurationText.standard.utf8).write(to: url, options: force ? .atomic : .withoutOverwriting)
      } catch CocoaError.fileWriteFileExists {
        throw Failure(.cannotCreate, "\(path) already exists. Use --force to overwrite it.")
      } catch {
        throw Failure(.cannotCreate, "\(path) cannot be written: \(Self.reason(error)).")
      }
      Output.line("Wrote \(path).")
    }

    private static func reason(_ error: any Error) -> String {
      let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
      guard let underlying, underlying.domain == NSPOSIXErrorDomain else { return "the folder is not writable" }
      return SystemError.text(Int32(underlying.code))
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration.documented(
      "check", "Report the mistakes in the file.",
      details: """
        The exit code is 0 if there is no file or all of it is valid, and 65 otherwise.
        """,
      examples: [
        "ringtop config check",
        "ringtop config check ~/dotfiles/ringtop.toml",
      ])

    @Argument(help: "Another file to check.")
    var file: String?

    func run() throws {
      let environment = ProcessInfo.processInfo.environment
      if let file, !FileManager.default.fileExists(atPath: file) { throw Failure(.noInput, "There is no \(file).") }
      let configuration = ConfigurationFile(environment, path: file)
      guard configuration.exists else {
        return Output.line("There is no \(configuration.path); the defaults apply. \"ringtop config init\" writes one.")
      }
      guard !configuration.problems.isEmpty else { return Output.line("\(configuration.path): no problems.") }
      for problem in configuration.problems { Output.line(problem.sentence(path: configuration.path)) }
      throw ExitCode(Failure.Code.badData.rawValue)
    }
  }
}
