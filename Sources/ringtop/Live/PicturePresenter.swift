import Curses
import Dashboard
import Foundation
import Rings
import TerminalImages
import TerminalModel

/// Shows the rings of a frame as images on terminals that support it.
///
/// Frames are drawn in symbols first. Once the terminal has the image of some rings, their cells are replaced by cells
/// of the image, except where something is drawn over them. Nothing flickers, and without images the frame is
/// unchanged.
final class PicturePresenter {
  let method: PictureProtocol
  private let isInsideTmux: Bool
  /// The images behind placeholders.
  private var stored = StoredImages()
  /// The images placed at the cursor.
  private var places: [CellRect: UInt32] = [:]
  private var awaitsFence = false
  private var deadline: ContinuousClock.Instant?
  /// The content of each rectangle on the terminal.
  private var shown: [CellRect: PictureContent] = [:]
  /// The pixels of what is shown, to find what changes.
  private var images: [PictureContent: RasterImage] = [:]
  private var frames = 0
  /// When an image of a motion was last sent.
  private var lastMotion: ContinuousClock.Instant?

  /// Whether the terminal refused an image.
  private(set) var hasFailed = false
  /// Whether the terminal has not acknowledged an image in time. Symbols are drawn until it does.
  private(set) var isLate = false

  /// The colours of an image that is a part of another: fewer, because a palette is not compressed, and still closer to
  /// the exact colours than those of a whole image.
  private static let partColors = 64
  /// The minimum time between two images of a motion.
  private static let motionInterval = Duration.seconds(1) / 30
  /// The timeout for an acknowledgement.
  private static let timeout = Duration.seconds(3)

  /// The output for a frame: `before` and `after` it.
  struct Drawing {
    var grid: CellGrid
    var before: [UInt8] = []
    var after: [UInt8] = []
  }

  init(method: PictureProtocol, isInsideTmux: Bool) {
    self.method = method
    self.isInsideTmux = isInsideTmux
  }

  /// Whether an acknowledgement is pending.
  var isBusy: Bool { !stored.awaited.isEmpty || awaitsFence }

  /// The time until the acknowledgement times out, in milliseconds; nil if none is pending.
  var millisecondsLeft: Int32? {
    guard isBusy, let deadline else { return nil }
    return Int32(max(1, (ContinuousClock.now.duration(to: deadline) / .milliseconds(1)).rounded(.up)))
  }

  /// Handles replies of the terminal.
  ///
  /// - Returns: whether the frame must be drawn again.
  func receive(_ replies: [PictureReply]) -> Bool {
    var hasChanges = false
    for reply in replies {
      switch reply {
      case .picture(let id, let isShown):
        switch stored.receive(id: id, isShown: isShown) {
        case .held: (hasChanges, isLate) = (true, false)
        case .failed: (hasChanges, hasFailed) = (true, true)
        case .lost:
          shown = shown.filter { stored.contains($1) }
          hasChanges = true
        case nil: break
        }
      case .fence where awaitsFence:
        awaitsFence = false
        (hasChanges, isLate) = (true, false)
      case .fence: break
      }
    }
    if isBusy, let due = deadline, due <= .now {
      (deadline, isLate) = (nil, true)
      hasChanges = true
    }
    return hasChanges || hasFailed
  }

  /// The whole screen was cleared.
  func forgetShown() { shown = [:] }

  /// Asks the terminal whether it still has what is shown: some drop images when they are resized. What is lost is sent
  /// again once the terminal says so, see `receive`.
  ///
  /// - Returns: the output to send.
  func confirmPictures() -> [UInt8] {
    guard method == .kittyPlaceholders else { return [] }
    return stored.confirm(shown.values).flatMap { layer in
      wrapped(
        KittyGraphics.placeByPlaceholders(
          id: layer.id, columns: layer.rect.size.columns, rows: layer.rect.size.rows, wantsReply: true))
    }
  }

  /// Temporarily draws symbols instead of images.
  ///
  /// - Returns: the output to send before them.
  func hidePictures() -> [UInt8] {
    guard method != .kittyPlaceholders, !shown.isEmpty else { return [] }
    defer { forgetShown() }
    return shown.keys.flatMap { removing($0) }
  }

  /// Removes what was placed at the cursor.
  private func removing(_ rect: CellRect) -> [UInt8] {
    guard method == .kittyPlaces else { return Self.erasing(rect) }
    return places.removeValue(forKey: rect).map { wrapped(KittyGraphics.delete(id: $0)) } ?? []
  }

  /// The terminal was suspended, which removed all images.
  func forgetAll() {
    stored.removeAll()
    places = [:]
    shown = [:]
    (awaitsFence, isLate) = (false, false)
  }

