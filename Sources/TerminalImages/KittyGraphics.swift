import TerminalModel

/// Sequences of kitty's graphics protocol, which Ghostty, WezTerm and Konsole support as well.
package enum KittyGraphics {
  /// Uploads an image, which the terminal stores.
  ///
  /// - Parameters:
  ///   - png: the PNG file.
  ///   - wantsReply: whether the terminal reports success or failure.
  package static func upload(id: UInt32, png: [UInt8], wantsReply: Bool) -> [UInt8] {
    command("a=t,i=\(id),f=100,t=d,q=\(wantsReply ? 0 : 2)", payload: png)
  }

  /// Creates a virtual placement, so that placeholder cells can show an image, see `PicturePlaceholder`.
  ///
  /// - Parameter wantsReply: whether the terminal reports success, or that it does not have the image.
  package static func placeByPlaceholders(id: UInt32, columns: Int, rows: Int, wantsReply: Bool) -> [UInt8] {
    command("a=p,U=1,i=\(id),p=1,c=\(columns),r=\(rows),q=\(wantsReply ? 0 : 2)")
  }

  /// Displays an image with its upper left corner at the cursor, which does not move. An image has one such placement;
  /// the next call moves it.
  ///
  /// The placement is above the text, so its cells must be blank: if an image is below the text, kitty 0.26 keeps
  /// showing previous cell contents and draws all text twice.
  package static func placeAtCursor(id: UInt32, columns: Int, rows: Int) -> [UInt8] {
    command("a=p,i=\(id),p=1,c=\(columns),r=\(rows),C=1,z=1,q=2")
  }

  /// Removes an image from the screen and from the terminal's memory.
  package static func delete(id: UInt32) -> [UInt8] { command("a=d,d=I,i=\(id),q=2") }

  /// Draws an image at the cursor without storing it.
  package static func draw(png: [UInt8], columns: Int, rows: Int) -> [UInt8] {
    command("a=T,f=100,t=d,c=\(columns),r=\(rows),q=2", payload: png)
  }

  /// The maximum payload of one command in bytes.
  private static let chunk = 4096

  private static func command(_ keys: String, payload: [UInt8] = []) -> [UInt8] {
    let text = payload.base64
    guard text.count > chunk else { return escape(keys, text[...]) }
    var result: [UInt8] = []
    for start in stride(from: 0, to: text.count, by: chunk) {
      let end = min(text.count, start + chunk)
      let more = end < text.count ? 1 : 0
      // The quiet key applies to each command separately.
      let quiet = keys.contains("q=2") ? ",q=2" : ""
      result += escape(start == 0 ? "\(keys),m=\(more)" : "m=\(more)\(quiet)", text[start..<end])
    }
    return result
  }

  private static func escape(_ keys: String, _ payload: ArraySlice<UInt8>) -> [UInt8] {
    Array("\u{1B}_G\(keys)".utf8) + (payload.isEmpty ? [] : [UInt8(ascii: ";")] + payload) + [0x1B, UInt8(ascii: "\\")]
  }
}

extension KittyGraphics {
  /// Text that shows a complete image with placeholders, one line per row, each from the column on.
  static func placeholders(id: UInt32, size: CellSize, column left: Int) -> String {
    (0..<size.rows).map { row in
      var line = "\u{1B}[38;2;\(id >> 16 & 0xFF);\(id >> 8 & 0xFF);\(id & 0xFF)m"
      for column in 0..<size.columns { line += PicturePlaceholder.text(row: row, column: column) }
      return line + "\u{1B}[39m"
    }.joined(separator: left == 0 ? "\n" : "\n\u{1B}[\(left + 1)G")
  }
}
