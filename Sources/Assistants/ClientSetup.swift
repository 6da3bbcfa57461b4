import HealthImport

/// What to enter in the configuration of a client.
package enum ClientSetup: String, CaseIterable, Sendable {
  case claudeCode = "claude-code"
  case claudeDesktop = "claude-desktop"
  case vscode
  case cursor
  case zed
  case codex

  /// - Parameter command: the program and its arguments.
  package func text(command: [String]) -> String {
    let entry: JSONValue = ["command": .text(command[0]), "args": .strings(command.dropFirst())]
    switch self {
    case .claudeCode:
      return
        "Run this in a terminal:\n\n  claude mcp add ringtop -- \(command.map(Self.shell).joined(separator: " "))\n"
    case .claudeDesktop:
      return file(
        "claude_desktop_config.json, which Settings, Developer, Edit Config opens", ["mcpServers": ["ringtop": entry]])
    case .vscode:
      return file(
        ".vscode/mcp.json, or the file that the command MCP: Open User Configuration opens",
        [
          "servers": [
            "ringtop": ["type": "stdio", "command": .text(command[0]), "args": .strings(command.dropFirst())]
          ]
        ])
    case .cursor: return file("~/.cursor/mcp.json", ["mcpServers": ["ringtop": entry]])
    case .zed: return file("~/.config/zed/settings.json", ["context_servers": ["ringtop": entry]])
    case .codex:
      let arguments = command.dropFirst().map { JSONValue.text($0).serialized }.joined(separator: ", ")
      return """
        Put this into ~/.codex/config.toml:

        [mcp_servers.ringtop]
        command = \(JSONValue.text(command[0]).serialized)
        args = [\(arguments)]

        """
    }
  }

  private func file(_ place: String, _ content: JSONValue) -> String {
    "Put this into \(place):\n\n\(Self.indented(content, ""))\n"
  }

  /// With one member per line.
  private static func indented(_ value: JSONValue, _ margin: String) -> String {
    guard case .object(let members) = value else { return value.serialized }
    let lines = members.map { "\(margin)  \(JSONValue.text($0.key).serialized): \(indented($0.value, margin + "  "))" }
    return "{\n\(lines.joined(separator: ",\n"))\n\(margin)}"
  }

  private static func shell(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || (byte >= 0x2B && byte <= 0x3A) || byte == 0x5F || byte == 0x3D
      }
    return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
