import TerminalModel

/// Sequences of kitty's graphics protocol, which Ghostty, WezTerm and Konsole understand as well.
package enum KittyGraphics {
  /// Asks whether the terminal understands: it answers with the number, one that does not answers nothing.
  package static func query(id: UInt32) -> [UInt8] {
    command("a=q,i=\(id),s=1,v=1,t=d,f=24", payload: [0, 0, 0])
  }

  /// Hands the terminal a picture to keep.
  ///
  /// - Parameters:
  ///   - png: the file.
  ///   - answers: whether the terminal tells when it has it, or what is wrong.
  package static func upload(id: UInt32, png: [UInt8], answers: Bool) -> [UInt8] {
    command("a=t,i=\(id),f=100,t=d,q=\(answers ? 0 : 2)", payload: png)
  }

  /// Lets cells show a picture by placeholders, see `PicturePlaceholder`.
  package static func placeByPlaceholders(id: UInt32, columns: Int, rows: Int) -> [UInt8] {
    command("a=p,U=1,i=\(id),p=1,c=\(columns),r=\(rows),q=2")
  }

  /// Puts a picture on the screen, its upper left at the cursor, which stays where it is. A picture has one such place;
  /// the next one moves it there.
  ///
  /// It lies above the text, so its cells are blank: kitty 0.26 draws what a cell showed before, and all text twice, while
  /// a picture lies below the text.
  package static func placeAtCursor(id: UInt32, columns: Int, rows: Int) -> [UInt8] {
    command("a=p,i=\(id),p=1,c=\(columns),r=\(rows),C=1,z=1,q=2")
  }

  /// Takes a picture off the screen, and keeps it.
  package static func remove(id: UInt32) -> [UInt8] { command("a=d,d=i,i=\(id),p=1,q=2") }

  /// Takes a picture off the screen and out of the terminal's memory.
  package static func delete(id: UInt32) -> [UInt8] { command("a=d,d=I,i=\(id),q=2") }

  /// Draws a picture where the cursor is, once.
  package static func draw(png: [UInt8], columns: Int, rows: Int) -> [UInt8] {
    command("a=T,f=100,t=d,c=\(columns),r=\(rows),q=2", payload: png)
  }

  /// As much of a payload goes into one command.
  private static let chunk = 4096

  private static func command(_ keys: String, payload: [UInt8] = []) -> [UInt8] {
    let text = payload.base64
    guard text.count > chunk else { return escape(keys, text[...]) }
    var result: [UInt8] = []
    for start in stride(from: 0, to: text.count, by: chunk) {
      let end = min(text.count, start + chunk)
      let more = end < text.count ? 1 : 0
      // The quiet key counts for each command by itself.
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
  /// The text that shows a whole picture by placeholders, a line for each row.
  package static func placeholders(id: UInt32, columns: Int, rows: Int) -> String {
    (0..<rows).map { row in
      var line = "\u{1B}[38;2;\(id >> 16 & 0xFF);\(id >> 8 & 0xFF);\(id & 0xFF)m"
      for column in 0..<columns { line += PicturePlaceholder.text(row: row, column: column) }
      return line + "\u{1B}[39m"
    }.joined(separator: "\n")
  }
}
