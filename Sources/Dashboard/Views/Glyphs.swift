/// The symbols around the rings, for terminals with and without more than ASCII. All are one column wide.
package struct Glyphs: Hashable, Sendable {
  package var isASCII: Bool
  var topLeft: Unicode.Scalar
  var topRight: Unicode.Scalar
  var bottomLeft: Unicode.Scalar
  var bottomRight: Unicode.Scalar
  var horizontal: Unicode.Scalar
  var vertical: Unicode.Scalar
  var back: Unicode.Scalar
  var forward: Unicode.Scalar
  /// Between two facts.
  var dot: Unicode.Scalar
  /// Where nothing is known.
  var dash: Unicode.Scalar
  var check: Unicode.Scalar
  var cursor: Unicode.Scalar
  /// Before what is selected, where neither colour nor reversal can show it.
  var selection: Unicode.Scalar
  var ellipsis: Unicode.Scalar
  /// Which way a column is sorted: the smallest first, the largest first.
  var ascending: Unicode.Scalar
  var descending: Unicode.Scalar
  /// Marks today and other places to look at.
  var mark: Unicode.Scalar
  /// Grows upwards: empty first, full last.
  var rising: [Unicode.Scalar]
  /// Grows to the right: empty first, full last.
  var advancing: [Unicode.Scalar]
  /// The unlit part of a bar where there is no colour to draw it with.
  var track: Unicode.Scalar

  package static let unicode = Glyphs(
    isASCII: false, topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯", horizontal: "─", vertical: "│",
    back: "‹", forward: "›", dot: "·", dash: "–", check: "✓", cursor: "▏", selection: "▸", ellipsis: "…",
    ascending: "▲",
    descending: "▼", mark: "•",
    rising: [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"], advancing: [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"],
    track: "·")

  package static let ascii = Glyphs(
    isASCII: true, topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", horizontal: "-", vertical: "|",
    back: "<", forward: ">", dot: "-", dash: "-", check: "*", cursor: "_", selection: ">", ellipsis: "~",
    ascending: "^", descending: "v", mark: "*",
    rising: [" ", ".", ":", "-", "=", "+", "*", "%", "#"], advancing: [" ", "#"], track: ".")
}
