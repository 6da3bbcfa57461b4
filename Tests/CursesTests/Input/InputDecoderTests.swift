import Curses
import TerminalModel
import TestSupport
import Testing

@Suite struct InputDecoderTests {
  private static let table: [(String, [TerminalEvent])] = [
    ("q", [.key("q")]),
    ("é日", [.key("é"), .key("日")]),
    ("\u{3}\u{1A}\u{1}", [.key(.control("c")), .key(.control("z")), .key(.control("a"))]),
    ("\t\r\n\u{7F}\u{8}", [.key(.tab), .key(.enter), .key(.enter), .key(.backspace), .key(.backspace)]),
    ("\0\u{1C}\u{1F}", [.key(.control("@")), .key(.control("\\")), .key(.control("_"))]),
    ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.key(.up), .key(.down), .key(.right), .key(.left)]),
    ("\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD", [.key(.up), .key(.down), .key(.right), .key(.left)]),
    (
      "\u{1B}[1;5C\u{1B}[1;2A\u{1B}[1;3D",
      [.key(Key(.right, modifiers: .control)), .key(.shift(.up)), .key(.alt(.left))]
    ),
    ("\u{1B}[3;6~", [.key(Key(.delete, modifiers: [.control, .shift]))]),
    // Super; the locks.
    ("\u{1B}[1;9A\u{1B}[113;9u\u{1B}[1;65A", [.key(.up)]),
    ("\u{1B}[H\u{1B}OF\u{1B}[1~\u{1B}[8~", [.key(.home), .key(.end), .key(.home), .key(.end)]),
    ("\u{1B}[5~\u{1B}[6~\u{1B}[3~\u{1B}[2~", [.key(.pageUp), .key(.pageDown), .key(.delete), .key(.insert)]),
    (
      "\u{1B}OP\u{1B}[15~\u{1B}[24~\u{1B}[1;2P",
      [.key(.function(1)), .key(.function(5)), .key(.function(12)), .key(.shift(.function(1)))]
    ),
    ("\u{1B}[Z", [.key(.backTab)]),
    ("\u{1B}OM\u{1B}Op\u{1B}Oy", [.key(.enter), .key("0"), .key("9")]),
    (
      "\u{1B}x\u{1B}é\u{1B}\r\u{1B}\u{1}",
      [.key(.alt("x")), .key(.alt("é")), .key(.alt(.enter)), .key(.alt(.control("a")))]
    ),
    ("\u{1B}Q", [.key(.alt("Q"))]),
    ("\u{1B}\u{1B}", [.key(.escape), .key(.escape)]),
    ("\u{1B}\u{1B}[A", [.key(.escape), .key(.up)]),
    ("\u{1B}[<0;1;1M\u{1B}[<0;1;1m", [mouse(.press, 0, 0), mouse(.release, 0, 0)]),
    ("\u{1B}[<64;80;24M\u{1B}[<65;300;99M", [mouse(.wheelUp, 79, 23), mouse(.wheelDown, 299, 98)]),
    // Shift and Control with the button; the right button, with motion too; other wheels and buttons; a position
    // outside.
    ("\u{1B}[<20;3;4M", [mouse(.press, 2, 3, [.shift, .control])]),
    ("\u{1B}[<2;3;4M\u{1B}[<34;3;4M\u{1B}[<66;3;4M\u{1B}[<0;0;4M\u{1B}[<128;3;4M", []),
    // With the button held; without a button, reduced to the last position.
    ("\u{1B}[<32;3;4M\u{1B}[<0;3;4m", [mouse(.drag, 2, 3), mouse(.release, 2, 3)]),
    ("\u{1B}[<35;3;4M\u{1B}[<35;4;4M\u{1B}[<35;5;4Mq", [mouse(.move, 4, 3), .key("q")]),
    ("\u{1B}[M !!\u{1B}[M#!!\u{1B}[M`\"#", [mouse(.press, 0, 0), mouse(.release, 0, 0), mouse(.wheelUp, 1, 2)]),
    ("\u{1B}[<0;5;5Mq", [mouse(.press, 4, 4), .key("q")]),
    // Replies, and queries of other programs, are not taken for keys.
    ("\u{1B}[?62;22c", []),
    ("\u{1B}[>1;7802;0c", []),
    ("\u{1B}P>|kitty(0.40.1)\u{1B}\\q", [.key("q")]),
    ("\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{7}q", [.key("q")]),
    ("\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{1B}\\q", [.key("q")]),
    ("\u{1B}[?2026;2$y\u{1B}[24;80R\u{1B}[?1u\u{1B}[I\u{1B}[O", []),
    // Sequences of other programs for the terminal, and the terminal's replies to them.
    ("\u{1B}_Gi=1;OK\u{1B}\\q\u{1B}^x\u{1B}\\", [.key("q")]),
    // kitty's keyboard protocol, left enabled by a crashed program: q, Escape, ^C, H, Enter, Tab, Shift-Tab, é, a
    // release, Shift.
    ("\u{1B}[113u\u{1B}[27u\u{1B}[99;5u\u{1B}[104:72;2u", [.key("q"), .key(.escape), .key(.control("c")), .key("H")]),
    (
      "\u{1B}[13u\u{1B}[9u\u{1B}[9;2u\u{1B}[127u\u{1B}[233u",
      [.key(.enter), .key(.tab), .key(.backTab), .key(.backspace), .key("é")]
    ),
    ("\u{1B}[113;1:1u\u{1B}[113;1:3u\u{1B}[1;1:3A\u{1B}[57441;2u\u{1B}[1114112u", [.key("q")]),
    // And xterm's.
    ("\u{1B}[27;5;99~\u{1B}[27;2;72~\u{1B}[27;5;122~", [.key(.control("c")), .key("H"), .key(.control("z"))]),
    // Pasted text is not taken for keys, whatever its content; later keys are.
    ("\u{1B}[200~qq\u{3}\r2026-11-01\té\u{1B}[201~q", [.paste("qq\n2026-11-01\té"), .key("q")]),
    ("\u{1B}[200~\u{1B}[201~\u{1B}[201~", [.paste("")]),
    ("\u{1B}[200~a\u{1B}[200~b\u{1B}[201~", [.paste("a"), .paste("b")]),
    // Nor are mouse reports in it, and a string that it contains does not hide its end.
    ("\u{1B}[200~\u{1B}[<0;1;1Ma\u{1B}]0;b\u{1B}[201~q", [.paste("a"), .key("q")]),
    ("\u{1B}[200~a\u{1B}O\u{1B}[201~\u{1B}[200~b\u{1B}[M\u{1B}[201~q", [.paste("a"), .paste("b"), .key("q")]),
    // Sequences that are too long, or not ASCII, are swallowed as a whole.
    ("\u{1B}]0;\(String(repeating: "q", count: 600))\u{7}x", [.key("x")]),
    ("\u{1B}P\(String(repeating: "q", count: 600))\u{1B}\\x", [.key("x")]),
    ("\u{1B}]0;naïve q\n\u{3}\u{1B}\\x\u{1B}_é\u{1B}[A", [.key("x"), .key(.up)]),
    ("\u{1B}[\(String(repeating: "1;", count: 400))mx\u{1B}[1é2qx", [.key("x"), .key("x")]),
    // Cancelled, as terminals do.
    ("\u{1B}]0;é\u{18}q", [.key("q")]),
    // A string that is interrupted by a key does not swallow the key.
    ("\u{1B}]11;rgb\u{1B}[A", [.key(.up)]),
    ("\u{1B}[12\rq", [.key(.enter), .key("q")]),
  ]

  private static func mouse(
    _ action: MouseEvent.Action, _ column: Int, _ row: Int, _ modifiers: Key.Modifiers = []
  ) -> TerminalEvent {
    .mouse(MouseEvent(action: action, position: CellPoint(column: column, row: row), modifiers: modifiers))
  }

  private func events(_ text: String, burstsEndAfter ends: Set<Int> = []) -> [TerminalEvent] {
    var decoder = InputDecoder()
    var previous: UInt32 = 0
    for (index, scalar) in text.unicodeScalars.enumerated() {
      decoder.receive(scalar: scalar.value)
      previous = scalar.value
      // After a single escape byte curses waits for more input, so a burst does not end there.
      if ends.contains(index), previous != 0x1B { decoder.endBurst() }
    }
    decoder.endBurst()
    return decoder.takeEvents()
  }

  @Test("Input is decoded into events", arguments: table)
  func decodes(input: String, expected: [TerminalEvent]) {
    #expect(events(input) == expected)
  }

  @Test("A sequence may be fragmented anywhere", arguments: table)
  func pieces(input: String, expected: [TerminalEvent]) {
    let count = input.unicodeScalars.count
    for end in 0..<count { #expect(events(input, burstsEndAfter: [end]) == expected, "cut after \(end)") }
    #expect(events(input, burstsEndAfter: Set(0..<count)) == expected)
  }

  @Test("A single escape byte is the escape key if nothing follows")
  func loneEscape() {
    var decoder = InputDecoder()
    decoder.receive(scalar: 0x1B)
    #expect(decoder.takeEvents() == [])
    decoder.endBurst()
    #expect(decoder.takeEvents() == [.key(.escape)])
    #expect(!decoder.isPending)
  }

  @Test(
    "An incomplete sequence is a key with Alt if possible, and otherwise nothing",
    arguments: [
      ("\u{1B}[", [.key(.alt("["))]), ("\u{1B}O", [.key(.alt("O"))]), ("\u{1B}P", [.key(.alt("P"))]),
      ("\u{1B}]", [.key(.alt("]"))]), ("\u{1B}_", [.key(.alt("_"))]), ("\u{1B}]é", []), ("\u{1B}[é", []),
      ("\u{1B}[<0;1", []), ("\u{1B}P>|xte", []), ("\u{1B}]11;rgb\u{1B}", []), ("\u{1B}[M!", []),
    ] as [(String, [TerminalEvent])])
  func expires(input: String, expected: [TerminalEvent]) {
    var decoder = InputDecoder()
    for scalar in input.unicodeScalars { decoder.receive(scalar: scalar.value) }
    decoder.endBurst()
    #expect(decoder.takeEvents() == [])
    #expect(decoder.isPending)
    decoder.expire()
    #expect(decoder.takeEvents() == expected)
    #expect(!decoder.isPending)
    decoder.receive(scalar: 0x71)
    #expect(decoder.takeEvents() == [.key("q")])
  }

  @Test("A key in the terminal's description ends an incomplete sequence and is not lost")
  func keyInBetween() {
    var decoder = InputDecoder()
    for scalar in "\u{1B}P>|x".unicodeScalars { decoder.receive(scalar: scalar.value) }
    decoder.receive(key: .up)
    #expect(decoder.takeEvents() == [.key(.up)])
    decoder.receive(scalar: 0x1B)
    decoder.receive(key: .left)
    #expect(decoder.takeEvents() == [.key(.alt(.left))])
  }

  @Test("No input prevents decoding of later input")
  func fuzz() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SplitMix(seed: seed)
    let likely = Array("\u{1B}\u{1B}\u{1B}[[]POM<?>;;0123456789cRhm~$y\\\u{7}|".unicodeScalars.map(\.value))
    var decoder = InputDecoder()
    for round in 0..<5000 {
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        let isLikely = Bool.random(using: &generator)
        decoder.receive(
          scalar: isLikely
            ? likely.randomElement(using: &generator) ?? 0 : .random(in: 0...0x11_0000, using: &generator))
      }
      if round % 7 == 0 { decoder.receive(key: .up) }
      decoder.endBurst()
      decoder.expire()
      for scalar in "\u{1B}[201~".unicodeScalars { decoder.receive(scalar: scalar.value) }
      _ = decoder.takeEvents()
      decoder.receive(scalar: 0x71)
      #expect(decoder.takeEvents() == [.key("q")], "seed \(seed), round \(round)")
    }
  }

  @Test("While replies are expected, an escape byte may be the start of one, until the timeout")
  func escapeOfAnAnswer() {
    var decoder = InputDecoder()
    decoder.receive(scalar: 0x1B)
    decoder.endBurst(expectsReplies: true)
    #expect(decoder.takeEvents() == [] && decoder.isPending && decoder.mayBeKey)
    for scalar in "P>|kitty(0.40.1)\u{1B}".unicodeScalars { decoder.receive(scalar: scalar.value) }
    decoder.endBurst(expectsReplies: true)
    #expect(!decoder.mayBeKey)
    decoder.receive(scalar: 0x5C)
    #expect(decoder.takeEvents() == [] && decoder.takeReplies() == [.version("kitty(0.40.1)")])
    decoder.receive(scalar: 0x1B)
    decoder.endBurst(expectsReplies: true)
    decoder.expire()
    #expect(decoder.takeEvents() == [.key(.escape)])
  }

  @Test("An endless paste is truncated, and its content is not taken for keys")
  func endlessPaste() {
    var decoder = InputDecoder()
    for scalar in "\u{1B}[200~".unicodeScalars { decoder.receive(scalar: scalar.value) }
    for _ in 0..<100_000 { decoder.receive(scalar: 0x71) }
    #expect(decoder.takeEvents() == [] && decoder.isPasting)
    for scalar in "\u{1B}[201~".unicodeScalars { decoder.receive(scalar: scalar.value) }
    #expect(decoder.takeEvents() == [.paste(String(repeating: "q", count: 4096))])
    #expect(!decoder.isPending)
  }

  @Test("A paste that stalls is text until its end mark, but can be interrupted")
  func stalledPaste() {
    var decoder = InputDecoder()
    func receive(_ text: String) { for scalar in text.unicodeScalars { decoder.receive(scalar: scalar.value) } }
    for part in ["\u{1B}[200~30 ", "u", "q\u{1B}", "[201"] {
      receive(part)
      decoder.endBurst()
      decoder.expire()
      #expect(decoder.takeEvents() == [] && !decoder.isPending)
    }
    decoder.interrupt()
    #expect(decoder.takeEvents() == [.key(.control("c"))] && decoder.isPasting)
    receive("~q")
    #expect(decoder.takeEvents() == [.paste("30 uq"), .key("q")])
  }

  @Test("An endless string is discarded when it stalls")
  func endlessString() {
    var decoder = InputDecoder()
    for scalar in "\u{1B}]11;".unicodeScalars { decoder.receive(scalar: scalar.value) }
    for _ in 0..<2000 { decoder.receive(scalar: 0x71) }
    #expect(decoder.takeEvents().isEmpty && decoder.isPending)
    decoder.expire()
    #expect(!decoder.isPending)
    decoder.receive(scalar: 0x71)
    #expect(decoder.takeEvents() == [.key("q")])
  }
}
