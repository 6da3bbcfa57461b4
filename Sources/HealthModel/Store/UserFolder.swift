/// The user's folders by the XDG Base Directory Specification.
package enum UserFolder {
  /// The folder that a variable names, otherwise one in the home folder.
  ///
  /// - Parameters:
  ///   - name: the variable, for example `XDG_CACHE_HOME`.
  ///   - standard: the path in the home folder, for example `.cache`.
  /// - Returns: nil if neither the variable nor `HOME` is an absolute path.
  package static func path(_ name: String, orInHome standard: String, _ environment: [String: String]) -> String? {
    path(name, environment) ?? path("HOME", environment).map { $0 + "/" + standard }
  }

  /// The value of a variable; nil if it is not an absolute path: the specification requires that others are ignored.
  package static func path(_ name: String, _ environment: [String: String]) -> String? {
    environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }
}
