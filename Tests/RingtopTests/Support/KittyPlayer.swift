import Foundation

/// The image storage of kitty, emulated on a pseudo-terminal: it reads a program's output and acknowledges uploads.
struct KittyPlayer {
  /// The replies of kitty from 0.28 on to `ringtop`'s queries.
  static let answers =
    "\u{1B}P>|kitty(0.35.2)\u{1B}\\\u{1B}]11;rgb:1010/1010/1010\u{1B}\\\u{1B}[?2026;2$y\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;c"

  /// A command of the protocol: its keys and its payload in base64.
  struct Command {
    var keys: [String: String]
    var payload: Substring
  }

  /// The complete commands in the output, with the parts of an upload joined.
  static func commands(in sent: String) -> [Command] {
    var commands: [Command] = []
    for piece in sent.components(separatedBy: "\u{1B}_G").dropFirst() {
      guard let end = piece.range(of: "\u{1B}\\") else { continue }
      let parts = piece[..<end.lowerBound].split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
      let pairs = parts[0].split(separator: ",").map { $0.split(separator: "=", maxSplits: 1) }
      let keys = Dictionary(pairs.filter { $0.count == 2 }.map { (String($0[0]), String($0[1])) }) { first, _ in first }
      let payload = parts.count > 1 ? parts[1] : ""
      if keys["a"] == nil, !commands.isEmpty {
        let last = commands.count - 1
        commands[last].payload += payload
        commands[last].keys["m"] = keys["m"]
      } else {
        commands.append(Command(keys: keys, payload: payload))
      }
    }
    return commands
  }

  /// The complete uploads, in order.
  static func uploads(in sent: String) -> [Command] {
    commands(in: sent).filter { $0.keys["a"] == "t" && $0.keys["m"] != "1" }
  }

  /// The ids of the images that the terminal stores at the end.
  static func kept(after sent: String) -> Set<String> {
    var kept: Set<String> = []
    for command in commands(in: sent) {
      guard let id = command.keys["i"] else { continue }
      switch command.keys["a"] {
      case "t", "T": kept.insert(id)
      case "d" where command.keys["d"] == "I": kept.remove(id)
      default: break
      }
    }
    return kept
  }

  /// Acknowledges uploads and placements as they arrive, until the task is cancelled.
  ///
  /// - Parameters:
  ///   - message: the reply to each upload.
  ///   - placed: the reply to each placement that requests one.
  static func acknowledge(_ terminal: FakeTerminal, message: String = "OK", placed: String = "OK") async {
    var known = 0
    while !Task.isCancelled {
      let commands = commands(in: terminal.sent).filter { $0.keys["m"] != "1" && $0.keys["a"] != "q" }
      for command in commands.dropFirst(known) where command.keys["q"] == "0" {
        let reply = command.keys["a"] == "p" ? placed : message
        terminal.type("\u{1B}_Gi=\(command.keys["i"] ?? "0");\(reply)\u{1B}\\")
      }
      known = commands.count
      try? await Task.sleep(for: .milliseconds(20))
    }
  }
}
