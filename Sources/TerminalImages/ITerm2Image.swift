/// iTerm2's inline image protocol, which WezTerm supports as well.
package enum ITerm2Image {
  /// Draws an image at the cursor, stretched to this number of cells.
  package static func draw(png: [UInt8], columns: Int, rows: Int) -> [UInt8] {
    let keys =
      "inline=1;size=\(png.count);width=\(columns);height=\(rows);preserveAspectRatio=0;doNotMoveCursor=1"
    return Array("\u{1B}]1337;File=\(keys):".utf8) + png.base64 + [0x07]
  }
}
