import Configuration
import Foundation
import Processes

/// Installs a command of this program as a service of the user, or of the system.
package struct ServiceInstaller {
  /// The user of the system for whom a service runs, also while nobody is logged in.
  package struct Account: Sendable {
    package let name: String
    package let home: String
    fileprivate let id: uid_t
    fileprivate let group: gid_t

    /// - Parameter name: nil for the one who uses sudo.
    /// - Throws: `Failure` if there is no such user, or only the administrator may install services of the system.
    package init(_ name: String?, _ variables: [String: String]) throws {
      guard geteuid() == 0 else {
        throw Failure(.cannotCreate, "Only the administrator may install a service of the system; use sudo.")
      }
      guard let name = name ?? variables["SUDO_USER"] else {
        throw Failure(.usage, "Without sudo, --user names the one for whom the service runs.")
      }
      guard let entry = getpwnam(name) else { throw Failure(.noInput, "There is no user \"\(name.prefix(60))\".") }
      self.name = String(cString: entry.pointee.pw_name)
      home = String(cString: entry.pointee.pw_dir)
      (id, group) = (entry.pointee.pw_uid, entry.pointee.pw_gid)
      guard home.hasPrefix("/") else { throw Failure(.noInput, "The user \(self.name) has no home folder.") }
    }
  }

  private let unit: ServiceUnit
  private let variables: [String: String]
  private let account: Account?
  private let systemFolder: String
  /// Runs a command; false if it fails.
  private let run: ([String]) -> Bool

  /// - Parameters:
  ///   - variables: the environment.
  ///   - account: nil for a service of the user who runs this program.
  ///   - systemFolder: where the files of services of the system are; nil for the service manager's own folder.
  package init(
    _ unit: ServiceUnit, _ variables: [String: String], account: Account? = nil, systemFolder: String? = nil,
    run: @escaping ([String]) -> Bool = Self.run
  ) {
    self.unit = unit
    self.variables = variables
    self.account = account
    #if canImport(Darwin)
      self.systemFolder = systemFolder ?? "/Library/LaunchDaemons"
    #else
      self.systemFolder = systemFolder ?? "/etc/systemd/system"
    #endif
    self.run = run
  }

  package static func run(_ command: [String]) -> Bool {
    let answer = try? ChildProcess.output(of: command[0], Array(command.dropFirst()), timeout: .seconds(20))
    return answer?.code == 0
  }

  static let program = Bundle.main.executablePath ?? CommandLine.arguments[0]

  /// The variables that determine where the service finds its files. Those with secrets do not belong in its file.
  private static let inherited = ["XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"]

  /// Writes the service file and starts the service, if the service manager is running.
  ///
  /// - Parameters:
  ///   - arguments: of the command.
  ///   - writable: the folders that it writes, which are created.
  ///   - bindsLowPort: whether it listens on a port below 1024.
  package func install(arguments: [String], writable: [String] = [], bindsLowPort: Bool = false) throws {
    for folder in writable { try make(folder) }
    var start = ServiceUnit.Start(
      command: [Self.program, unit.name] + arguments, bindsLowPort: bindsLowPort, user: account?.name)
    if account == nil {
      start.variables = Self.inherited.compactMap { name in variables[name].map { (name, $0) } }
    }
    #if canImport(Darwin)
      let home = variables["HOME"] ?? NSHomeDirectory()
      let path = (account == nil ? home + "/Library/LaunchAgents" : systemFolder) + "/\(unit.label).plist"
      try write(unit.launchd(start), to: path)
      self.start([["launchctl", "bootstrap", account == nil ? "gui/\(getuid())" : "system", path]])
    #else
      start.command = start.command.map(ServiceUnit.systemdWord)
      start.writable = writable.map(ServiceUnit.systemdPath)
      let folder = account == nil ? ConfigurationFile.folder(variables) + "/systemd/user" : systemFolder
      try write(unit.systemd(start), to: folder + "/" + unit.fileName)
      let manager = account == nil ? ["systemctl", "--user"] : ["systemctl"]
      // One that is running starts again with the new file.
      self.start([["daemon-reload"], ["enable", unit.fileName], ["restart", unit.fileName]].map { manager + $0 })
    #endif
  }

  /// Creates a folder that only the user of the service can read.
  private func make(_ folder: String) throws {
    let parent = URL(filePath: folder).deletingLastPathComponent().path
    if parent != folder, access(parent, F_OK) != 0 { try make(parent) }
    guard mkdir(folder, 0o700) == 0 else {
      if errno == EEXIST { return }
      throw Failure(.cannotCreate, "\(folder) cannot be created.")
    }
    if let account, chown(folder, account.id, account.group) != 0 {
      throw Failure(.cannotCreate, "\(folder) cannot be given to \(account.name).")
    }
  }

  private func write(_ text: String, to path: String) throws {
    do {
      let url = URL(filePath: path)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url, options: .atomic)
      // The service manager warns of files that others can write, and of those that it cannot read.
      chmod(path, 0o644)
    } catch {
      throw Failure(.cannotCreate, "\(path) cannot be written.")
    }
    Output.line("Wrote \(path).")
  }

  /// Runs the commands that start the service; if one fails, prints what to type.
  private func start(_ commands: [[String]]) {
    guard commands.allSatisfy(run) else {
      let lines = commands.map { $0.joined(separator: " ") }.joined(separator: " && ")
      return Output.line("It could not be started from here. To start it: \(lines)")
    }
    Output.line("It is running, and starts \(account == nil ? "at every login" : "with the system").")
  }
}