  /// The sequence that removes all images from the terminal; empty if there are none.
  var removal: [UInt8] {
    (stored.ids + places.values.sorted()).flatMap { wrapped(KittyGraphics.delete(id: $0)) }
  }

  /// The frame with images for its rings, as far as the terminal has them.
  ///
  /// - Parameter isMoving: whether another frame follows shortly, so that images can be skipped.
  func draw(_ frame: Frame, cell: (width: Int, height: Int), isMoving: Bool) -> Drawing {
    frames += 1
    defer { images = images.filter { image in shown.values.contains(image.key) } }
    let maySend = !isBusy && (!isMoving || lastMotion.map { $0.duration(to: .now) >= Self.motionInterval } != false)
    var drawing = Drawing(grid: frame.grid)
    switch method {
    case .kittyPlaceholders: drawByPlaceholders(frame.rings, cell, maySend, &drawing)
    case .kittyPlaces, .iterm2, .sixel:
      var wanted: [CellRect: PictureContent] = [:]
      for placed in frame.rings where !isLate {
        for part in Self.uncoveredParts(of: placed, on: frame.grid) {
          let (x, y) = (placed.rect.origin.column + part.origin.column, placed.rect.origin.row + part.origin.row)
          let rect = CellRect(column: x, row: y, columns: part.size.columns, rows: part.size.rows)
          wanted[rect] = content(placed, cell, part: part.size == placed.rect.size ? nil : part)
        }
      }
      drawInPlace(wanted, maySend, &drawing)
    }
    if isMoving, maySend, isBusy { lastMotion = .now }
    return drawing
  }

  private func content(
    _ placed: PlacedRings, _ cell: (width: Int, height: Int), part: CellRect? = nil
  ) -> PictureContent {
    PictureContent(
      rings: placed.rings, size: placed.rect.size, width: placed.rect.size.columns * cell.width,
      height: placed.rect.size.rows * cell.height, palette: placed.palette, part: part)
  }

  // MARK: - Placed by text

  private func drawByPlaceholders(
    _ rings: [PlacedRings], _ cell: (width: Int, height: Int), _ maySend: Bool, _ drawing: inout Drawing
  ) {
    /// The images that the terminal needs, and what it shows in their place.
    var missing: [(content: PictureContent, base: PictureContent?)] = []
    for placed in rings where placed.rect.size.columns <= 256 && placed.rect.size.rows <= 256 {
      let wanted = content(placed, cell)
      stored.use(wanted, frame: frames)
      // The previous content stays until the terminal has the new image.
      var now: PictureContent? = wanted
      if !stored.isHeld(wanted) { now = shown[placed.rect].flatMap { stored.isHeld($0) ? $0 : nil } }
      if !stored.contains(wanted), !missing.contains(where: { $0.content == wanted }) { missing.append((wanted, now)) }
      guard let now, now.palette == wanted.palette else { continue }
      stored.use(now, frame: frames)
      shown[placed.rect] = now
      replace(placed, by: stored.layers(of: now), on: &drawing.grid)
    }
    guard maySend else { return }
    for (content, base) in missing { drawing.before += upload(content, over: base) }
    if isBusy { deadline = .now + Self.timeout }
    drawing.after += stored.evict(frame: frames).flatMap { wrapped(KittyGraphics.delete(id: $0)) }
  }

