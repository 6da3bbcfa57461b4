import Foundation
import TerminalModel

/// Imports files beside the dashboard: in a process of its own, which goes on where the dashboard ends before it.
enum ImportProcess {
  /// - Parameter words: what follows `ringtop import`.
  /// - Returns: what became of it, in one line.
  static func answer(to words: [String], storePath: String) -> String {
    do {
      let child = try ChildProcess(
        DemoCommand.executable, ["import", "--store", storePath] + words, streams: .allOutput)
      // An import takes as long as its file is large.
      var text = ""
      while true {
        text += child.readOutput()
        if let code = child.exitCode {
          text += child.readOutput()
          return sentence(text, code: code)
        }
        usleep(50_000)
      }
    } catch {
      return Failure(error).sentence
    }
  }

  /// The first line of what the command printed, or the last where it failed.
  private static func sentence(_ text: String, code: Int32) -> String {
    let lines = text.split(separator: "\n").map { PrintableText.line(String($0)) }
    guard code != 0 else {
      // The row of a notice is short: the name of the file says enough.
      guard let first = lines.first, let colon = first.range(of: ": read ") else { return lines.first ?? "Imported." }
      return (first[..<colon.lowerBound].split(separator: "/").last.map(String.init) ?? "") + first[colon.lowerBound...]
    }
    let last = lines.last ?? "The import ended with code \(code)."
    return last.hasPrefix("ringtop: ") ? String(last.dropFirst(9)) : last
  }
}
