import CNCurses
import TerminalModel

/// A terminal's reply about an image.
package enum PictureReply: Hashable, Sendable {
  /// The image was received, or cannot be shown.
  case picture(id: UInt32, isShown: Bool)
  /// Everything that was sent before `TerminalScreen.fence` has been processed.
  case fence

  init?(_ reply: TerminalReply, isExpected: Bool) {
    switch reply {
    case .picture(let id, let message) where id != TerminalReplies.graphicsQuery:
      self = .picture(id: id, isShown: message.hasPrefix("OK"))
    case .attributes where isExpected: self = .fence
    default: return nil
    }
  }
}

extension TerminalScreen {
  /// A query to which every terminal replies, in the order in which it processes its input.
  package static let fence = Array("\u{1B}[c".utf8)

  /// Sends data that is not part of a frame, such as images.
  package func send(_ bytes: [UInt8]) {
    guard isOpen, !bytes.isEmpty else { return }
    if bytes.suffix(Self.fence.count).elementsEqual(Self.fence) { fences += 1 }
    bytes.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { terminal_send($0.baseAddress, $0.count) }
    }
  }

  /// Groups all output of the body into one synchronized update, if the terminal supports it: a frame is never visible
  /// without its images.
  package func update(_ body: () -> Void) {
    if isOpen { terminal_begin_update() }
    body()
    terminal_end_update()
  }

  /// Sets the sequence that removes the program's images whenever the terminal is given up, including crashes and
  /// suspension.
  ///
  /// - Returns: whether it is short enough to be stored: at most 16 KB.
  @discardableResult
  package func setPictureRemoval(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { terminal_set_picture_removal($0.baseAddress, $0.count) }
    }
  }

  package func takePictureReplies() -> [PictureReply] {
    defer { pictureReplies = [] }
    return pictureReplies
  }

  /// Records that the terminal claims to support images but does not.
  package func noteLostPictures() { replies.losesPictures = true }

  /// The size of a cell in pixels, if the terminal reports a credible one.
  package var cellPixels: (width: Int, height: Int)? {
    let extent = terminal_current_extent()
    return CellSize(columns: Int(extent.columns), rows: Int(extent.rows))
      .cellPixels(windowWidth: Int(extent.pixel_width), windowHeight: Int(extent.pixel_height))
  }
}
