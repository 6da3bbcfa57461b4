import ArgumentParser
import Configuration
import Foundation
import Processes
import Reports
import Serving

struct TokensCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "tokens", "Make, list and revoke tokens for ringtop serve.",
    details: """
      The file "token" beside the configuration file contains the owner's token, which allows everything. Give each \
      phone, machine and person a token of its own instead, with the scope that it needs. Only hashes are stored, in the \
      file "tokens". A running server uses every change at once.
      """,
    examples: [
      "ringtop tokens add kim --scope rings",
      "ringtop tokens add phone --scope post --feed health-auto-export",
      "ringtop tokens revoke kim",
    ],
    subcommands: [ListTokens.self, AddToken.self, RevokeToken.self], defaultSubcommand: ListTokens.self)
}

struct ListTokens: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "list", "List the named tokens.",
    examples: [
      "ringtop tokens list",
      "ringtop tokens list --json",
    ])

  @Flag(help: "Print a JSON array.")
  var json = false

  func run() throws {
    let tokens = try TokenList(Environment.current()).tokens()
    if json {
      return Output.write(
        try Output.jsonArray(
          tokens.map { Entry(name: $0.name, scope: $0.scope.text, created: $0.created.formatted(.iso8601)) }))
    }
    guard !tokens.isEmpty else { return Output.line("There are no named tokens.") }
    var table = TextTable(alignments: [.left, .left, .left], rows: [["Name", "Scope", "Made"]])
    for token in tokens { table.rows.append([token.name, token.scope.text, token.created.formatted(.iso8601)]) }
    Output.write(table.text)
  }

  private struct Entry: Encodable {
    let name: String
    let scope: String
    let created: String
  }
}

struct AddToken: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "add", "Make a token, and print it.",
    details: """
      all allows everything, read what GET requests show, rings only the summaries of days, assistants only questions at \
      /mcp, and post only deliveries of one feed. The token is printed once and stored nowhere.
      """,
    examples: [
      "ringtop tokens add kim --scope rings",
      "ringtop tokens add rower --scope post --feed samples",
    ])

  enum Scope: String, ExpressibleByArgument, CaseIterable {
    case all, read, rings, assistants, post
  }

  @Argument(help: "A name for the person or machine.")
  var name: String

  @Option(help: "What it allows.")
  var scope: Scope

  @Option(help: "The feed that it delivers, for --scope post.")
  var feed: DeliveryKind?

  func validate() throws {
    if (scope == .post) != (feed != nil) { throw ValidationError("--scope post and --feed require each other.") }
  }

  func run() throws {
    let scope: TokenScope? =
      switch self.scope {
      case .all: .all
      case .read: .read
      case .rings: .rings
      case .assistants: .assistants
      case .post: feed.map { .post($0) }
      }
    guard let scope else { return }
    let token = try TokenList(Environment.current()).add(name, scope)
    Output.line(token)
    if isatty(STDOUT_FILENO) == 1 {
      Output.report("This is the only time that the token is shown. To revoke it: ringtop tokens revoke \(name)")
    }
  }
}

struct RevokeToken: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "revoke", "Make a token invalid.",
    examples: [
      "ringtop tokens revoke kim"
    ])

  @Argument(help: "The name of the token.")
  var name: String

  func run() throws {
    try TokenList(Environment.current()).revoke(name)
    Output.line("The token \"\(name)\" is no longer valid.")
  }
}

extension DeliveryKind: ExpressibleByArgument {}
