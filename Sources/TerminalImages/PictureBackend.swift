package import TerminalModel

/// One of the terminals' protocols for images.
package protocol PictureBackend: Sendable {
  /// Whether an image replaces the content of the cells, so that text erases it and another image can cover a part of it.
  /// Otherwise it is stored by its id until it is deleted.
  var replacesCells: Bool { get }

  /// Whether a printed image leaves the cursor in its last row, and not in its first.
  var movesCursor: Bool { get }

  /// Draws an image once, as a part of printed text.
  ///
  /// - Parameters:
  ///   - background: the colour behind transparent pixels, for terminals that cannot blend them.
  ///   - size: the cells that it covers.
  ///   - column: the column of the cursor.
  /// - Returns: nil if memory is exhausted.
  func printing(_ image: RasterImage, on background: RGB, size: CellSize, column: Int) -> [UInt8]?

  /// Shows an image on a changing screen.
  ///
  /// - Parameters:
  ///   - id: its number in the terminal's memory.
  ///   - colors: the maximum number of its colours.
  /// - Returns: nil if memory is exhausted.
  func showing(_ image: RasterImage, id: UInt32, on background: RGB, size: CellSize, colors: Int) -> [UInt8]?

  /// Removes an image from the screen and from the terminal's memory; empty if images replace the content of cells.
  func deleting(id: UInt32) -> [UInt8]
}

extension PictureBackend {
  package var replacesCells: Bool { false }
  package var movesCursor: Bool { true }

  package func deleting(id: UInt32) -> [UInt8] { [] }
}

/// kitty's protocol, with images placed at the cursor and above the text.
package struct KittyPlaces: PictureBackend {
  package init() {}

  package func printing(_ image: RasterImage, on background: RGB, size: CellSize, column: Int) -> [UInt8]? {
    PNG.encode(PalettedImage(image)).map { KittyGraphics.draw(png: $0, columns: size.columns, rows: size.rows) }
  }

  package func showing(_ image: RasterImage, id: UInt32, on background: RGB, size: CellSize, colors: Int) -> [UInt8]? {
    PNG.encode(PalettedImage(image, colors: colors)).map {
      KittyGraphics.upload(id: id, png: $0, wantsReply: false)
        + KittyGraphics.placeAtCursor(id: id, columns: size.columns, rows: size.rows)
    }
  }

  package func deleting(id: UInt32) -> [UInt8] { KittyGraphics.delete(id: id) }
}

/// kitty's protocol, with text that stands for the cells of an image, so that it is moved and covered like text.
package struct KittyPlaceholders: PictureBackend {
  package let isInsideTmux: Bool

  package init(isInsideTmux: Bool) {
    self.isInsideTmux = isInsideTmux
  }

  package func printing(_ image: RasterImage, on background: RGB, size: CellSize, column: Int) -> [UInt8]? {
    guard isInsideTmux else {
      return KittyPlaces().printing(image, on: background, size: size, column: column)
    }
    // Inside tmux, only placeholders move with the text; the image must outlive the program.
    let id = UInt32.random(in: 0x1_0000...0xFF_FFFF)
    return upload(image, id: id, size: size, wantsReply: false).map {
      $0 + Array(KittyGraphics.placeholders(id: id, size: size, column: column).utf8)
    }
  }

  /// Stores an image; its cells are written as text, see `PicturePlaceholder`. The terminal replies once it has it.
  package func showing(_ image: RasterImage, id: UInt32, on background: RGB, size: CellSize, colors: Int) -> [UInt8]? {
    upload(image, id: id, size: size, colors: colors, wantsReply: true)
  }

  /// Asks the terminal whether it still has an image.
  package func confirming(id: UInt32, size: CellSize) -> [UInt8] {
    wrapped(KittyGraphics.placeByPlaceholders(id: id, columns: size.columns, rows: size.rows, wantsReply: true))
  }

  package func deleting(id: UInt32) -> [UInt8] { wrapped(KittyGraphics.delete(id: id)) }

  private func upload(
    _ image: RasterImage, id: UInt32, size: CellSize, colors: Int = 256, wantsReply: Bool
  ) -> [UInt8]? {
    PNG.encode(PalettedImage(image, colors: colors)).map {
      wrapped(
        KittyGraphics.upload(id: id, png: $0, wantsReply: wantsReply)
          + KittyGraphics.placeByPlaceholders(id: id, columns: size.columns, rows: size.rows, wantsReply: false))
    }
  }

  private func wrapped(_ bytes: [UInt8]) -> [UInt8] { isInsideTmux ? Passthrough.tmux(bytes) : bytes }
}

/// iTerm2's inline images.
package struct ITerm2Inline: PictureBackend {
  private let isInsideTmux: Bool

  package init(isInsideTmux: Bool) {
    self.isInsideTmux = isInsideTmux
  }

  package var replacesCells: Bool { true }
  package var movesCursor: Bool { false }

  package func printing(_ image: RasterImage, on background: RGB, size: CellSize, column: Int) -> [UInt8]? {
    draw(PalettedImage(image), size)
  }

  package func showing(_ image: RasterImage, id: UInt32, on background: RGB, size: CellSize, colors: Int) -> [UInt8]? {
    draw(PalettedImage(image.composed(over: background), colors: colors), size)
  }

  private func draw(_ image: PalettedImage, _ size: CellSize) -> [UInt8]? {
    PNG.encode(image).map {
      let sequence = ITerm2Image.draw(png: $0, columns: size.columns, rows: size.rows)
      return isInsideTmux ? Passthrough.tmux(sequence) : sequence
    }
  }
}

/// DEC's sixels, which tmux supports like a terminal.
package struct Sixels: PictureBackend {
  package init() {}

  package var replacesCells: Bool { true }

  package func printing(_ image: RasterImage, on background: RGB, size: CellSize, column: Int) -> [UInt8]? {
    Sixel.encode(PalettedImage(image.composed(over: background).cut(to: image)))
  }

  package func showing(_ image: RasterImage, id: UInt32, on background: RGB, size: CellSize, colors: Int) -> [UInt8]? {
    Sixel.encode(PalettedImage(image.composed(over: background), colors: colors))
  }
}

extension RasterImage {
  /// The image, with the transparent pixels of another one made transparent.
  fileprivate func cut(to mask: RasterImage) -> RasterImage {
    var result = self
    for pixel in stride(from: 3, to: bytes.count, by: 4) where mask.bytes[pixel] == 0 { result.bytes[pixel] = 0 }
    return result
  }
}
