/// The symbols around the rings, for terminals with and without Unicode. All are one column wide.
package struct Glyphs: Hashable, Sendable {
  package var isASCII: Bool
  var topLeft: Unicode.Scalar
  var topRight: Unicode.Scalar
  var bottomLeft: Unicode.Scalar
  var bottomRight: Unicode.Scalar
  package var horizontal: Unicode.Scalar
  package var vertical: Unicode.Scalar
  package var back: Unicode.Scalar
  package var forward: Unicode.Scalar
  /// Separates two facts.
  package var dot: Unicode.Scalar
  /// Marks unknown values among words.
  package var dash: Unicode.Scalar
  /// In charts, the place of a value that is unknown or in the future: no letter that stands for a small value.
  package var absence: Unicode.Scalar
  package var check: Unicode.Scalar
  package var cursor: Unicode.Scalar
  /// Marks a selection if neither colour nor reverse is available.
  package var selection: Unicode.Scalar
  package var ellipsis: Unicode.Scalar
  /// The sort order of a column: ascending, descending.
  package var ascending: Unicode.Scalar
  var descending: Unicode.Scalar
  /// Marks today and other highlights.
  package var mark: Unicode.Scalar
  /// Vertical bar levels, from empty to full.
  package var rising: [Unicode.Scalar]
  /// Horizontal bar levels, from empty to full.
  var advancing: [Unicode.Scalar]
  /// The unfilled part of a bar if there is no colour for it.
  package var track: Unicode.Scalar

  static let unicode = Glyphs(
    isASCII: false, topLeft: "╭", topRight: "╮", bottomLeft: "╰", bottomRight: "╯", horizontal: "─", vertical: "│",
    back: "‹", forward: "›", dot: "·", dash: "–", absence: "·", check: "✓", cursor: "▏", selection: "▸", ellipsis: "…",
    ascending: "▲",
    descending: "▼", mark: "•",
    rising: [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"], advancing: [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"],
    track: "·")

  package static let ascii = Glyphs(
    isASCII: true, topLeft: "+", topRight: "+", bottomLeft: "+", bottomRight: "+", horizontal: "-", vertical: "|",
    back: "<", forward: ">", dot: "-", dash: "-", absence: ".", check: "*", cursor: "_", selection: ">", ellipsis: "~",
    ascending: "^", descending: "v", mark: "*",
    rising: [" ", ":", "-", "=", "+", "*", "%", "#"], advancing: [" ", "#"], track: ".")
}
