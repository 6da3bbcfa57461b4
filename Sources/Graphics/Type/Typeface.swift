import CTypeface
import Synchronization

/// The typeface of pictures: Inter with tabular figures, in the program itself, so that pictures look the same on every
/// machine.
package enum Typeface {
  package enum Weight: Hashable, Sendable {
    case regular, semibold

    /// The font file.
    package var data: UnsafeBufferPointer<UInt8> {
      let file = self == .regular ? typeface_regular() : typeface_semibold()
      return UnsafeBufferPointer(start: file.bytes, count: Int(file.count))
    }
  }

  struct GlyphKey: Hashable {
    var scalar: Unicode.Scalar
    var weight: Weight
  }

  /// A character in units of the em square.
  struct Glyph {
    var path: Path
    var advance: Double
    var index: UInt32
  }

  /// The height of capital letters, in sizes.
  package static let capHeight = 2048.0 / 2816
  /// The width of a figure, in sizes.
  package static let figureWidth = width(of: "0", size: 1)

  /// The width of a line of text.
  package static func width(of text: String, size: Double, weight: Weight = .regular) -> Double {
    FreeType.shared.withLock { layOut(text, weight, $0) { _, _ in } } * size
  }

  /// The outline of a line of text.
  static func path(of text: Drawing.Text) -> Path {
    var path = Path()
    FreeType.shared.withLock { freeType in
      var start = text.place.x
      if text.anchor != .start {
        let width = layOut(text.string, text.weight, freeType) { _, _ in } * text.size
        start -= text.anchor == .end ? width : width / 2
      }
      _ = layOut(text.string, text.weight, freeType) { glyph, x in
        path.append(
          glyph.path.transformed(
            Transform(
              scale: Point(repeating: text.size), offset: Point(start + x * text.size, text.place.y))))
      }
    }
    return path
  }

  /// Calls the closure with each glyph and its position.
  ///
  /// - Returns: the width in sizes.
  private static func layOut(
    _ text: String, _ weight: Weight, _ freeType: FreeType, _ body: (Glyph, Double) -> Void
  ) -> Double {
    var x = 0.0
    var last: UInt32?
    for scalar in text.unicodeScalars {
      let key = GlyphKey(scalar: scalar, weight: weight)
      if freeType.glyphs[key] == nil, let found = freeType.outline(of: scalar, weight: weight) {
        freeType.glyphs[key] = Glyph(path: found.path, advance: found.advance, index: found.index)
      }
      guard let glyph = freeType.glyphs[key] else { continue }
      if let last { x += freeType.kerning(last, glyph.index, weight: weight) }
      body(glyph, x)
      x += glyph.advance
      last = glyph.index
    }
    return x
  }
}
