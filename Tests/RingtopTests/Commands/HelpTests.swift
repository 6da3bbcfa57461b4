import ArgumentParser
import Foundation
import Testing

@testable import ringtop

@Suite("Help")
struct HelpTests {
  /// Every command listed in the help, with the words that run it.
  private static let commands: [(words: [String], type: any ParsableCommand.Type)] = all(["ringtop"], Ringtop.self)

  private static func all(_ words: [String], _ type: any ParsableCommand.Type)
    -> [(words: [String], type: any ParsableCommand.Type)]
  {
    let listed = type.configuration.subcommands.filter { $0.configuration.shouldDisplay }
    return [(words, type)] + listed.flatMap { all(words + [$0._commandName], $0) }
  }

  @Test("every command has a description, valid examples and exit codes")
  func complete() throws {
    #expect(Self.commands.count > 40)
    for (words, type) in Self.commands {
      let name = words.joined(separator: " ")
      let configuration = type.configuration
      #expect(configuration.abstract.hasSuffix("."), "\(name): \(configuration.abstract)")
      #expect(configuration.discussion.contains("Exit codes: 0 success"), "\(name)")
      let examples = configuration.discussion.split(separator: "\n").filter { $0.hasPrefix("  ringtop") }
      #expect(!examples.isEmpty, "\(name) has no example")
      for example in examples {
        #expect(example.count <= 80, "this line is wrapped: \(example)")
        #expect(throws: Never.self, "\(example)") { try Ringtop.parseAsRoot(Self.arguments(of: String(example))) }
      }
    }
  }

  @Test("every command is in one of the groups")
  func groups() {
    let groups = Ringtop.configuration.groupedSubcommands
    #expect(groups.map(\.name) == ["View", "Input", "Output", "Service", "Maintenance"])
    #expect(Ringtop.configuration.ungroupedSubcommands.allSatisfy { !$0.configuration.shouldDisplay })
    let names = groups.flatMap { $0.subcommands.map { $0._commandName } }
    #expect(Set(names).count == names.count && names.count > 25)
  }

  /// The arguments that a shell would pass, without a redirection of the output.
  private static func arguments(of line: String) -> [String] {
    let command = line.components(separatedBy: " > ")
    // A comparison is quoted; a redirection is followed by a single name.
    let text =
      command.count > 1 && !command[command.count - 1].contains(" ")
      ? command.dropLast().joined(separator: " > ") : line
    var words: [String] = []
    var word = ""
    var quote: Character?
    for character in text {
      if let open = quote {
        if character == open { quote = nil } else { word.append(character) }
      } else if character == "'" || character == "\"" {
        quote = character
      } else if character == " " {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else {
        word.append(character)
      }
    }
    return Array((words + [word]).dropFirst())
  }
}
