import ArgumentParser
import Configuration
import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import OpenHealthKit
import Processes
import Reports

struct PermissionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "permissions", "Show and change which programs may read and write which types.",
    details: """
      A program that uses OpenHealthKit asks before it reads or writes a type, and your decisions are kept in the \
      store. Permissions apply only to such programs: they do not stop a program that opens the file itself.
      """,
    examples: [
      "ringtop permissions",
      "ringtop permissions grant local.steps stepCount --read",
    ],
    subcommands: [ListPermissions.self, GrantPermissions.self, RevokePermissions.self],
    defaultSubcommand: ListPermissions.self)
}

struct ListPermissions: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "list", "List all permissions.",
    examples: [
      "ringtop permissions list"
    ])

  @OptionGroup var store: StoreOptions

  func run() throws {
    let permissions = try store.openForReading(.current()).reading().permissions()
    guard !permissions.isEmpty else { return Output.line("No program has asked for anything yet.") }
    var table = TextTable(
      alignments: [.left, .left, .left, .left], rows: [["Program", "Type", "Read", "Share"]])
    var previous: String?
    for permission in permissions {
      // The program's name is printed once, above its types.
      let client = permission.client == previous ? "" : permission.client
      previous = permission.client
      table.rows.append([
        client, TypeName.short(for: permission.type), Self.word(permission.read), Self.word(permission.share),
      ])
    }
    Output.write(table.text)
  }

  private static func word(_ consent: Consent?) -> String {
    switch consent {
    case .granted: "yes"
    case .refused: "no"
    case nil: "not asked"
    }
  }
}

struct GrantPermissions: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "grant", "Allow a program to use types.",
    details: """
      Without --read and --share both are granted if programs can share the type. A store is created if there is \
      none, so that programs without a terminal, in a container or as a service, can be allowed before they run.
      """,
    examples: [
      "ringtop permissions grant local.steps stepCount --read"
    ])

  @OptionGroup var store: StoreOptions

  @Argument(help: "The program's bundle identifier, or \"local.\" and its name if it has no bundle.")
  var client: String

  @Argument(help: "Types by name: stepCount, heartRate, activitySummary, workout, ...")
  var types: [String]

  @Flag(help: "Allow reading other programs' samples.")
  var read = false

  @Flag(help: "Allow writing.")
  var share = false

  func run() throws {
    let wanted = (read: read || !share, share: share || !read)
    var permissions: [Permission] = []
    for type in try NamedTypes(types).identifiers {
      let isShareable = HKHealthStore.isShareable(type) ?? false
      if share, !isShareable {
        throw Failure(.usage, "No program can share \(TypeName.short(for: type)); it can only be read.")
      }
      permissions.append(
        Permission(
          client: client, type: type, share: wanted.share && isShareable ? .granted : nil,
          read: wanted.read ? .granted : nil))
    }
    let environment = Environment.current()
    try store.open(environment).writing(homeZone: environment.systemZone).decide(permissions)
    let words = [wanted.read ? "read" : nil, wanted.share ? "share" : nil].compactMap { $0 }.joined(separator: " and ")
    Output.line("\(client) may \(words) \(permissions.map { TypeName.short(for: $0.type) }.joined(separator: ", ")).")
  }
}

struct RevokePermissions: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "revoke", "Revoke permission for some types, or for all that were granted.",
    examples: [
      "ringtop permissions revoke local.steps",
      "ringtop permissions revoke local.steps stepCount",
    ])

  @OptionGroup var store: StoreOptions

  @Argument(help: "The program's bundle identifier.")
  var client: String

  @Argument(help: "Types by name; default all that were granted.")
  var types: [String] = []

  func run() throws {
    let store = try store.open(.current())
    guard !types.isEmpty else {
      let count = try store.changing().revokePermissions(ofClient: client)
      let what = count == 1 ? "1 type" : "\(count) types"
      return Output.line(
        count == 0 ? "\(client) has no permissions to revoke." : "\(client) may no longer use \(what).")
    }
    let identifiers = try NamedTypes(types).identifiers
    try store.changing().decide(
      identifiers.map {
        let isShareable = HKHealthStore.isShareable($0) ?? false
        return Permission(client: client, type: $0, share: isShareable ? .refused : nil, read: .refused)
      })
    Output.line("\(client) may not use \(identifiers.map(TypeName.short).joined(separator: ", ")).")
  }
}

/// Types on the command line.
private struct NamedTypes {
  let identifiers: [String]

  /// - Throws: a usage error that says what to write instead.
  init(_ names: [String]) throws {
    identifiers = try names.map { name in
      guard let identifier = TypeName.identifierOfWord(name) else {
        throw Failure(
          .usage, "There is no type \"\(name)\". Try a name such as stepCount, heartRate or activitySummary.")
      }
      if let correlation = CorrelationTypeCatalog.entry(for: identifier) {
        let members = correlation.members.prefix(2).map(TypeName.short).joined(separator: " and ")
        throw Failure(.usage, "Permission for \(correlation.name) is granted by its members, such as \(members).")
      }
      return identifier
    }
  }
}
