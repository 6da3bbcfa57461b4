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
final class PictureBoard {
  let method: PictureProtocol
  private let isInsideTmux: Bool
  /// A random start makes id collisions between programs in the same terminal unlikely.
  private let firstID = UInt32.random(in: 0x1_0000...0xFF_0000)
  private var used = 0
  private var holdings: [Content: Holding] = [:]
  /// The images that were sent but not acknowledged.
  private var awaited: Set<UInt32> = []
  private var awaitsFence = false
  private var deadline: ContinuousClock.Instant?
  /// The content of each rectangle on the terminal.
  private var shown: [CellRect: Content] = [:]
  private var frames = 0

  /// Whether the terminal failed to show an image.
  private(set) var hasFailed = false

  /// The maximum number of cached images: more than the days of a month, to return to a previous one.
  private static let capacity = 48
  /// The timeout for an acknowledgement.
  private static let timeout = Duration.seconds(3)

  /// The content of an image: equal rings of equal size share it.
  private struct Content: Hashable {
    var rings: RingSet
    var size: CellSize
    var width: Int
    var height: Int
    var palette: RingPalette
  }

  private struct Holding {
    var id: UInt32
    var isHeld = false
    var lastUse: Int
  }

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
  var isBusy: Bool { !awaited.isEmpty || awaitsFence }

  /// The time until the acknowledgement times out, in milliseconds; nil if none is pending.
  var millisecondsLeft: Int32? {
    guard isBusy, let deadline else { return nil }
    return Int32(max(1, (ContinuousClock.now.duration(to: deadline) / .milliseconds(1)).rounded(.up)))
  }

  /// Handles replies of the terminal.
  ///
  /// - Returns: whether the frame must be drawn again.
  func receive(_ replies: [PictureReply]) -> Bool {
    var hasNews = false
    for reply in replies {
      switch reply {
      case .picture(let id, let isShown) where awaited.remove(id) != nil:
        hasNews = true
        if isShown {
          for content in holdings.keys where holdings[content]?.id == id { holdings[content]?.isHeld = true }
        } else {
          hasFailed = true
        }
      case .fence where awaitsFence:
        awaitsFence = false
        hasNews = true
      case .picture, .fence: break
      }
    }
    if isBusy, let deadline, deadline <= .now { hasFailed = true }
    return hasNews || hasFailed
  }

  /// The whole screen was cleared.
  func forgetShown() { shown = [:] }

  /// Temporarily draws symbols instead of images.
  ///
  /// - Returns: the output to send before them.
  func hidePictures() -> [UInt8] {
    guard method != .kittyPlaceholders, !shown.isEmpty else { return [] }
    defer { forgetShown() }
    return shown.flatMap { rect, content in
      guard method == .kittyPlaces, let id = holdings[content]?.id else { return Self.wiping(rect) }
      return wrapped(KittyGraphics.remove(id: id))
    }
  }

  /// The terminal was suspended, which removed all images.
  func forgetAll() {
    holdings = [:]
    shown = [:]
    awaited = []
    awaitsFence = false
  }

  /// The sequence that removes all images from the terminal; empty if there are none.
  var removal: [UInt8] {
    guard method == .kittyPlaceholders || method == .kittyPlaces else { return [] }
    return holdings.values.sorted { $0.id < $1.id }.flatMap { wrapped(KittyGraphics.delete(id: $0.id)) }
  }

  /// The frame with images for its rings, as far as the terminal has them.
  func draw(_ frame: Frame, cell: (width: Int, height: Int)) -> Drawing {
    frames += 1
    var drawing = Drawing(grid: frame.grid)
    var wanted: [CellRect: PlacedRings] = [:]
    for placed in frame.rings where isPlaceable(placed, on: frame.grid) { wanted[placed.rect] = placed }
    switch method {
    case .kittyPlaceholders: drawByPlaceholders(frame.rings, cell, &drawing)
    case .kittyPlaces, .iterm2, .sixel: drawInPlace(wanted, cell, &drawing)
    }
    return drawing
  }

  private func content(_ placed: PlacedRings, _ cell: (width: Int, height: Int)) -> Content {
    Content(
      rings: placed.rings, size: placed.rect.size, width: placed.rect.size.columns * cell.width,
      height: placed.rect.size.rows * cell.height, palette: placed.palette)
  }

  // MARK: - Placed by text

  private func drawByPlaceholders(_ rings: [PlacedRings], _ cell: (width: Int, height: Int), _ drawing: inout Drawing) {
    var missing: [Content] = []
    for placed in rings where placed.rect.size.columns <= 256 && placed.rect.size.rows <= 256 {
      let wanted = content(placed, cell)
      if holdings[wanted] == nil, !missing.contains(wanted) { missing.append(wanted) }
      // The previous content stays until the terminal has the new image.
      var now = wanted
      if holdings[wanted]?.isHeld != true {
        guard let last = shown[placed.rect], last.palette == wanted.palette, holdings[last]?.isHeld == true else {
          continue
        }
        now = last
      }
      guard let id = holdings[now]?.id else { continue }
      holdings[now]?.lastUse = frames
      holdings[wanted]?.lastUse = frames
      shown[placed.rect] = now
      for row in 0..<placed.rect.size.rows {
        for column in 0..<placed.rect.size.columns {
          let (x, y) = (placed.rect.origin.column + column, placed.rect.origin.row + row)
          guard drawing.grid[x, y] == placed.cells[column, row],
            let picture = Cell.picture(id, row: row, column: column)
          else { continue }
          drawing.grid[x, y] = picture
        }
      }
    }
    guard !isBusy else { return }
    for content in missing {
      guard let file = Self.png(content) else { continue }
      let id = newID()
      holdings[content] = Holding(id: id, lastUse: frames)
      awaited.insert(id)
      drawing.before += wrapped(KittyGraphics.upload(id: id, png: file, answers: true))
      drawing.before += wrapped(
        KittyGraphics.placeByPlaceholders(id: id, columns: content.size.columns, rows: content.size.rows))
    }
    if isBusy { deadline = .now + Self.timeout }
    drawing.after += evict()
  }

