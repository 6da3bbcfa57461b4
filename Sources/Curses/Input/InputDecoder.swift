package import TerminalModel

/// Decodes characters and keys, as they arrive one by one, into events and terminal replies.
///
/// Keys in the terminal's description arrive as keys. Everything else arrives as characters: mouse reports, keys in
/// forms that the description lacks, and replies to queries, which may be late and must not be taken for keys. A
/// sequence may be split anywhere; after `endBurst()`, a single escape byte is the escape key, and any other incomplete
/// sequence is continued until `expire()`. What is too long or not ASCII is discarded up to its terminator. Pasted text
/// is a single event if the terminal supports bracketed paste, and ends only at its end mark.
package struct InputDecoder: Sendable {
  enum State: Hashable, Sendable {
    case ground
    case escape
    /// After `ESC [`, with the following bytes.
    case control([UInt8])
    /// In a control sequence that is too long or not ASCII, up to its final byte.
    case discardedControl
    /// After `ESC O`.
    case singleShift
    /// After `ESC P` and similar, up to BEL or `ESC \`.
    case string(StringKind, [UInt8], endsWithEscape: Bool)
    /// In a string that is too long or not ASCII.
    case discardedString(endsWithEscape: Bool)
    /// After `ESC [ M`: the three characters of a mouse report in the original X10 encoding.
    case oldMouse([UInt32])
  }

  enum StringKind: UInt8, Hashable, Sendable {
    case deviceControl = 0x50
    case operatingSystem = 0x5D
    case privacyMessage = 0x5E
    case application = 0x5F
  }

  /// Longer than any reply; a longer sequence is something else.
  private static let longestSequence = 512

  private var state = State.ground
  private var events: [TerminalEvent] = []
  private var replies: [TerminalReply] = []
  /// The text of a paste in progress; nil outside a paste.
  private var pasted: String?
  /// The number of its scalars, because a string would count them each time.
  private var pastedCount = 0

  /// The maximum length of a paste; the rest is dropped.
  private static let longestPaste = 4096

  package init() {}

  /// Whether the rest of a sequence is expected, for which `expire()` is called. A paste may take any time.
  package var isPending: Bool { state != .ground && !isPasting }

  package var isPasting: Bool { pasted != nil }

  /// Whether the input so far may still be a key, so that the user is waiting for its effect.
  package var mayBeKey: Bool { [.escape, .control([]), .singleShift].contains(state) }

  /// Adds the interrupt key, also within a paste whose end mark was lost.
  package mutating func interrupt() { events.append(.key(.control("c"))) }

  package mutating func takeEvents() -> [TerminalEvent] {
    defer { events = [] }
    return events
  }

  package mutating func takeReplies() -> [TerminalReply] {
    defer { replies = [] }
    return replies
  }

  package mutating func add(_ event: TerminalEvent) {
    if isPasting, case .mouse = event { return }
    guard isPasting, case .key(let key) = event else {
      // Consecutive pointer movements are reduced to the last position.
      if case .mouse(let mouse) = event, mouse.action == .move, case .mouse(let previous) = events.last,
        previous.action == .move
      {
        events.removeLast()
      }
      return events.append(event)
    }
    let scalar: Unicode.Scalar? =
      switch key {
      case .enter: "\n"
      case .tab: "\t"
      default: key.typed
      }
    guard let scalar, pastedCount < Self.longestPaste else { return }
    pasted?.unicodeScalars.append(scalar)
    pastedCount += 1
  }

  /// Receives a key of the terminal's description; nil for a key without a name here. It ends an incomplete sequence.
  /// After a single escape byte, which rxvt-like terminals send before it, it is the key with Alt.
  package mutating func receive(key: Key?) {
    let hasAlt = state == .escape
    state = .ground
    if let key { add(.key(hasAlt ? .alt(key) : key)) }
  }

  /// Tells that no more input is available for now.
  ///
  /// - Parameter expectsReplies: whether the escape byte may also be the start of a reply, so that the decoder keeps
  ///   waiting.
  package mutating func endBurst(expectsReplies: Bool = false) {
    guard state == .escape, !expectsReplies, !isPasting else { return }
    add(.key(.escape))
    state = .ground
  }

  /// Ends an incomplete sequence: it is a key with Alt, or the remains of a report.
  package mutating func expire() {
    guard !isPasting else { return }
    switch state {
    case .ground: break
    case .escape: add(.key(.escape))
    case .control(let bytes) where bytes.isEmpty: addWithAlt(0x5B)
    case .singleShift: addWithAlt(0x4F)
    case .string(let kind, let bytes, endsWithEscape: false) where bytes.isEmpty: addWithAlt(UInt32(kind.rawValue))
    case .control, .discardedControl, .string, .discardedString, .oldMouse: break
    }
    state = .ground
  }

  package mutating func receive(scalar: UInt32) {
    switch state {
    case .ground: receiveInGround(scalar)
    case .escape: receiveAfterEscape(scalar)
    case .control(let bytes): receiveInControl(scalar, bytes)
    case .discardedControl:
      switch scalar {
      case 0x40...0x7E: state = .ground
      case 0..<0x20: receiveInControl(scalar, [])
      default: break
      }
    case .singleShift:
      state = .ground
      if let key = KeySequences.key(singleShift: scalar) { add(.key(key)) }
    case .string(let kind, let bytes, let endsWithEscape): receiveInString(scalar, kind, bytes, endsWithEscape)
    case .discardedString(let endsWithEscape): receiveInString(scalar, nil, [], endsWithEscape)
    case .oldMouse(let values):
      state = values.count < 2 ? .oldMouse(values + [scalar]) : .ground
      if values.count == 2 { addMouse(MouseReport(old: values + [scalar])) }
    }
  }

  private mutating func receiveInGround(_ scalar: UInt32) {
    if scalar == 0x1B {
      state = .escape
    } else if let key = KeySequences.key(scalar: scalar) {
      add(.key(key))
    }
  }

  private mutating func receiveAfterEscape(_ scalar: UInt32) {
    switch scalar {
    case 0x5B: state = .control([])
    // In a paste these would swallow the start of its end mark.
    case 0x4F where !isPasting: state = .singleShift
    case 0x1B: add(.key(.escape))
    default:
      if let kind = UInt8(exactly: scalar).flatMap(StringKind.init) {
        state = .string(kind, [], endsWithEscape: false)
      } else {
        // Within one burst, so the escape key was not pressed before it.
        state = .ground
        addWithAlt(scalar)
      }
    }
  }

  private mutating func receiveInControl(_ scalar: UInt32, _ bytes: [UInt8]) {
    switch scalar {
    case 0x4D where bytes.isEmpty && !isPasting:
      state = .oldMouse([])
    case 0x40...0x7E:
      state = .ground
      finishControl(ControlSequence(body: bytes, final: UInt8(scalar)))
    case 0x20...0x3F where bytes.count < Self.longestSequence:
      state = .control(bytes + [UInt8(scalar)])
    case 0..<0x20:
      state = .ground
      receiveInGround(scalar)
    default:
      state = .discardedControl
    }
  }

  private mutating func receiveInString(
    _ scalar: UInt32, _ kind: StringKind?, _ bytes: [UInt8], _ endsWithEscape: Bool
  ) {
    switch scalar {
    case 0x07,
      0x5C where endsWithEscape:
      state = .ground
      if let kind { finishString(kind, bytes) }
    case _ where endsWithEscape:
      // Not the end of a string but the start of another sequence: the string was truncated.
      state = .escape
      receiveAfterEscape(scalar)
    case 0x1B:
      state = kind.map { .string($0, bytes, endsWithEscape: true) } ?? .discardedString(endsWithEscape: true)
    case 0x18, 0x1A:
      // Terminals cancel a sequence at these.
      state = .ground
    case 0x20...0x7E where bytes.count < Self.longestSequence:
      state =
        kind.map { .string($0, bytes + [UInt8(scalar)], endsWithEscape: false) }
        ?? .discardedString(endsWithEscape: false)
    default:
      state = .discardedString(endsWithEscape: false)
    }
  }

  private mutating func finishControl(_ sequence: ControlSequence) {
    if let reply = TerminalReply(sequence) {
      if reply == .attributes, sequence.numbers.dropFirst().contains(4) { replies.append(.sixel) }
      replies.append(reply)
    } else if sequence.marker == UInt8(ascii: "<") {
      addMouse(MouseReport(sequence))
    } else if sequence.isPasteMark {
      endPaste()
      if sequence.numbers == [200] { pasted = "" }
    } else if let key = KeySequences.key(sequence) {
      add(.key(key))
    }
  }

  private mutating func finishString(_ kind: StringKind, _ bytes: [UInt8]) {
    let reply =
      switch kind {
      case .deviceControl: TerminalReply(deviceControl: bytes)
      case .operatingSystem: TerminalReply(operatingSystem: bytes)
      case .application: TerminalReply(application: bytes)
      case .privacyMessage: nil as TerminalReply?
      }
    if let reply { replies.append(reply) }
  }

  private mutating func endPaste() {
    guard let text = pasted else { return }
    pasted = nil
    pastedCount = 0
    add(.paste(text))
  }

  private mutating func addMouse(_ report: MouseReport?) {
    if let event = report?.event { add(.mouse(event)) }
  }

  private mutating func addWithAlt(_ scalar: UInt32) {
    if let key = KeySequences.key(scalar: scalar) { add(.key(.alt(key))) }
  }
}
