import ArgumentParser
import Configuration
import Foundation
import HealthAnalysis
import HealthDatabase
import HealthModel
import HealthQueries
import Presentation
import Processes
import Reports
import Serving
import Sharing
import TerminalModel

struct FriendsCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "friends", "Share rings with friends, and compete with them.",
    details: """
      A friend runs "ringtop serve" and makes a token for you with "ringtop tokens add YOU --scope rings", which shows you \
      the summaries of days and nothing else. "ringtop show --view friends", "ringtop status --friends" and the screen of \
      key B show everybody; the hook events friend-closed and competition-ended announce what happens.
      """,
    examples: [
      "ringtop friends add Kim https://kim.example.org",
      "ringtop friends add Robin ~/family/robin.sqlite",
      "ringtop friends compete Kim --from 2026-11-23",
    ],
    subcommands: [ListFriends.self, AddFriend.self, RemoveFriend.self, CompeteFriend.self],
    defaultSubcommand: ListFriends.self)
}

struct ListFriends: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "list", "List friends, and when they were last read.",
    examples: [
      "ringtop friends list",
      "ringtop friends list --json",
    ])

  @Flag(help: "Print a JSON array.")
  var json = false

  func run() throws {
    let variables = Environment.current().variables
    let records = FriendRecords(variables)
    let rows = try FriendList(variables).friends().map { friend in
      let record = records.record(of: friend)
      return Entry(
        name: friend.name, place: friend.place, confirmed: record.confirmed?.formatted(.iso8601),
        problem: record.problem,
        competitions: friend.competitionStarts.map(\.description))
    }
    if json { return Output.write(try Output.jsonArray(rows)) }
    guard !rows.isEmpty else { return Output.line("There are no friends yet.") }
    var table = TextTable(
      alignments: [.left, .left, .left, .left], rows: [["Name", "Place", "Last read", ""]])
    for row in rows { table.rows.append([row.name, row.place, row.confirmed ?? "never", row.problem ?? ""]) }
    Output.write(table.text)
  }

  private struct Entry: Encodable {
    let name: String
    let place: String
    let confirmed: String?
    let problem: String?
    let competitions: [String]
  }
}

struct AddFriend: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "add", "Add a friend.",
    details: """
      The token is asked for without showing it, or read from a file or standard input: never from the command line, \
      which other users of the machine can see. A path is the store of someone else on this machine, and needs no token.
      """,
    examples: [
      "ringtop friends add Kim https://kim.example.org",
      "ringtop friends add Kim http://100.64.0.7:8173 --token-file kim.txt",
      "ringtop friends add Robin ~/family/robin.sqlite",
    ])

  @Argument(help: "What to call the friend.")
  var name: String

  @Argument(help: "The URL of the friend's server, or the path of a store.", completion: .file())
  var place: String

  @Option(help: ArgumentHelp("The file with the token; - for standard input.", valueName: "file"), completion: .file())
  var tokenFile: String?

  func run() throws {
    let environment = Environment.current()
    let list = FriendList(environment.variables)
    guard RemoteAddress.isAddress(place) || place.contains("://") else {
      guard tokenFile == nil else { throw Failure(.usage, "A store on this machine needs no token.") }
      let path = place.absolutePath
      do {
        _ = try StoreConnection(path: path, timeout: 2).reading()
      } catch let error as StoreError where error.code == .missing {
        throw Failure(.noInput, "There is no store at \(place).")
      }
      try list.add(name, place: path, token: nil)
      return try end(environment)
    }
    let address = try RemoteAddress(place)
    if place.lowercased().hasPrefix("http://"), !address.isLoopback {
      Output.report("The traffic to \(address) is not encrypted, unless its network is private.")
    }
    let token = try AccessToken(try readToken(), origin: name).text
    try list.add(name, place: address.description, token: token)
    try end(environment)
  }

  /// Reads the rings at once, so that a mistake is found now.
  private func end(_ environment: Environment) throws {
    try FriendFollower(environment).refresh(timeout: .seconds(5))
    let friend = try FriendList(environment.variables).friends().first { $0.name == name }
    let problem = friend.flatMap { FriendRecords(environment.variables).record(of: $0).problem }
    Output.line("\(name) is your friend now.")
    if let problem { Output.report(problem + " It will be tried again.") }
  }

  private func readToken() throws -> String {
    switch tokenFile {
    case "-": return readLine() ?? ""
    case let file?:
      let path = file.expandingTilde
      guard let handle = FileHandle(forReadingAtPath: path), let data = try? handle.read(upToCount: 4_096) else {
        throw Failure(.noInput, "\(file) cannot be read.")
      }
      return String(decoding: data, as: UTF8.self)
    case nil:
      guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
        throw Failure(.usage, "Without a terminal, the token is read from --token-file.")
      }
      guard let typed = getpass("Token of \(PrintableText.line(name)): ") else {
        throw Failure(.noInput, "No token was typed.")
      }
      return String(cString: typed)
    }
  }
}

struct RemoveFriend: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "remove", "Remove a friend, with what is known of the friend's rings.",
    details: "The friend may still have a token of yours; \"ringtop tokens revoke\" ends it.",
    examples: [
      "ringtop friends remove Kim"
    ])

  @Argument(help: "The friend's name.")
  var name: String

  func run() throws {
    let variables = Environment.current().variables
    FriendRecords(variables).remove(try FriendList(variables).remove(name))
    Output.line("\(name) was removed.")
  }
}

struct CompeteFriend: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "compete", "Begin a competition over seven days.",
    details: """
      A day gives a point for each percent of each ring, at most 600. Percentages are those of each one's own goals. A day \
      that one of you has paused counts for neither, and a day without data gives no points. The friend sees the same \
      competition after the same command.
      """,
    examples: [
      "ringtop friends compete Kim",
      "ringtop friends compete Kim --from 2026-11-23",
    ])

  @OptionGroup var store: StoreOptions

  @Argument(help: "The friend's name.")
  var name: String

  @Option(
    parsing: .unconditional, help: "The first day; default tomorrow.", completion: .days, transform: DateArgument.parse)
  var from: DateArgument?

  func run() throws {
    let environment = Environment.current()
    let today = try store.openForReading(environment).reading().summary(at: environment.now()).day
    let first = try from?.day(environment.dates(today: today, direction: .future)) ?? today + 1
    guard first >= today - FriendList.oldestStart else {
      throw Failure(
        .usage, "A competition begins at most \(FriendList.oldestStart) days ago: earlier days of friends are not read."
      )
    }
    let days = try FriendList(environment.variables).compete(with: name, from: first)
    Output.line(
      "The competition with \(name) is from \(days.lowerBound) to \(days.upperBound). \(name) sees it "
        + "after entering the same command.")
  }
}