  // MARK: - Placed at the cursor

  /// Whether nothing is drawn over the rings, and an image cannot make the screen scroll.
  private func isPlaceable(_ placed: PlacedRings, on grid: CellGrid) -> Bool {
    let rect = placed.rect
    guard rect.origin.column >= 0, rect.origin.row >= 0, rect.columns.upperBound <= grid.size.columns,
      rect.rows.upperBound < grid.size.rows
    else { return false }
    return grid.copy(of: rect) == placed.cells
  }

  private func drawInPlace(
    _ wanted: [CellRect: PlacedRings], _ cell: (width: Int, height: Int), _ drawing: inout Drawing
  ) {
    // Removed images are deleted before the frame is drawn, because curses considers their cells blank.
    for (rect, content) in shown where wanted[rect] == nil {
      if method == .kittyPlaces, let id = holdings[content]?.id {
        drawing.before += wrapped(KittyGraphics.remove(id: id))
      } else {
        drawing.before += Self.wiping(rect)
      }
      shown[rect] = nil
    }
    for rect in wanted.keys { drawing.grid.fill(rect) }
    guard !isBusy else { return }
    for (rect, placed) in wanted.sorted(by: {
      ($0.key.origin.row, $0.key.origin.column) < ($1.key.origin.row, $1.key.origin.column)
    }) {
      let content = content(placed, cell)
      guard shown[rect] != content else { continue }
      drawing.after += placing(content, at: rect, insteadOf: shown[rect])
      shown[rect] = content
    }
    guard !drawing.after.isEmpty else { return }
    // Only one image is in transit: the next one waits until the terminal has processed it.
    drawing.after += TerminalScreen.fence
    awaitsFence = true
    deadline = .now + Self.timeout
    drawing.after += evict()
  }

  private func placing(_ content: Content, at rect: CellRect, insteadOf old: Content?) -> [UInt8] {
    let image = Self.image(content)
    var bytes: [UInt8] = []
    switch method {
    case .sixel: bytes = Sixel.encode(PalettedImage(image.composed(over: content.palette.background)))
    case .iterm2:
      guard let file = PNG.encode(PalettedImage(image.composed(over: content.palette.background))) else { return [] }
      bytes = ITerm2Image.draw(png: file, columns: content.size.columns, rows: content.size.rows)
    case .kittyPlaces, .kittyPlaceholders:
      // Each rectangle has its own image with one placement.
      guard let file = PNG.encode(PalettedImage(image)) else { return [] }
      let id = newID()
      let previous = old.flatMap { holdings.removeValue(forKey: $0) }
      holdings[content] = Holding(id: id, isHeld: true, lastUse: frames)
      bytes = KittyGraphics.upload(id: id, png: file, answers: false)
      bytes += KittyGraphics.placeAtCursor(id: id, columns: content.size.columns, rows: content.size.rows)
      if let previous { bytes += KittyGraphics.delete(id: previous.id) }
    }
    return Array("\u{1B}7\u{1B}[\(rect.origin.row + 1);\(rect.origin.column + 1)H".utf8) + wrapped(bytes)
      + Array("\u{1B}8".utf8)
  }

  private static func wiping(_ rect: CellRect) -> [UInt8] {
    var text = "\u{1B}7\u{1B}[0m"
    for row in rect.rows { text += "\u{1B}[\(row + 1);\(rect.origin.column + 1)H\u{1B}[\(rect.size.columns)X" }
    return Array((text + "\u{1B}8").utf8)
  }

  // MARK: - Pictures

  private func newID() -> UInt32 {
    used = (used + 1) % 0xFFFF
    return firstID + UInt32(used)
  }

  /// Deletes the least recently used image.
  private func evict() -> [UInt8] {
    guard holdings.count > Self.capacity else { return [] }
    let old = holdings.filter { $0.value.lastUse < frames && !awaited.contains($0.value.id) }
      .sorted { $0.value.lastUse < $1.value.lastUse }.prefix(holdings.count - Self.capacity)
    var bytes: [UInt8] = []
    for (content, holding) in old {
      holdings[content] = nil
      bytes += wrapped(KittyGraphics.delete(id: holding.id))
    }
    return bytes
  }

  private static func image(_ content: Content) -> RasterImage {
    RingRaster(palette: content.palette).image(of: content.rings, width: content.width, height: content.height)
  }

  private static func png(_ content: Content) -> [UInt8]? { PNG.encode(PalettedImage(image(content))) }

  private func wrapped(_ bytes: [UInt8]) -> [UInt8] { isInsideTmux ? Passthrough.tmux(bytes) : bytes }
}
