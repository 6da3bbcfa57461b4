package import Curses
import TerminalImages
package import TerminalModel
package import Widgets

/// Shows the rings of a frame as images on terminals that support it.
///
/// The first frame is drawn in symbols. Once the terminal has the image of some rings, their cells are replaced by cells
/// of the image, except where something is drawn over them. From then on, images precede the cells that show them in
/// each frame, and no symbols are drawn. Nothing flickers, and without images the frame is unchanged.
package final class PicturePresenter {
  package let method: PictureProtocol
  private var placement: any PicturePlacement
  private var deadline: ContinuousClock.Instant?
  /// When an image of a motion was last sent.
  private var lastMotion: ContinuousClock.Instant?

  /// Whether the terminal refused an image.
  package private(set) var hasFailed = false

  /// The minimum time between two images of a motion.
  private static let motionInterval = Duration.seconds(1) / 30
  /// The timeout for an acknowledgement.
  private static let timeout = Duration.seconds(3)

  package init(method: PictureProtocol, isInsideTmux: Bool) {
    self.method = method
    let backend = method.backend(isInsideTmux: isInsideTmux)
    placement = (backend as? KittyPlaceholders).map(PlaceholderPlacement.init) ?? CursorPlacement(backend)
  }

  /// Whether an acknowledgement is pending.
  var isBusy: Bool { placement.isBusy }

  /// The time until the acknowledgement times out, in milliseconds; nil if none is pending.
  package var millisecondsLeft: Int32? {
    guard isBusy, let deadline else { return nil }
    return max(1, deadline.millisecondsLeft)
  }

  /// Handles replies of the terminal.
  ///
  /// - Returns: whether the frame must be drawn again.
  package func receive(_ replies: [PictureReply]) -> Bool {
    var hasChanges = false
    for reply in replies {
      switch placement.receive(reply) {
      case .held: (hasChanges, placement.isLate) = (true, false)
      case .failed: (hasChanges, hasFailed) = (true, true)
      case .lost: hasChanges = true
      case nil: break
      }
    }
    if isBusy, let due = deadline, due <= .now {
      (deadline, placement.isLate) = (nil, true)
      hasChanges = true
    }
    return hasChanges || hasFailed
  }

  /// The whole screen was cleared.
  package func forgetShown() { placement.shown = [:] }

  /// The screen was resized.
  ///
  /// - Returns: the output to send, and whether the screen must be drawn again.
  package func resize() -> (bytes: [UInt8], redraws: Bool) { placement.resize() }

  /// Whether symbols in a rectangle would never be seen: the terminal shows a picture on this background that stays until
  /// it has another, or it gets one with the frame.
  package func shows(_ rect: CellRect, on background: RGB, cell: (width: Int, height: Int)) -> Bool {
    placement.shows(rect, on: background, cell: cell)
  }

  /// Temporarily draws symbols instead of images.
  ///
  /// - Returns: the output to send before them.
  package func hidePictures() -> [UInt8] { placement.hide() }

  /// The terminal was suspended, which removed all images.
  package func forgetAll() {
    placement.forgetAll()
    placement.isLate = false
  }

  /// The sequence that removes all images from the terminal; empty if there are none.
  package var removal: [UInt8] { placement.removal }

  /// The frame with images for its rings, as far as the terminal has them.
  ///
  /// - Parameter isMoving: whether another frame follows shortly, so that images can be skipped.
  package func draw(_ frame: Frame, cell: (width: Int, height: Int), isMoving: Bool) -> PictureDrawing {
    let maySend = !isBusy && (!isMoving || lastMotion.map { $0.duration(to: .now) >= Self.motionInterval } != false)
    let drawing = placement.draw(frame, cell: cell, maySend: maySend)
    if maySend, isBusy {
      deadline = .now + Self.timeout
      if isMoving { lastMotion = .now }
    }
    return drawing
  }
}

/// The output for a frame: `before` and `after` it.
package struct PictureDrawing {
  package var grid: CellGrid
  package var before: [UInt8] = []
  package var after: [UInt8] = []
}

/// How the images of a changing screen get to their cells.
protocol PicturePlacement {
  /// The content of each rectangle on the terminal.
  var shown: [CellRect: PictureContent] { get set }
  /// Whether an acknowledgement is pending: the next image waits until the terminal has processed the previous one.
  var isBusy: Bool { get }
  /// Whether the terminal has not acknowledged an image in time. Symbols are drawn until it does.
  var isLate: Bool { get set }
  /// The sequence that removes all images from the terminal.
  var removal: [UInt8] { get }

  /// Handles a reply; nil if it is of no consequence.
  mutating func receive(_ reply: PictureReply) -> StoredImages.ReplyOutcome?
  /// The screen was resized: the output to send, and whether it must be drawn again.
  mutating func resize() -> (bytes: [UInt8], redraws: Bool)
  /// Whether symbols in a rectangle would never be seen.
  func shows(_ rect: CellRect, on background: RGB, cell: (width: Int, height: Int)) -> Bool
  /// The output to send before symbols are drawn in place of images.
  mutating func hide() -> [UInt8]
  /// The terminal has lost all images.
  mutating func forgetAll()

  /// The frame with images for its rings.
  ///
  /// - Parameter maySend: whether the terminal may be sent more images.
  mutating func draw(_ frame: Frame, cell: (width: Int, height: Int), maySend: Bool) -> PictureDrawing
}
