import Curses
import TerminalImages
import TerminalModel
import Widgets

/// Images that are drawn at the cursor.
struct CursorPlacement: PicturePlacement {
  private let backend: any PictureBackend
  /// The stored image in each rectangle.
  private var places: [CellRect: UInt32] = [:]
  private var ids = ImageIDs()
  private var images = PictureImages()
  private(set) var isBusy = false
  var isLate = false
  var shown: [CellRect: PictureContent] = [:]

  init(_ backend: any PictureBackend) {
    self.backend = backend
  }

  var removal: [UInt8] { places.values.sorted().flatMap(backend.deleting) }

  mutating func receive(_ reply: PictureReply) -> StoredImages.ReplyOutcome? {
    guard case .fence = reply, isBusy else { return nil }
    isBusy = false
    return .held
  }

  mutating func resize() -> (bytes: [UInt8], redraws: Bool) { (hide(), true) }

  func shows(_ rect: CellRect, on background: RGB, cell: (width: Int, height: Int)) -> Bool { false }

  mutating func hide() -> [UInt8] {
    defer { shown = [:] }
    return shown.keys.flatMap { removing($0) }
  }

  mutating func forgetAll() {
    (places, shown, isBusy) = ([:], [:], false)
  }

  mutating func draw(_ frame: Frame, cell: (width: Int, height: Int), maySend: Bool) -> PictureDrawing {
    defer { images.keep(shown.values) }
    var drawing = PictureDrawing(grid: frame.grid)
    var wanted: [CellRect: PictureContent] = [:]
    for placed in frame.pictures where !isLate {
      for part in Self.uncoveredParts(of: placed, on: frame.grid) {
        let (x, y) = (placed.rect.origin.column + part.origin.column, placed.rect.origin.row + part.origin.row)
        let rect = CellRect(column: x, row: y, columns: part.size.columns, rows: part.size.rows)
        wanted[rect] = PictureContent(placed, cell: cell, part: part.size == placed.rect.size ? nil : part)
      }
    }
    // Removed images are deleted before the frame is drawn, because curses considers their cells blank.
    for rect in Set(shown.keys).union(places.keys) where wanted[rect] == nil {
      drawing.before += removing(rect)
      shown[rect] = nil
    }
    // Symbols stay until the image can be sent.
    for rect in wanted.keys where maySend || shown[rect] != nil { drawing.grid.fill(rect) }
    guard maySend else { return drawing }
    for (rect, content) in wanted.sorted(by: {
      ($0.key.origin.row, $0.key.origin.column) < ($1.key.origin.row, $1.key.origin.column)
    }) {
      guard shown[rect] != content else { continue }
      drawing.after += placing(content, at: rect, insteadOf: shown[rect])
      shown[rect] = content
    }
    guard !drawing.after.isEmpty else { return drawing }
    // Only one image is in transit: the next one waits until the terminal has processed it.
    drawing.after += TerminalScreen.fence
    isBusy = true
    return drawing
  }

  /// The parts of a picture over which nothing is drawn, as rectangles of its cells: all, or what is above, below, between
  /// and beside the covered rows. None if an image could make the screen scroll.
  static func uncoveredParts(of placed: PlacedPicture, on grid: CellGrid) -> [CellRect] {
    let rect = placed.rect
    let (columns, rows) = (rect.size.columns, rect.size.rows)
    guard rect.origin.column >= 0, rect.origin.row >= 0, rect.columns.upperBound <= grid.size.columns,
      rect.rows.upperBound < grid.size.rows
    else { return [] }
    /// Rows with the same free columns.
    var bands: [(rows: Range<Int>, free: [Range<Int>])] = []
    for row in 0..<rows {
      var free: [Range<Int>] = []
      for column in 0..<columns
      where placed.isUncovered(column, row, on: grid) {
        if let last = free.last, last.upperBound == column {
          free[free.count - 1] = last.lowerBound..<(column + 1)
        } else {
          free.append(column..<(column + 1))
        }
      }
      // Each part is an image of its own.
      if free.count > Self.mostParts { free = [free[0], free[free.count - 1]] }
      if let last = bands.last, last.free == free {
        bands[bands.count - 1].rows = last.rows.lowerBound..<(row + 1)
      } else {
        bands.append((row..<(row + 1), free))
      }
    }
    return bands.flatMap { band in
      band.free.map {
        CellRect(column: $0.lowerBound, row: band.rows.lowerBound, columns: $0.count, rows: band.rows.count)
      }
    }
  }

  /// The maximum number of parts beside each other; of more, only the outermost are shown.
  private static let mostParts = 4

  private mutating func placing(
    _ content: PictureContent, at rect: CellRect, insteadOf old: PictureContent?
  ) -> [UInt8] {
    var image = images.image(of: content)
    var place = rect
    var colors = PictureImages.wholeColors
    // The pixels around the change stay on the screen.
    if backend.replacesCells, let old, content.isComparable(to: old) {
      guard let change = image.changedCells(from: images.image(of: old), cells: content.shownSize) else { return [] }
      image = image.part(change, cells: content.shownSize)
      colors = PictureImages.partColors
      place = CellRect(
        column: rect.origin.column + change.origin.column, row: rect.origin.row + change.origin.row,
        columns: change.size.columns, rows: change.size.rows)
    }
    let id = ids.next()
    guard
      let bytes = backend.showing(
        image, id: id, on: content.picture.background, size: place.size, colors: colors)
    else { return [] }
    let previous = backend.replacesCells ? nil : places.updateValue(id, forKey: rect)
    let position = "\u{1B}7\u{1B}[\(place.origin.row + 1);\(place.origin.column + 1)H"
    return Array(position.utf8) + bytes + (previous.map(backend.deleting) ?? []) + Array("\u{1B}8".utf8)
  }

  private mutating func removing(_ rect: CellRect) -> [UInt8] {
    let id = places.removeValue(forKey: rect)
    guard backend.replacesCells else { return id.map(backend.deleting) ?? [] }
    var text = "\u{1B}7\u{1B}[0m"
    for row in rect.rows { text += "\u{1B}[\(row + 1);\(rect.origin.column + 1)H\u{1B}[\(rect.size.columns)X" }
    return Array((text + "\u{1B}8").utf8)
  }
}

/// The pixels of what is shown, to find what changes.
private struct PictureImages {
  private var images: [PictureContent: RasterImage] = [:]

  /// The colours of an image that is a part of another: fewer, because a palette is not compressed, and still closer to
  /// the exact colours than those of a whole image.
  static let (wholeColors, partColors) = (256, 64)

  mutating func image(of content: PictureContent) -> RasterImage {
    if let image = images[content] { return image }
    let image: RasterImage
    if let part = content.part {
      var whole = content
      whole.part = nil
      image = self.image(of: whole).part(part, cells: content.size)
    } else {
      image = content.whole
    }
    images[content] = image
    return image
  }

  /// Forgets all others.
  mutating func keep(_ contents: some Sequence<PictureContent>) {
    images = images.filter { contents.contains($0.key) }
  }
}
