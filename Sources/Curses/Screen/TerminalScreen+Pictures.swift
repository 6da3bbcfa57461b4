import CNCurses

/// What a terminal says once it has taken a picture.
package enum PictureReply: Hashable, Sendable {
  /// It has this one, or cannot show it.
  case picture(id: UInt32, isShown: Bool)
  /// It has read all that was sent to it before `TerminalScreen.fence`.
  case fence

  init?(_ answer: TerminalAnswer, isExpected: Bool) {
    switch answer {
    case .picture(let id, let message) where id != TerminalAnswers.graphicsQuery:
      self = .picture(id: id, isShown: message.hasPrefix("OK"))
    case .attributes where isExpected: self = .fence
    default: return nil
    }
  }
}

extension TerminalScreen {
  /// A question that every terminal answers, in the order in which it reads.
  package static let fence = Array("\u{1B}[c".utf8)

  /// Sends what belongs to no frame, such as pictures.
  package func send(_ bytes: [UInt8]) {
    guard isOpen, !bytes.isEmpty else { return }
    if bytes.suffix(Self.fence.count).elementsEqual(Self.fence) { fences += 1 }
    bytes.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { terminal_send($0.baseAddress, $0.count) }
    }
  }

  /// Shows all that the body sends at once, where the terminal can do that: a frame and the pictures in it. No frame without
  /// its pictures is seen in between.
  package func update(_ body: () -> Void) {
    if isOpen { terminal_begin_update() }
    body()
    terminal_end_update()
  }

  /// What takes this program's pictures off the terminal on every way out, also by a crash and while it is suspended.
  ///
  /// - Returns: Whether it is short enough to be kept: at most 16 KB.
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

  /// Notes that the terminal says that it draws pictures and does not.
  package func noteLostPictures() { answers.losesPictures = true }

  /// The size of a cell in pixels, where the terminal tells it.
  package var cellPixels: (width: Int, height: Int)? {
    let extent = terminal_current_extent()
    guard extent.columns > 0, extent.rows > 0 else { return nil }
    let (width, height) = (Int(extent.pixel_width / extent.columns), Int(extent.pixel_height / extent.rows))
    return width > 0 && height > 0 && width <= 200 && height <= 400 ? (width, height) : nil
  }
}
