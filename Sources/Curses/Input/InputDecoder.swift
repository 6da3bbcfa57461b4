package import TerminalModel

/// Puts characters and keys, as they arrive one by one, together to events and to the terminal's own answers.
///
/// What the terminal's description knows as a key comes as a key. The rest comes as characters: reports of the mouse,
/// keys in a form that the description lacks, and answers to questions, which may come late and must not look like
/// keys. A sequence may be cut anywhere; after `endBurst()` a lone escape byte is the escape key and any other unfinished
/// sequence is waited for, until `expire()`. What is pasted comes as one event, where the terminal marks it.
package struct InputDecoder: Sendable {
  enum State: Hashable, Sendable {
    case ground
    case escape
    /// After `ESC [`, with what has followed.
    case control([UInt8])
    /// After `ESC O`.
    case singleShift
    /// After `ESC P` and the like, up to BEL or `ESC \`.
    case string(StringKind, [UInt8], endsWithEscape: Bool)
    /// After `ESC [ M`: three characters of a report in the mouse's oldest form.
    case oldMouse([UInt32])
  }

  enum StringKind: UInt8, Hashable, Sendable {
    case deviceControl = 0x50
    case operatingSystem = 0x5D
    case privacyMessage = 0x5E
    case application = 0x5F
  }

  /// No answer is longer, so something else was taken for one.
  private static let longestSequence = 512

  private var state = State.ground
  private var events: [TerminalEvent] = []
  private var answers: [TerminalAnswer] = []
  /// The text of a paste that has not ended; nil outside of one.
  private var pasted: String?
  /// Its scalars, because a string would count them every time.
  private var pastedCount = 0

  /// More than anybody pastes into one line. The rest is dropped.
  private static let longestPaste = 4096

  package init() {}

  /// Whether the rest of a sequence or a paste is waited for.
  package var isPending: Bool { state != .ground || pasted != nil }

  package var isPasting: Bool { pasted != nil }

  /// Whether what has come so far may still turn out to be a key that somebody waits for.
  package var mayBeKey: Bool { [.escape, .control([]), .singleShift].contains(state) }

  package mutating func takeEvents() -> [TerminalEvent] {
    defer { events = [] }
    return events
  }

  package mutating func takeAnswers() -> [TerminalAnswer] {
    defer { answers = [] }
    return answers
  }

  package mutating func add(_ event: TerminalEvent) {
    guard pasted != nil, case .key(let key) = event else {
      // While the pointer moves only its last place counts.
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

  /// A key of the terminal's description; nil for one without a name here. It ends what was unfinished; after a lone
  /// escape byte, which terminals of rxvt's family send before it, it is that key with Alt.
  package mutating func receive(key: Key?) {
    let hasAlt = state == .escape
    state = .ground
    if let key { add(.key(hasAlt ? .alt(key) : key)) }
  }

  /// Nothing more has arrived for now.
  ///
  /// - Parameter expectsAnswers: whether the escape byte may as well be the start of an answer, which is waited for.
  package mutating func endBurst(expectsAnswers: Bool = false) {
    guard state == .escape, !expectsAnswers else { return }
    add(.key(.escape))
    state = .ground
  }

  /// Gives up what is unfinished: a key with Alt after all, or the remains of a report.
  package mutating func expire() {
    switch state {
    case .ground: break
    case .escape: add(.key(.escape))
    case .control(let bytes) where bytes.isEmpty: addWithAlt(0x5B)
    case .singleShift: addWithAlt(0x4F)
    case .string(let kind, let bytes, endsWithEscape: false) where bytes.isEmpty: addWithAlt(UInt32(kind.rawValue))
    case .control, .string, .oldMouse: break
    }
    state = .ground
    endPaste()
  }

  package mutating func receive(scalar: UInt32) {
    switch state {
    case .ground: receiveInGround(scalar)
    case .escape: receiveAfterEscape(scalar)
    case .control(let bytes): receiveInControl(scalar, bytes)
    case .singleShift:
      state = .ground
      if let key = KeySequences.key(singleShift: scalar) { add(.key(key)) }
    case .string(let kind, let bytes, let endsWithEscape): receiveInString(scalar, kind, bytes, endsWithEscape)
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
    case 0x4F: state = .singleShift
    case 0x1B: add(.key(.escape))
    default:
      if let kind = UInt8(exactly: scalar).flatMap(StringKind.init) {
        state = .string(kind, [], endsWithEscape: false)
      } else {
        // In one burst, so nobody has pressed the escape key before it.
        state = .ground
        addWithAlt(scalar)
      }
    }
  }

  private mutating func receiveInControl(_ scalar: UInt32, _ bytes: [UInt8]) {
    switch scalar {
    case 0x4D where bytes.isEmpty:
      state = .oldMouse([])
    case 0x40...0x7E:
      state = .ground
      finishControl(ControlSequence(body: bytes, final: UInt8(scalar)))
    case 0x20...0x3F where bytes.count < Self.longestSequence:
      state = .control(bytes + [UInt8(scalar)])
    default:
      state = .ground
      receiveInGround(scalar)
    }
  }

  private mutating func receiveInString(
    _ scalar: UInt32, _ kind: StringKind, _ bytes: [UInt8], _ endsWithEscape: Bool
  ) {
    switch scalar {
    case 0x07,
      0x5C where endsWithEscape:
      state = .ground
      finishString(kind, bytes)
    case _ where endsWithEscape:
      // Not the end of a string but the start of something else: the string was cut off.
      state = .escape
      receiveAfterEscape(scalar)
    case 0x1B:
      state = .string(kind, bytes, endsWithEscape: true)
    case 0x20...0x7E where bytes.count < Self.longestSequence:
      state = .string(kind, bytes + [UInt8(scalar)], endsWithEscape: false)
    default:
      state = .ground
      receiveInGround(scalar)
    }
  }

  private mutating func finishControl(_ sequence: ControlSequence) {
    if let answer = TerminalAnswer(sequence) {
      if answer == .attributes, sequence.numbers.dropFirst().contains(4) { answers.append(.sixel) }
      answers.append(answer)
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
    let answer =
      switch kind {
      case .deviceControl: TerminalAnswer(deviceControl: bytes)
      case .operatingSystem: TerminalAnswer(operatingSystem: bytes)
      case .application: TerminalAnswer(application: bytes)
      case .privacyMessage: nil as TerminalAnswer?
      }
    if let answer { answers.append(answer) }
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
