import Foundation
import TestSupport
import Testing

/// The arguments of every command, from ArgumentParser's machine-readable output.
@Suite("Defaults in help", .serialized, .programs, .timeLimit(.minutes(10)))
struct HelpDefaultsTests {
  private struct Command: Decodable {
    struct Argument: Decodable {
      var valueName: String?
      var abstract: String?
      var defaultValue: String?
      var allValues: [String]?
    }

    var commandName: String
    var abstract: String?
    var subcommands: [Command]?
    var arguments: [Argument]?

    /// This command and all its subcommands, by the words to type.
    var all: [(name: String, command: Command)] {
      [(commandName, self)]
        + (subcommands ?? []).flatMap(\.all).map { ("\(commandName) \($0.name)", $0.command) }
    }
  }

  private struct Help: Decodable {
    var command: Command
  }

  private static func commands() async throws -> [(name: String, command: Command)] {
    let ending = try await Sandbox().ringtop("--experimental-dump-help")
    return try JSONDecoder().decode(Help.self, from: Data(ending.output.utf8)).command.all
  }

  @Test("every default is a value that the user can type")
  func defaults() async throws {
    let commands = try await Self.commands()
    #expect(commands.count > 40)
    var defaults = 0
    for (name, command) in commands {
      for argument in command.arguments ?? [] {
        guard let value = argument.defaultValue else { continue }
        defaults += 1
        if let values = argument.allValues {
          #expect(values.contains(value), "\(name): \(argument.valueName ?? "")")
        }
        #expect(
          !value.isEmpty && value != "nil" && !value.contains("Optional(") && !value.contains("["),
          "\(name): \(argument.valueName ?? "")")
      }
    }
    #expect(defaults > 30)
  }

  @Test("every command and every argument has a description")
  func abstracts() async throws {
    // The arguments of "help" belong to ArgumentParser.
    for (name, command) in try await Self.commands() where command.commandName != "help" {
      #expect(command.abstract?.isEmpty == false, "\(name)")
      for argument in command.arguments ?? [] {
        #expect(argument.abstract?.isEmpty == false, "\(name): \(argument.valueName ?? "")")
      }
    }
  }
}
