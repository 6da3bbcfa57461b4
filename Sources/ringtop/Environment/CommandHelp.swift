import ArgumentParser

extension CommandConfiguration {
  /// A command whose `--help` has its purpose, details, examples and exit codes, in this order.
  ///
  /// - Parameters:
  ///   - abstract: one sentence; the list of commands shows it too.
  ///   - examples: complete command lines.
  ///   - exitCodes: how they differ from those of the other commands; the common ones follow.
  static func documented(
    _ name: String, _ abstract: String, details: String = "", examples: [String], exitCodes: String? = nil,
    subcommands: [any ParsableCommand.Type] = [], defaultSubcommand: (any ParsableCommand.Type)? = nil
  ) -> Self {
    Self(
      commandName: name, abstract: abstract,
      discussion: discussion(details: details, examples: examples, exitCodes: exitCodes),
      subcommands: subcommands, defaultSubcommand: defaultSubcommand)
  }

  static func discussion(details: String = "", examples: [String], exitCodes: String? = nil) -> String {
    let list = "Examples:\n" + examples.map { "  " + $0 }.joined(separator: "\n")
    let codes = [exitCodes, commonExitCodes].compactMap(\.self).joined(separator: " ")
    return [details, list, codes].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// The exit codes in Assets/docs/scripts.md.
  private static let commonExitCodes = """
    Exit codes: 0 success, 1 failure, 64 usage error, 65 bad data, 66 no such input or no store yet, 73 cannot create or write, \
    74 input/output error, 130 interrupted, 143 terminated.
    """
}
