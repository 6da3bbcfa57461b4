import Foundation
import Processes
import TerminalModel

/// Imports files while the dashboard is open: in a separate process, which continues if the dashboard is closed.
enum ImportProcess {
  /// - Parameters:
  ///   - words: the arguments of `ringtop import`.
  ///   - report: is told the completed percentage whenever it has changed.
  /// - Returns: the result, in one line.
  static func output(of words: [String], storePath: String, report: (Int) -> Void) -> String {
    do {
      let child = try ChildProcess(
        DemoCommand.executable, ["import", "--store", storePath, "--progress"] + words, streams: .allOutput)
      // The duration of an import depends on the size of the file.
      var text = ""
      var shown: Int?
      while true {
        text += child.readOutput()
        if let percent = percent(text), percent != shown {
          shown = percent
          report(percent)
        }
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

  /// The last percentage in a progress line.
  private static func percent(_ text: String) -> Int? {
    text.suffix(300).matches(of: #/([0-9]+) %/#).last.flatMap { Int($0.1) }
  }

  /// The first line of the command's output, or the last one if it failed.
  private static func sentence(_ text: String, code: Int32) -> String {
    // Each progress line begins by erasing the one before.
    let lines = text.split(separator: "\n").map { line in
      PrintableText.line(String(line.range(of: "\u{1B}[K", options: .backwards).map { line[$0.upperBound...] } ?? line))
    }.filter { !$0.isEmpty }
    guard code != 0 else {
      // A notice has little room: the name of the file is sufficient.
      guard let first = lines.first, let colon = first.range(of: ": read ") else { return lines.first ?? "Imported." }
      return (first[..<colon.lowerBound].split(separator: "/").last.map(String.init) ?? "") + first[colon.lowerBound...]
    }
    let last = lines.last ?? "The import failed with exit code \(code)."
    return last.hasPrefix("ringtop: ") ? String(last.dropFirst(9)) : last
  }
}
