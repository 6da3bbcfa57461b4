import ArgumentParser
import Foundation
import OpenHealthKit

struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Stay, start programs and hooks when data arrive, and import what is dropped.",
    discussion: """
      Hooks, notifications and the tmux option are set in the configuration file, see "ringtop config init". Each fact is \
      told once, also across restarts. Programs that are registered for changes are listed by "ringtop deliver".
      """)

  @OptionGroup var store: StoreOptions

  @Flag(help: "Do what is due, wait for what was started, and end.")
  var once = false

  @Flag(help: "Print each fact as one line of JSON.")
  var json = false

  @Option(
    help: ArgumentHelp("Import what appears in this folder, and move it to done or failed in it.", valueName: "folder"),
    completion: .directory)
  var inbox: String?

  @Flag(help: "Run at every login from now on, as a service of systemd or launchd, with these options.")
  var install = false

  func validate() throws {
    if install, once || json { throw ValidationError("--install goes with --store and --inbox alone.") }
    if let inbox, inbox.isEmpty { throw ValidationError("--inbox is the path of a folder.") }
  }

  func run() throws {
    let environment = Environment.current()
    let store = try store.open(environment)
    let inbox = inbox.map { URL(filePath: ($0 as NSString).expandingTildeInPath).standardizedFileURL.path }
    if install {
      return try ServiceInstaller(environment: environment).install(
        store: self.store.store == nil && environment.variables["RINGTOP_STORE"] == nil
          ? nil : URL(filePath: store.configuration.path).standardizedFileURL.path, inbox: inbox)
    }
    try WatchLoop(
      environment: environment, store: store, options: .init(once: once, json: json, inbox: inbox)
    ).run()
  }
}
