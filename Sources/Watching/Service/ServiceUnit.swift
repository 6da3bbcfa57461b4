/// A command of this program as a service of the system's service manager: systemd or launchd.
package struct ServiceUnit: Sendable {
  /// The command, which the names of files contain: `serve`.
  let name: String
  let description: String
  /// Options of the section for the service that limit what it may do.
  let limits: [String]

  /// Starts the user's own commands, which inherit all limits: they may write wherever the user may, use the system's
  /// folder for temporary files (tmux has its socket there) and devices, and compile code while they run.
  package static let watch = ServiceUnit(
    name: "watch", description: "Activity rings: starts programs and hooks when health data arrives",
    limits: common + ["ProtectSystem=full"])

  /// Starts no commands, and writes only where it is allowed to.
  package static let serve = ServiceUnit(
    name: "serve", description: "Activity rings: receives health data over HTTP",
    limits: common + [
      "MemoryDenyWriteExecute=yes", "PrivateDevices=yes", "PrivateTmp=yes", "ProtectHome=read-only",
      "ProtectSystem=strict", "SystemCallFilter=~@resources", "UMask=0077",
    ])

  /// Where the service manager of users cannot apply one of these, it goes without.
  private static let common = [
    "CapabilityBoundingSet=", "LockPersonality=yes", "NoNewPrivileges=yes", "ProtectClock=yes",
    "ProtectControlGroups=yes", "ProtectHostname=yes", "ProtectKernelLogs=yes", "ProtectKernelModules=yes",
    "ProtectKernelTunables=yes", "ProtectProc=invisible", "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK",
    "RestrictNamespaces=yes", "RestrictRealtime=yes", "RestrictSUIDSGID=yes", "SystemCallArchitectures=native",
    "SystemCallErrorNumber=EPERM",
    "SystemCallFilter=@system-service", "SystemCallFilter=~@privileged",
  ]

  /// What an installed service is given.
  package struct Start: Sendable {
    /// In the syntax of the service manager, see `systemdWord`.
    var command: [String]
    /// Environment variables.
    var variables: [(name: String, value: String)] = []
    /// The folders that it writes, which must exist.
    var writable: [String] = []
    /// Whether it listens on a port below 1024, which only services of the system may.
    var bindsLowPort = false
    /// The account under which the system's service manager starts it; nil for the service manager of the user.
    var user: String?
  }

  /// `ringtop-serve.service`.
  var fileName: String { "ringtop-\(name).service" }

  func systemd(_ start: Start) -> String {
    var lines = ["[Unit]", "Description=\(description)"]
    if start.user != nil { lines += ["Wants=network-online.target", "After=network-online.target"] }
    lines += ["", "[Service]", "ExecStart=" + start.command.joined(separator: " ")]
    if let user = start.user { lines.append("User=\(user)") }
    for (name, value) in start.variables { lines.append("Environment=" + Self.systemdWord("\(name)=\(value)")) }
    lines += ["Restart=on-failure", "RestartSec=5"]
    if name == Self.serve.name { lines.append("ExecReload=kill -HUP $MAINPID") }
    lines += limits
    if start.user != nil, start.bindsLowPort {
      // The second line adds to the empty set of the limits.
      lines += ["AmbientCapabilities=CAP_NET_BIND_SERVICE", "CapabilityBoundingSet=CAP_NET_BIND_SERVICE"]
    }
    lines += start.writable.map { "ReadWritePaths=\($0)" }
    lines += ["", "[Install]", "WantedBy=\(start.user == nil ? "default" : "multi-user").target", ""]
    return lines.joined(separator: "\n")
  }

  /// A quoted word of a line in a unit, with systemd's special characters escaped.
  static func systemdWord(_ word: String) -> String {
    var text = "\""
    for scalar in word.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\" + String(scalar)
      case "%": text += "%%"
      case "$": text += "$$"
      case "\n": text += "\\n"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  /// A path in a list of paths, in which `$` has no meaning.
  static func systemdPath(_ path: String) -> String { systemdWord(path).replacing("$$", with: "$") }

  /// A launchd agent, or a daemon for a user of the system.
  func launchd(_ start: Start) -> String {
    func string(_ text: String) -> String { "<string>\(Self.escaped(text))</string>" }
    var lines = [
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
      "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">",
      "<plist version=\"1.0\">", "<dict>", "  <key>Label</key>", "  " + string(label),
      "  <key>ProgramArguments</key>", "  <array>",
    ]
    lines += start.command.map { "    " + string($0) } + ["  </array>"]
    if let user = start.user { lines += ["  <key>UserName</key>", "  " + string(user)] }
    if !start.variables.isEmpty {
      lines += ["  <key>EnvironmentVariables</key>", "  <dict>"]
      for (name, value) in start.variables { lines += ["    <key>\(name)</key>", "    " + string(value)] }
      lines.append("  </dict>")
    }
    lines += [
      "  <key>RunAtLoad</key>", "  <true/>", "  <key>KeepAlive</key>", "  <dict>", "    <key>SuccessfulExit</key>",
      "    <false/>", "  </dict>", "</dict>", "</plist>", "",
    ]
    return lines.joined(separator: "\n")
  }

  var label: String { "org.openhealthkit.ringtop.\(name)" }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
