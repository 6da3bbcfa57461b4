import Foundation
import Processes
import TerminalModel

/// Imports files while the dashboard is open: in a separate process, which continues if the dashboard is closed.
enum ImportProcess {
  /// - Parameter words: the arguments of `ringtop import`.
  /// - Returns: the result, in one line.
  static func output(of words: [String], storePath: String) -> String {
    do {
      let child = try ChildProcess(
        DemoCommand.executable, ["import", "--store", storePath] + words, streams: .allOutput)
      // The duration of an import depends on the size of the file.
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

  /// The first line of the command's output, or the last one if it failed.
  private static func sentence(_ text: String, code: Int32) -> String {
    let lines = text.split(separator: "\n").map { PrintableText.line(String($0)) }
    guard code != 0 else {
      // A notice has little room: the name of the file is sufficient.
      guard let first = lines.first, let colon = first.range(of: ": read ") else { return lines.first ?? "Imported." }
      return (first[..<colon.lowerBound].split(separator: "/").last.map(String.init) ?? "") + first[colon.lowerBound...]
    }
    let last = lines.last ?? "The import failed with exit code \(code)."
    return last.hasPrefix("ringtop: ") ? String(last.dropFirst(9)) : last
  }
}
