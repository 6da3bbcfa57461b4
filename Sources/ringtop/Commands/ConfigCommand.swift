import ArgumentParser
import Foundation

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "The configuration file: write it, check it, show what holds.",
    discussion: """
      The file is $XDG_CONFIG_HOME/ringtop/config.toml, by default ~/.config/ringtop/config.toml. What is not understood \
      in it is reported and left out; it never stops another command.
      """,
    subcommands: [Show.self, Path.self, Init.self, Check.self, Keys.self], defaultSubcommand: Show.self)

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print the settings that hold, as a configuration file.")

    func run() {
      let environment = Environment.current()
      Output.write(ConfigurationText.current(environment.settings))
    }
  }

  struct Keys: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the actions that keys can be given to, with their keys, as a configuration file.")

    func run() {
      let keymap = Environment.current().settings.keymap
      Output.write(ConfigurationText.keys(keymap))
    }
  }

  struct Path: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Print the path of the file.")

    func run() {
      Output.line(ConfigurationFile.path(ProcessInfo.processInfo.environment))
    }
  }

  struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write a file with every option and what it does.",
      discussion: "The options are commented out, so that the file changes nothing until you edit it.")

    @Flag(help: "Overwrite a file that is there.")
    var force = false

    func run() throws {
      let path = ConfigurationFile.path(ProcessInfo.processInfo.environment)
      // A link, as dotfile managers make them, stays one.
      let url = URL(filePath: path).resolvingSymlinksInPath()
      do {
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(ConfigurationText.standard.utf8).write(to: url, options: force ? .atomic : .withoutOverwriting)
      } catch CocoaError.fileWriteFileExists {
        throw Failure(.cannotCreate, "There is a file \(path) already. To overwrite it, use --force.")
      } catch {
        throw Failure(.cannotCreate, "\(path) cannot be written: \(Self.reason(error)).")
      }
      Output.line("Wrote \(path).")
    }

    private static func reason(_ error: any Error) -> String {
      let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
      guard let underlying, underlying.domain == NSPOSIXErrorDomain else { return "the folder does not allow it" }
      return String(cString: strerror(Int32(underlying.code))).lowercased()
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Tell what in the file is not understood.",
      discussion: "The exit code is 0 where all is understood or there is no file, 65 where something is not.")

    @Argument(help: "Another file to check.")
    var file: String?

    func run() throws {
      let environment = ProcessInfo.processInfo.environment
      if let file, !FileManager.default.fileExists(atPath: file) { throw Failure(.noInput, "There is no \(file).") }
      let configuration = ConfigurationFile(environment, path: file)
      guard configuration.exists else {
        return Output.line("There is no \(configuration.path); the defaults hold. \"ringtop config init\" writes one.")
      }
      guard !configuration.problems.isEmpty else { return Output.line("\(configuration.path): no problems.") }
      for problem in configuration.problems { Output.line(problem.sentence(path: configuration.path)) }
      throw ExitCode(Failure.Code.badData.rawValue)
    }
  }
}
