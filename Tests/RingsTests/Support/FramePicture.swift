import TerminalModel

/// A frame as readable text: a plane of symbols, one of inks and one of papers.
struct FramePicture: CustomStringConvertible {
  let description: String

  init(_ grid: CellGrid) {
    var names: [CellColor: Unicode.Scalar] = [.terminalDefault: "."]
    var legend = ""
    func name(_ color: CellColor) -> Unicode.Scalar {
      if let name = names[color] { return name }
      let name = Self.letters[min(names.count - 1, Self.letters.count - 1)]
      names[color] = name
      legend += "\(name) \(Self.describe(color))\n"
      return name
    }
    var text = "\(grid.size.columns)x\(grid.size.rows)\n"
    let planes: [(String, (Cell) -> Unicode.Scalar)] = [
      ("symbols", { $0.scalar }), ("ink", { $0.scalar == " " ? "." : name($0.style.foreground) }),
      ("paper", { name($0.style.background) }), ("attributes", { Self.letters[Int($0.style.attributes.rawValue)] }),
    ]
    for (title, scalar) in planes {
      if title == "attributes", grid.cells.allSatisfy({ $0.style.attributes.isEmpty }) { continue }
      text += title + "\n"
      for row in grid.rows {
        text.unicodeScalars.append("|")
        for cell in row { text.unicodeScalars.append(scalar(cell)) }
        text += "|\n"
      }
    }
    description = text + (legend.isEmpty ? "" : "colours\n" + legend)
  }

  private static func describe(_ color: CellColor) -> String {
    switch color {
    case .terminalDefault: "default"
    case .rgb(let color): "\(color.red) \(color.green) \(color.blue)"
    case .palette(let entry): "entry \(entry)"
    }
  }

  /// Letters of one column: a...z, A...Z, 0...9, then Unicode's from U+00C0 on.
  private static let letters: [Unicode.Scalar] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".unicodeScalars
    + (UInt32(0xC0)...0x24F).compactMap { Unicode.Scalar($0) }
    + (UInt32(0x400)...0x481).compactMap { Unicode.Scalar($0) }
}
