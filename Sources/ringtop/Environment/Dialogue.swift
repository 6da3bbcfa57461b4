import ArgumentParser
import Foundation
import Processes

/// The output formats of commands that print one object.
enum TextOrJSON: String, ExpressibleByArgument, CaseIterable {
  case text, json
}

/// The output formats of commands that print rows.
enum TableOrJSON: String, ExpressibleByArgument, CaseIterable {
  case table, json
}

enum Confirmation {
  /// Whether the user answers the question with yes.
  ///
  /// - Parameter alternatives: what to do without a terminal, for the usage error.
  static func ask(_ question: String, alternatives: String) throws -> Bool {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
      throw Failure(.usage, "Confirmation requires a terminal. Use \(alternatives).")
    }
    Output.draw(progress: question + " [y]es, [n]o: ")
    let line = readLine()?.trimmingCharacters(in: .whitespaces).lowercased()
    return line == "y" || line == "yes"
  }
}

extension String {
  /// The path with the home folder for its tilde.
  var expandingTilde: String { (self as NSString).expandingTildeInPath }

  /// The absolute path, which is valid in other working directories as well.
  var absolutePath: String { URL(filePath: expandingTilde).standardizedFileURL.path }
}
