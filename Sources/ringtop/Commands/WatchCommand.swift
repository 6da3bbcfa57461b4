import ArgumentParser
import Configuration
import Curses
import Foundation
import HealthDatabase
import Processes
import Serving
import Watching

struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "watch", "Run hooks and programs when data arrives, and import files dropped in a folder.",
    details: """
      Hooks, notifications and the tmux option are set in the configuration file; see "ringtop config init". Each \
      event is reported once, even across restarts. "ringtop deliver" lists the programs registered for changes.
      """,
    examples: [
      "ringtop watch",
      "ringtop watch --inbox ~/Sync/health",
      "ringtop watch --install",
    ])

  @OptionGroup var store: StoreOptions

  @Flag(help: "Do what is due, wait for what was started, and exit.")
  var once = false

  @Flag(help: "Print each event as a line of JSON.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Import files that appear in this folder, and move them to its done or failed subfolder.", valueName: "folder"),
    completion: .directory)
  var inbox: String?

  @Flag(help: "Install a systemd or launchd service that starts at login with these options.")
  var install = false

  func validate() throws {
    if install, once || json { throw ValidationError("--install can only be combined with --store and --inbox.") }
    if let inbox, inbox.isEmpty { throw ValidationError("--inbox requires the path of a folder.") }
  }

  func run() throws {
    let environment = Environment.current()
    let store = try store.open(environment)
    let inbox = inbox.map(\.absolutePath)
    if install {
      var arguments: [String] = []
      if self.store.store != nil || environment.variables["RINGTOP_STORE"] != nil {
        arguments += ["--store", URL(filePath: store.path).standardizedFileURL.path]
      }
      if let inbox { arguments += ["--inbox", inbox] }
      return try ServiceInstaller(.watch, environment.variables).install(arguments: arguments)
    }
    var follower: FriendFollower?
    do {
      follower = try FriendFollower(environment)
    } catch {
      // Hooks and the drop folder do not depend on the list of friends.
      Output.report("Friends are not followed: " + Failure(error).sentence)
    }
    var changes: WatchLoop.FriendChanges?
    if once {
      follower?.refresh(timeout: .seconds(5))
    } else if let follower {
      let waker = try Waker()
      try follower.follow { waker.wake() }
      changes = .init(descriptor: waker.descriptor, acknowledge: waker.acknowledge)
    }
    try WatchLoop(
      environment: environment, store: store, options: .init(once: once, json: json, inbox: inbox, friends: changes)
    ).run()
  }
}
