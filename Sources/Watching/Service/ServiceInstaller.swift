package import Configuration
import Foundation
import Processes

/// Installs `ringtop watch` as a user service.
package struct ServiceInstaller {
  let environment: Environment

  package init(environment: Environment) {
    self.environment = environment
  }

  /// The path of this program.
  static let program = Bundle.main.executablePath ?? CommandLine.arguments[0]

  /// Writes the service file and starts the service, if the service manager is running.
  ///
  /// - Parameters:
  ///   - store: the store to watch; nil for the default one.
  ///   - inbox: the folder to import from.
  package func install(store: String?, inbox: String?) throws {
    var command = [Self.program, "watch"]
    if let store { command += ["--store", store] }
    if let inbox { command += ["--inbox", inbox] }
    #if canImport(Darwin)
      let path = home + "/Library/LaunchAgents/\(ServiceUnit.label).plist"
      try write(ServiceUnit.launchd(command: command), to: path)
      start([["launchctl", "bootstrap", "gui/\(getuid())", path]])
    #else
      let path = ConfigurationFile.folder(environment.variables) + "/systemd/user/ringtop-watch.service"
      try write(ServiceUnit.systemd(command: command.map(ServiceUnit.systemdWord).joined(separator: " ")), to: path)
      start([
        ["systemctl", "--user", "daemon-reload"], ["systemctl", "--user", "enable", "--now", "ringtop-watch.service"],
      ])
    #endif
  }

  private var home: String { environment.variables["HOME"] ?? NSHomeDirectory() }

  private func write(_ text: String, to path: String) throws {
    do {
      let url = URL(filePath: path)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url, options: .atomic)
    } catch {
      throw Failure(.cannotCreate, "\(path) cannot be written.")
    }
    Output.line("Wrote \(path).")
  }

  /// Runs the commands that start the service; if one fails, prints what to type.
  private func start(_ commands: [[String]]) {
    for command in commands {
      let answer = try? ChildProcess.output(of: command[0], Array(command.dropFirst()), timeout: .seconds(20))
      guard answer?.code == 0 else {
        let lines = commands.map { $0.joined(separator: " ") }.joined(separator: " && ")
        return Output.line("It could not be started from here. To start it: \(lines)")
      }
    }
    Output.line("It is running, and starts at every login.")
  }
}
