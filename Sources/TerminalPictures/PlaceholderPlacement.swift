import Curses
import TerminalImages
import TerminalModel
import Widgets

/// Images that the terminal stores, and that cells of text refer to.
struct PlaceholderPlacement: PicturePlacement {
  private let backend: KittyPlaceholders
  private var stored = StoredImages()
  private var frames = 0
  var isLate = false
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
    (stored.confirm(shown.values).flatMap { backend.confirming(id: $0.id, size: $0.size) }, false)
  }

  /// Whether the terminal counts as having an image as soon as it was sent: it has confirmed others.
  private var isTrusted: Bool { stored.hasHeld && !isLate }

  func shows(_ rect: CellRect, on background: RGB, cell: (width: Int, height: Int)) -> Bool {
    if isTrusted { return max(rect.size.columns * cell.width, rect.size.rows * cell.height) <= Picture.largestSide }
    return shown[rect].map { $0.picture.background == background && stored.isHeld($0, orSent: false) } == true
  }

  /// Text replaces the images.
  mutating func hide() -> [UInt8] { [] }

  mutating func forgetAll() {
    stored.removeAll()
    shown = [:]
  }

  mutating func draw(_ frame: Frame, cell: (width: Int, height: Int), maySend: Bool) -> PictureDrawing {
    frames += 1
    var drawing = PictureDrawing(grid: frame.grid)
    var sheets: [TileSheet] = []
    for placed in frame.pictures {
      let wanted = PictureContent(placed, cell: cell)
      guard max(wanted.width, wanted.height) <= Picture.largestSide else { continue }
      if maySend, !stored.contains(wanted) {
        stored.add(wanted, insteadOf: shown[placed.rect], to: &sheets, frame: frames)
      }
      stored.use(wanted, frame: frames)
      // The previous content stays until the terminal has the new images.
      let now = [wanted, shown[placed.rect]].compactMap(\.self).first {
        $0.picture.background == wanted.picture.background && stored.isHeld($0, orSent: isTrusted)
      }
      if let now {
        stored.use(now, frame: frames)
        shown[placed.rect] = now
      } else if placed.cells[0, 0] != PlacedPicture.awaited {
        continue
      }
      replace(placed, by: now.map(stored.places) ?? [], on: &drawing.grid)
    }
    guard maySend else { return drawing }
    for sheet in sheets {
      guard
        let bytes = backend.showing(
          sheet.image, id: sheet.id, on: frame.pictures[0].picture.background, size: sheet.size, colors: sheet.colors)
      else { continue }
      stored.noteSent(sheet.id)
      drawing.before += bytes
    }
    drawing.after += stored.evict(frame: frames).flatMap(backend.deleting)
    return drawing
  }

  /// Replaces the cells of a picture, except where something is drawn over them.
  ///
  /// - Parameter places: empty if the terminal has nothing to show there.
  private func replace(_ placed: PlacedPicture, by places: [StoredImages.Place?], on grid: inout CellGrid) {
    let count = placed.rect.size.columns * placed.rect.size.rows
    let places = places.count == count ? places : Array(repeating: nil, count: count)
    for row in 0..<placed.rect.size.rows {
      var left: StoredImages.Place?
      for column in 0..<placed.rect.size.columns {
        let (x, y) = (placed.rect.origin.column + column, placed.rect.origin.row + row)
        guard placed.isUncovered(column, row, on: grid) else {
          left = nil
          continue
        }
        let place = places[row * placed.rect.size.columns + column]
        // What tmux shows to the left may be something else.
        let continues = !backend.isInsideTmux && place != nil && left?.next == place
        grid[x, y] =
          place.flatMap { Cell.picture($0.image, row: $0.row, column: $0.column, continues: continues) } ?? .blank
        left = place
      }
    }
  }
}
