import Curses
import Dashboard
import Rings
import TerminalImages
import TerminalModel
import Widgets

/// Images that the terminal stores, and that cells of text refer to.
struct PlaceholderPlacement: PicturePlacement {
  private let backend: KittyPlaceholders
  private var stored = StoredImages()
  private var frames = 0
  var shown: [CellRect: PictureContent] = [:]

  init(_ backend: KittyPlaceholders) {
    self.backend = backend
  }

  var isBusy: Bool { !stored.awaited.isEmpty }

  var removal: [UInt8] { stored.ids.flatMap(backend.deleting) }

  mutating func receive(_ reply: PictureReply) -> StoredImages.ReplyOutcome? {
    guard case .picture(let id, let isShown) = reply else { return nil }
    let outcome = stored.receive(id: id, isShown: isShown)
    if outcome == .lost { shown = shown.filter { stored.contains($1) } }
    return outcome
  }

  /// Asks the terminal whether it still has what is shown: some drop images when they are resized. What is lost is sent
  /// again once the terminal says so, see `receive`.
  mutating func resize() -> (bytes: [UInt8], redraws: Bool) {
    (stored.confirm(shown.values).flatMap { backend.confirming(id: $0.id, size: $0.rect.size) }, false)
  }

  /// Text replaces the images.
  mutating func hide() -> [UInt8] { [] }

  mutating func forgetAll() {
    stored.removeAll()
    shown = [:]
  }

  mutating func draw(
    _ frame: Frame, cell: (width: Int, height: Int), images: inout PictureImages, maySend: Bool, isLate: Bool
  ) -> PictureDrawing {
    frames += 1
    var drawing = PictureDrawing(grid: frame.grid)
    /// The images that the terminal needs, and what it shows in their place.
    var missing: [(content: PictureContent, base: PictureContent?)] = []
    for placed in frame.pictures where placed.rect.size.columns <= 256 && placed.rect.size.rows <= 256 {
      let wanted = PictureContent(placed, cell: cell)
      stored.use(wanted, frame: frames)
      // The previous content stays until the terminal has the new image.
      var now: PictureContent? = wanted
      if !stored.isHeld(wanted) { now = shown[placed.rect].flatMap { stored.isHeld($0) ? $0 : nil } }
      if !stored.contains(wanted), !missing.contains(where: { $0.content == wanted }) { missing.append((wanted, now)) }
      guard let now, now.picture.background == wanted.picture.background else { continue }
      stored.use(now, frame: frames)
      shown[placed.rect] = now
      replace(placed, by: stored.layers(of: now), on: &drawing.grid)
    }
    guard maySend else { return drawing }
    for (content, base) in missing { drawing.before += upload(content, over: base, &images) }
    drawing.after += stored.evict(frame: frames).flatMap(backend.deleting)
    return drawing
  }

  /// Replaces the cells of rings, except where something is drawn over them.
  private func replace(_ placed: PlacedPicture, by layers: [StoredImages.Layer], on grid: inout CellGrid) {
    for row in 0..<placed.rect.size.rows {
      for column in 0..<placed.rect.size.columns {
        let (x, y) = (placed.rect.origin.column + column, placed.rect.origin.row + row)
        let point = CellPoint(column: column, row: row)
        guard grid[x, y] == placed.cells[column, row], let layer = layers.first(where: { $0.rect.contains(point) }),
          let picture = Cell.picture(
            layer.id, row: row - layer.rect.origin.row, column: column - layer.rect.origin.column)
        else { continue }
        grid[x, y] = picture
      }
    }
  }

  /// The sequence that sends an image, or only the part that differs from what is shown.
  private mutating func upload(
    _ content: PictureContent, over base: PictureContent?, _ images: inout PictureImages
  ) -> [UInt8] {
    var image = images.image(of: content)
    var rect = CellRect(column: 0, row: 0, columns: content.size.columns, rows: content.size.rows)
    var below: PictureContent?
    var colors = PictureImages.wholeColors
    if let base, content.isComparable(to: base), stored.canExtend(base),
      let change = image.changedCells(from: images.image(of: base), cells: content.size)
    {
      (rect, below, colors) = (change, base, PictureImages.partColors)
      image = image.part(change, cells: content.size)
    }
    let id = stored.newID()
    guard
      let bytes = backend.showing(image, id: id, on: content.picture.background, size: rect.size, colors: colors)
    else { return [] }
    stored.add(content, id: id, rect: rect, base: below, frame: frames)
    return bytes
  }
}
