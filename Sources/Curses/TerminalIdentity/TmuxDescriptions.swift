/// The terminal descriptions that tmux uses, as printed by `show-messages -T`: a line that names the terminal, then one
/// for each capability.
struct TmuxDescriptions: Hashable, Sendable {
  private struct Description: Hashable, Sendable {
    var name: Substring
    /// The client's terminal; nil for versions in which clients with the same name share a description.
    var device: Substring?
    /// The available capabilities for 24-bit colours.
    var colors: Set<Substring> = []
  }

  private var descriptions: [Description] = []

  init(_ lines: some Sequence<Substring>) {
    for line in lines {
      let words = line.split(separator: " ")
      if words.first == "Terminal", words.count > 3 {
        let device = words[3] == "for" && words.count > 4 ? words[4].prefix { $0 != "," } : nil
        descriptions.append(Description(name: words[2], device: device))
      } else if words.count > 2, ["RGB:", "Tc:", "setrgbf:", "setrgbb:"].contains(words[1]), words[2] != "[missing]",
        !descriptions.isEmpty
      {
        descriptions[descriptions.count - 1].colors.insert(words[1].dropLast())
      }
    }
  }

  /// Whether tmux forwards 24-bit colours to a client.
  func haveTruecolor(device: some StringProtocol, name: String) -> Bool {
    let colors = descriptions.first { $0.device.map { $0 == device } ?? ($0.name == name) }?.colors ?? []
    return colors.contains("RGB") || colors.contains("Tc") || colors.isSuperset(of: ["setrgbf", "setrgbb"])
  }
}
