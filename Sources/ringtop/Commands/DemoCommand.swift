import ArgumentParser
import Configuration
import Dashboard
import Demo
import Foundation
import HealthDatabase
import Processes

struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "demo", "Open the dashboard on a year of generated data with live updates.",
    details: "Nothing is stored, and your own data is not changed.",
    examples: [
      "ringtop demo",
      "ringtop demo --still",
    ])

  @OptionGroup var drawing: DrawingOptions

  @Option(
    parsing: .unconditional, help: "The day to open on.",
    completion: .days, transform: DateArgument.parse)
  var date: DateArgument?

  @Flag(help: "Disable animations.")
  var still = false

  /// For screenshots, which must be the same in every run.
  @Flag(help: ArgumentHelp("Add nothing to the data.", visibility: .hidden))
  var frozen = false

  func run() throws {
    let environment = Environment.current().demonstrating
    guard environment.isTerminal(1) else {
      throw Failure(.usage, "The demo needs a terminal. \"ringtop show --demo\" prints a day of it.")
    }
    let demo = try DemoStore(now: environment.now(), homeZone: environment.systemZone)
    defer { demo.remove() }
    // The feed ends when its standard input is closed, so it ends with this process in every case.
    let feed =
      frozen
      ? nil
      : try ChildProcess(
        Self.executable, ["demo-feed", "--store", demo.store.path], streams: .input,
        environment: environment.variables)
    defer {
      try? feed?.input?.close()
      feed?.wait(timeout: .seconds(2))
    }
    try DashboardLauncher(environment: environment, drawing: drawing).run(
      store: demo.store, date: date, mode: .normal, isDemo: true, animates: !still)
  }

  /// This program's own executable.
  static var executable: String {
    Bundle.main.executablePath ?? CommandLine.arguments[0]
  }
}

/// The other process of the demo. Not for users.
struct DemoFeedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo-feed", abstract: "Adds made-up samples to a store, for the demo.", shouldDisplay: false)

  @OptionGroup var store: StoreOptions

  func run() throws {
    let environment = Environment.current()
    let store = try store.open(environment)
    // If the dashboard is killed, the terminal sends SIGHUP to this process too, which must first clean up.
    for number in [SIGHUP, SIGINT, SIGQUIT] { signal(number, SIG_IGN) }
    do {
      try DemoFeed(store: store, clock: environment.now).run { seconds in
        var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        return poll(&input, 1, Int32(seconds * 1_000)) == 0
      }
    } catch {
      // The dashboard has removed its store; there is nobody to report to.
    }
    // A dashboard that was killed could not remove its files.
    let path = store.path
    guard let slash = path.lastIndex(of: "/") else { return }
    let directory = String(path[..<slash])
    if directory.split(separator: "/").last?.hasPrefix("ringtop-demo-") == true {
      try? FileManager.default.removeItem(atPath: directory)
    }
  }
}
