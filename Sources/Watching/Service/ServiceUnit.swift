/// The text of a service file for the system's service manager.
enum ServiceUnit {
  /// A user unit of systemd.
  ///
  /// - Parameter command: in the syntax of `ExecStart`, see `systemdWord`.
  static func systemd(command: String) -> String {
    """
    [Unit]
    Description=Activity rings: starts programs and hooks when health data arrives

    [Service]
    ExecStart=\(command)
    Restart=on-failure
    RestartSec=5

    [Install]
    WantedBy=default.target

    """
  }

  /// A quoted word of a command line in a unit, with systemd's special characters escaped.
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

  /// A launchd agent.
  static func launchd(command: [String]) -> String {
    let words = command.map { "    <string>\(escaped($0))</string>" }.joined(separator: "\n")
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
        <key>Label</key>
        <string>\(label)</string>
        <key>ProgramArguments</key>
        <array>
      \(words)
        </array>
        <key>RunAtLoad</key>
        <true/>
        <key>KeepAlive</key>
        <dict>
          <key>SuccessfulExit</key>
          <false/>
        </dict>
      </dict>
      </plist>

      """
  }

  static let label = "org.openhealthkit.ringtop.watch"

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