  /// Replaces the cells of rings, except where something is drawn over them.
  private func replace(_ placed: PlacedRings, by layers: [StoredImages.Layer], on grid: inout CellGrid) {
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
  private func upload(_ content: PictureContent, over base: PictureContent?) -> [UInt8] {
    var image = image(of: content)
    var rect = CellRect(column: 0, row: 0, columns: content.size.columns, rows: content.size.rows)
    var below: PictureContent?
    var colors = 256
    if let base, content.isComparable(to: base), stored.canExtend(base),
      let change = image.changedCells(from: self.image(of: base), cells: content.size)
    {
      (rect, below, colors) = (change, base, Self.partColors)
      image = image.part(change, cells: content.size)
    }
    guard let file = PNG.encode(PalettedImage(image, colors: colors)) else { return [] }
    let id = stored.add(content, rect: rect, base: below, frame: frames)
    return wrapped(KittyGraphics.upload(id: id, png: file, wantsReply: true))
      + wrapped(
        KittyGraphics.placeByPlaceholders(id: id, columns: rect.size.columns, rows: rect.size.rows, wantsReply: false))
  }

  // MARK: - Placed at the cursor

  /// The parts of rings over which nothing is drawn, as rectangles of their cells: all, or what is above, below and
  /// beside the covered cells. None if an image could make the screen scroll.
  static func uncoveredParts(of placed: PlacedRings, on grid: CellGrid) -> [CellRect] {
    let rect = placed.rect
    let (columns, rows) = (rect.size.columns, rect.size.rows)
    guard rect.origin.column >= 0, rect.origin.row >= 0, rect.columns.upperBound <= grid.size.columns,
      rect.rows.upperBound < grid.size.rows
    else { return [] }
    var (covered, left, right): (Range<Int>?, Int, Int) = (nil, columns, 0)
    for row in 0..<rows {
      let different = (0..<columns).filter {
        grid[rect.origin.column + $0, rect.origin.row + row] != placed.cells[$0, row]
      }
      guard let first = different.first, let last = different.last else { continue }
      covered = (covered?.lowerBound ?? row)..<(row + 1)
      (left, right) = (min(left, first), max(right, last + 1))
    }
    guard let covered else { return [CellRect(column: 0, row: 0, columns: columns, rows: rows)] }
    return [
      CellRect(column: 0, row: 0, columns: columns, rows: covered.lowerBound),
      CellRect(column: 0, row: covered.lowerBound, columns: left, rows: covered.count),
      CellRect(column: right, row: covered.lowerBound, columns: columns - right, rows: covered.count),
      CellRect(column: 0, row: covered.upperBound, columns: columns, rows: rows - covered.upperBound),
    ].filter { $0.size.columns > 0 && $0.size.rows > 0 }
  }

  private func drawInPlace(
    _ wanted: [CellRect: PictureContent], _ maySend: Bool, _ drawing: inout Drawing
  ) {
    // Removed images are deleted before the frame is drawn, because curses considers their cells blank.
    for rect in Set(shown.keys).union(places.keys) where wanted[rect] == nil {
      drawing.before += removing(rect)
      shown[rect] = nil
    }
    for rect in wanted.keys { drawing.grid.fill(rect) }
    guard maySend else { return }
    for (rect, content) in wanted.sorted(by: {
      ($0.key.origin.row, $0.key.origin.column) < ($1.key.origin.row, $1.key.origin.column)
    }) {
      guard shown[rect] != content else { continue }
      drawing.after += placing(content, at: rect, insteadOf: shown[rect])
      shown[rect] = content
    }
    guard !drawing.after.isEmpty else { return }
    // Only one image is in transit: the next one waits until the terminal has processed it.
    drawing.after += TerminalScreen.fence
    awaitsFence = true
    deadline = .now + Self.timeout
  }

  private func placing(_ content: PictureContent, at rect: CellRect, insteadOf old: PictureContent?) -> [UInt8] {
    if method == .kittyPlaces { return placingWhole(content, at: rect) }
    var image = image(of: content)
    var rect = rect
    var colors = 256
    // The pixels around the change stay on the screen.
    if let old, content.isComparable(to: old) {
      guard let change = image.changedCells(from: self.image(of: old), cells: content.shownSize) else { return [] }
      image = image.part(change, cells: content.shownSize)
      colors = Self.partColors
      rect = CellRect(
        column: rect.origin.column + change.origin.column, row: rect.origin.row + change.origin.row,
        columns: change.size.columns, rows: change.size.rows)
    }
    let picture = PalettedImage(image.composed(over: content.palette.background), colors: colors)
    if method == .sixel { return atCursor(rect.origin, Sixel.encode(picture)) }
    guard let file = PNG.encode(picture) else { return [] }
    return atCursor(rect.origin, ITerm2Image.draw(png: file, columns: rect.size.columns, rows: rect.size.rows))
  }

  /// Each rectangle has its own image with one placement.
  private func placingWhole(_ content: PictureContent, at rect: CellRect) -> [UInt8] {
    guard let file = PNG.encode(PalettedImage(image(of: content))) else { return [] }
    let id = stored.newID()
    var bytes = KittyGraphics.upload(id: id, png: file, wantsReply: false)
    bytes += KittyGraphics.placeAtCursor(id: id, columns: content.shownSize.columns, rows: content.shownSize.rows)
    if let previous = places.updateValue(id, forKey: rect) { bytes += KittyGraphics.delete(id: previous) }
    return atCursor(rect.origin, bytes)
  }

  private func atCursor(_ point: CellPoint, _ bytes: [UInt8]) -> [UInt8] {
    Array("\u{1B}7\u{1B}[\(point.row + 1);\(point.column + 1)H".utf8) + wrapped(bytes) + Array("\u{1B}8".utf8)
  }

  private static func erasing(_ rect: CellRect) -> [UInt8] {
    var text = "\u{1B}7\u{1B}[0m"
    for row in rect.rows { text += "\u{1B}[\(row + 1);\(rect.origin.column + 1)H\u{1B}[\(rect.size.columns)X" }
    return Array((text + "\u{1B}8").utf8)
  }

  // MARK: - Pictures

  private func image(of content: PictureContent) -> RasterImage {
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

  private func wrapped(_ bytes: [UInt8]) -> [UInt8] { isInsideTmux ? Passthrough.tmux(bytes) : bytes }
}
