package import TerminalModel

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

  /// Puts a picture below the text, its upper left at the cursor, which stays where it is. A picture has one such place;
  /// the next one moves it there.
  package static func placeAtCursor(id: UInt32, columns: Int, rows: Int) -> [UInt8] {
    command("a=p,i=\(id),p=1,c=\(columns),r=\(rows),C=1,z=-1,q=2")
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

/// Cells that show a part of a picture: the character U+10EEEE with a mark above it for the row and one for the column, in a
/// foreground colour whose value is the picture's number.
package enum PicturePlaceholder {
  package static let scalar: Unicode.Scalar = "\u{10EEEE}"

  /// The largest row or column plus one that there is a mark for.
  package static var limit: Int { marks.count }

  /// The mark for a row or column; nil where there is none.
  package static func mark(_ number: Int) -> Unicode.Scalar? {
    marks.indices.contains(number) ? marks[number] : nil
  }

  package static func text(row: Int, column: Int) -> String {
    guard let rowMark = mark(row), let columnMark = mark(column) else { return " " }
    var text = String.UnicodeScalarView()
    text.append(scalar)
    text.append(rowMark)
    text.append(columnMark)
    return String(text)
  }

  /// The marks above a letter that Unicode 6.0 had and that no letter is composed with, in their order.
  private static let marks: [Unicode.Scalar] = runs.flatMap { first, last in
    (first...last).compactMap { Unicode.Scalar($0) }
  }

  private static let runs: [(UInt32, UInt32)] = [
    (0x305, 0x305), (0x30D, 0x30E), (0x310, 0x310), (0x312, 0x312), (0x33D, 0x33F), (0x346, 0x346), (0x34A, 0x34C),
    (0x350, 0x352), (0x357, 0x357), (0x35B, 0x35B), (0x363, 0x36F), (0x483, 0x487), (0x592, 0x595), (0x597, 0x599),
    (0x59C, 0x5A1), (0x5A8, 0x5A9), (0x5AB, 0x5AC), (0x5AF, 0x5AF), (0x5C4, 0x5C4), (0x610, 0x617), (0x657, 0x65B),
    (0x65D, 0x65E), (0x6D6, 0x6DC), (0x6DF, 0x6E2), (0x6E4, 0x6E4), (0x6E7, 0x6E8), (0x6EB, 0x6EC), (0x730, 0x730),
    (0x732, 0x733), (0x735, 0x736), (0x73A, 0x73A), (0x73D, 0x73D), (0x73F, 0x741), (0x743, 0x743), (0x745, 0x745),
    (0x747, 0x747), (0x749, 0x74A), (0x7EB, 0x7F1), (0x7F3, 0x7F3), (0x816, 0x819), (0x81B, 0x823), (0x825, 0x827),
    (0x829, 0x82D), (0x951, 0x951), (0x953, 0x954), (0xF82, 0xF83), (0xF86, 0xF87), (0x135D, 0x135F), (0x17DD, 0x17DD),
    (0x193A, 0x193A), (0x1A17, 0x1A17), (0x1A75, 0x1A7C), (0x1B6B, 0x1B6B), (0x1B6D, 0x1B73), (0x1CD0, 0x1CD2),
    (0x1CDA, 0x1CDB), (0x1CE0, 0x1CE0), (0x1DC0, 0x1DC1), (0x1DC3, 0x1DC9), (0x1DCB, 0x1DCC), (0x1DD1, 0x1DE6),
    (0x1DFE, 0x1DFE), (0x20D0, 0x20D1), (0x20D4, 0x20D7), (0x20DB, 0x20DC), (0x20E1, 0x20E1), (0x20E7, 0x20E7),
    (0x20E9, 0x20E9), (0x20F0, 0x20F0), (0x2CEF, 0x2CF1), (0x2DE0, 0x2DFF), (0xA66F, 0xA66F), (0xA67C, 0xA67D),
    (0xA6F0, 0xA6F1), (0xA8E0, 0xA8F1), (0xAAB0, 0xAAB0), (0xAAB2, 0xAAB3), (0xAAB7, 0xAAB8), (0xAABE, 0xAABF),
    (0xAAC1, 0xAAC1), (0xFE20, 0xFE26), (0x10A0F, 0x10A0F), (0x10A38, 0x10A38), (0x1D185, 0x1D189), (0x1D1AA, 0x1D1AD),
    (0x1D242, 0x1D244),
  ]
}
