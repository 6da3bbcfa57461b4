import Foundation
import TestSupport
import Testing

/// Rings in pixels, on a terminal that the test controls.
@Suite("Rings in pixels", .serialized, .programs, .timeLimit(.minutes(10)))
struct PictureTests {
  /// Whether cells of images were drawn. In text, each is one letter with combining marks, so scalars are compared.
  private func drawsPictures(_ terminal: FakeTerminal) -> Bool { terminal.sent.unicodeScalars.contains("\u{10EEEE}") }

  private func terminal() async throws -> (FakeTerminal, Sandbox) {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 7))
    return (try FakeTerminal(sandbox, columns: 100, rows: 32, cell: (10, 20)), sandbox)
  }

  /// Runs the dashboard while the terminal acknowledges its images.
  private func play(
    _ terminal: FakeTerminal, words: [String] = [Program.ringtop, "--still"], message: String? = "OK",
    answers: String = KittyPlayer.answers, body: (FakeTerminal) async throws -> Void
  ) async throws {
    let player = message.map { message in programTask { await KittyPlayer.acknowledge(terminal, message: message) } }
    defer { player?.cancel() }
    try await terminal.run(words, environment: ["COLORTERM": "truecolor"], replies: [(0, answers)], body: body)
  }

  @Test("are sent to a terminal that reports support, and removed when the program ends")
  func uploaded() async throws {
    let (terminal, _) = try await terminal()
    try await play(terminal) { terminal in
      try await eventually("cells of pictures") { drawsPictures(terminal) }
      // The colour of a cell identifies its image.
      let ids = KittyPlayer.uploads(in: terminal.sent).compactMap { $0.keys["i"].flatMap(Int.init) }
      #expect(!ids.isEmpty && Set(ids).count == ids.count)
      #expect(ids.contains { terminal.sent.contains("38;2;\($0 >> 16);\($0 >> 8 & 255);\($0 & 255)") })
      for upload in KittyPlayer.uploads(in: terminal.sent) {
        let file = try #require(Data(base64Encoded: String(upload.payload)))
        #expect(file.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(file.count <= 25_000)
      }
      // Another day has other rings.
      let before = ids.count
      terminal.type("h")
      try await eventually("another picture") { KittyPlayer.uploads(in: terminal.sent).count > before }
      terminal.type("q")
    }
    #expect(KittyPlayer.kept(after: terminal.sent).isEmpty)
    #expect(terminal.unread == "")
  }

  @Test("at most one frame is in transit")
  func oneFrameAtATime() async throws {
    let (terminal, _) = try await terminal()
    // Each acknowledgement takes a while.
    try await play(terminal, message: nil) { terminal in
      try await eventually("pictures") { !KittyPlayer.uploads(in: terminal.sent).isEmpty }
      // The frame has several, which come one after the other.
      try await Task.sleep(for: .milliseconds(500))
      let first = KittyPlayer.uploads(in: terminal.sent)
      for _ in 0..<4 { terminal.type("h") }
      try await Task.sleep(for: .milliseconds(500))
      #expect(KittyPlayer.uploads(in: terminal.sent).count == first.count)
      for upload in first { terminal.type("\u{1B}_Gi=\(upload.keys["i"] ?? "");OK\u{1B}\\") }
      try await eventually("the pictures of the day that is shown") {
        KittyPlayer.uploads(in: terminal.sent).count > first.count
      }
      terminal.type("q")
    }
    #expect(KittyPlayer.kept(after: terminal.sent).isEmpty)
  }

  @Test("a terminal that acknowledges them late gets symbols until then, and is asked again at the next start")
  func late() async throws {
    let (terminal, _) = try await terminal()
    for _ in 0..<2 {
      try await play(terminal, message: nil) { terminal in
        try await eventually("an upload") { !KittyPlayer.uploads(in: terminal.sent).isEmpty }
        // Longer than an acknowledgement takes.
        try await Task.sleep(for: .milliseconds(3_500))
        #expect(!drawsPictures(terminal) && !terminal.sent.contains("so symbols are used"))
        let player = programTask { await KittyPlayer.acknowledge(terminal) }
        defer { player.cancel() }
        try await eventually("cells of pictures") { drawsPictures(terminal) }
        terminal.type("q")
      }
    }
  }

  @Test("a terminal that replies to nothing is queried again at the next start")
  func silent() async throws {
    let (terminal, sandbox) = try await terminal()
    for _ in 0..<2 {
      try await terminal.run([Program.ringtop, "--still"], environment: ["COLORTERM": "truecolor"]) { terminal in
        try await eventually("a query") { terminal.sent.contains("\u{1B}_Gi=31") }
        terminal.type("q")
      }
    }
    #expect(!FileManager.default.fileExists(atPath: sandbox.file(".cache/ringtop/terminals")))
  }

  @Test("a terminal that rejects them gets symbols and one notice, and this is cached")
  func refused() async throws {
    let message: String? = "EINVAL:no"
    let (terminal, _) = try await terminal()
    try await play(terminal, message: message) { terminal in
      try await terminal.wait(for: "so symbols are used")
      #expect(!drawsPictures(terminal))
      let count = KittyPlayer.uploads(in: terminal.sent).count
      terminal.type("hh")
      try await Task.sleep(for: .milliseconds(500))
      #expect(KittyPlayer.uploads(in: terminal.sent).count == count)
      terminal.type("q")
    }
    #expect(KittyPlayer.kept(after: terminal.sent).isEmpty)
    // The next start in this window does not try again.
    try await play(terminal, message: message) { terminal in
      try await terminal.wait(for: "quit")
      terminal.type("h")
      try await Task.sleep(for: .milliseconds(500))
      #expect(KittyPlayer.uploads(in: terminal.sent).isEmpty)
      terminal.type("q")
    }
  }

  @Test(
    "are removed from the terminal however the program ends or is suspended", arguments: [SIGTERM, SIGSEGV, SIGTSTP])
  func removed(number: Int32) async throws {
    let (terminal, sandbox) = try await terminal()
    let script = "ulimit -c 0; echo $$ >'\(sandbox.file("pid"))'; exec '\(Program.ringtop)' --still"
    try await play(terminal, words: ["sh", "-c", script]) { terminal in
      try await eventually("cells of pictures") { drawsPictures(terminal) }
      #expect(!KittyPlayer.kept(after: terminal.sent).isEmpty)
      let text = try String(contentsOfFile: sandbox.file("pid"), encoding: .utf8)
      let process = try #require(pid_t(text.trimmed))
      kill(process, number)
      try await eventually("no picture is left") { KittyPlayer.kept(after: terminal.sent).isEmpty }
      guard number == SIGTSTP else { return }
      // It waits for pending replies of the terminal before it stops.
      try await eventually("a stopped program") {
        try await Program.run(["ps", "-o", "state=", "-p", "\(process)"], environment: sandbox.environment).output
          .hasPrefix("T")
      }
      let count = KittyPlayer.uploads(in: terminal.sent).count
      kill(process, SIGCONT)
      try await eventually("they are back") { KittyPlayer.uploads(in: terminal.sent).count > count }
      terminal.type("q")
    }
    #expect(KittyPlayer.kept(after: terminal.sent).isEmpty)
  }

  @Test("of a small change, only the part that differs is sent")
  func smallChange() async throws {
    let (terminal, sandbox) = try await terminal()
    try await play(terminal) { terminal in
      try await eventually("cells of pictures") { drawsPictures(terminal) }
      try await Task.sleep(for: .milliseconds(500))
      let before = KittyPlayer.uploads(in: terminal.sent)
      #expect(try await sandbox.ringtop("add", "move", "6kcal").code == 0)
      try await eventually("the change") { KittyPlayer.uploads(in: terminal.sent).count > before.count }
      try await Task.sleep(for: .milliseconds(300))
      let changes = KittyPlayer.uploads(in: terminal.sent).dropFirst(before.count)
      #expect(
        changes.map(\.payload.count).reduce(0, +) <= 4_000,
        "before: \(before.map(\.payload.count)), \(changes.map(\.payload.count))")
      // The cells around the change still show the first image.
      let cells = Set(changes.compactMap { $0.keys["i"].flatMap(Int.init) })
      #expect(!cells.isEmpty)
      terminal.type("q")
    }
    #expect(KittyPlayer.kept(after: terminal.sent).isEmpty)
  }

  @Test("a key sends at most 8 KB at 120x40, in the year and in the nights")
  func bytesOfKeys() async throws {
    let terminal = try FakeTerminal(Sandbox(), columns: 120, rows: 40, cell: (10, 20))
    try await play(terminal, words: [Program.ringtop, "demo", "--frozen", "--still"]) { terminal in
      try await eventually("cells of pictures") { drawsPictures(terminal) }
      /// Types keys one by one, each once nothing more is sent; returns the bytes that all of them sent.
      func send(_ keys: String) async throws -> Int {
        let before = terminal.sent.utf8.count
        for key in keys {
          var (count, quiet) = (terminal.sent.utf8.count, 0)
          let typed = count
          terminal.type(String(key))
          try await eventually("what a key shows, and no more output") {
            let now = terminal.sent.utf8.count
            (count, quiet) = (now, now == count ? quiet + 1 : 0)
            return count > typed && quiet >= 12
          }
        }
        return terminal.sent.utf8.count - before
      }
      for open in ["Y", "\u{1B}n"] {
        // The terminal knows all pictures after the first keys.
        _ = try await send(open + "hlh")
        // On a busy machine a frame may be drawn without its data first, which is not what a key costs: two rounds that
        // send the same have settled.
        var rounds = [try await send("lh") / 2]
        repeat { rounds.append(try await send("lh") / 2) } while Set(rounds.suffix(2)).count > 1 && rounds.count < 6
        #expect((1...8_000).contains(rounds[rounds.count - 1]), "\(open): \(rounds)")
      }
      terminal.type("q")
    }
  }

  @Test("images that the terminal has dropped when it is resized are sent again")
  func dropped() async throws {
    let (terminal, sandbox) = try await terminal()
    let script = "echo $$ >'\(sandbox.file("pid"))'; exec '\(Program.ringtop)' --still"
    let player = programTask { await KittyPlayer.acknowledge(terminal, placed: "ENOENT:no such image") }
    defer { player.cancel() }
    try await play(terminal, words: ["sh", "-c", script], message: nil) { terminal in
      try await eventually("cells of pictures") { drawsPictures(terminal) }
      try await Task.sleep(for: .milliseconds(500))
      let process = try #require(pid_t(String(contentsOfFile: sandbox.file("pid"), encoding: .utf8).trimmed))
      terminal.resize(columns: 101, rows: 32, cell: (10, 20))
      kill(process, SIGWINCH)
      // Each is confirmed, and those that were dropped have new ids.
      try await eventually("images that are sent again") {
        let commands = KittyPlayer.commands(in: terminal.sent)
        guard let asked = commands.lastIndex(where: { $0.keys["a"] == "p" && $0.keys["q"] == "0" }) else {
          return false
        }
        return commands[asked...].filter { $0.keys["a"] == "t" }.count > 1
      }
      #expect(!terminal.sent.contains("so symbols are used"))
      terminal.type("q")
    }
    #expect(KittyPlayer.kept(after: terminal.sent).isEmpty)
    #expect(terminal.unread == "")
  }

  @Test("a dialog covers them, and they reappear without being sent again")
  func covered() async throws {
    let (terminal, _) = try await terminal()
    try await play(terminal) { terminal in
      try await eventually("cells of pictures") { drawsPictures(terminal) }
      let count = KittyPlayer.uploads(in: terminal.sent).count
      terminal.type("?")
      try await Task.sleep(for: .milliseconds(500))
      terminal.type("\u{1B}")
      try await Task.sleep(for: .milliseconds(300))
      #expect(KittyPlayer.uploads(in: terminal.sent).count == count)
      terminal.type("q")
    }
  }

  @Test("an older kitty shows a frame and its images in one update, with the images above the text")
  func placed() async throws {
    let (terminal, _) = try await terminal()
    let answers = KittyPlayer.answers.replacingOccurrences(of: "0.35.2", with: "0.26.5")
    try await play(terminal, answers: answers) { terminal in
      try await eventually("pictures and the end of their frame") {
        guard let last = terminal.sent.range(of: "\u{1B}_Ga=p,", options: .backwards) else { return false }
        return terminal.sent[last.upperBound...].contains("\u{1B}[?2026l")
      }
      let sent = terminal.sent
      let first = try #require(sent.range(of: "\u{1B}_Ga=p,"))
      let begin = try #require(sent[..<first.lowerBound].range(of: "\u{1B}[?2026h", options: .backwards))
      #expect(!sent[begin.upperBound..<first.lowerBound].contains("\u{1B}[?2026l"))
      let places = KittyPlayer.commands(in: sent).filter { $0.keys["a"] == "p" }
      #expect(!places.isEmpty)
      for place in places { #expect(place.keys["z"].flatMap(Int.init).map { $0 > 0 } == true) }
      terminal.type("q")
    }
    #expect(KittyPlayer.kept(after: terminal.sent).isEmpty)
  }

  @Test("sixels are drawn once each if the terminal reports support")
  func sixels() async throws {
    let (terminal, _) = try await terminal()
    let answers = "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}[?2026;0$y\u{1B}[?63;1;2;4;6c"
    // The query and each image end with the same sequence, to which this terminal replies immediately.
    let player = programTask {
      var known = 1
      while !Task.isCancelled {
        let count = terminal.sent.components(separatedBy: FakeTerminal.question).count - 1
        for _ in 0..<max(0, count - known) { terminal.type("\u{1B}[?63;1;2;4;6c") }
        known = max(known, count)
        try? await Task.sleep(for: .milliseconds(20))
      }
    }
    defer { player.cancel() }
    try await play(terminal, message: nil, answers: answers) { terminal in
      func pictures() -> Int { terminal.sent.components(separatedBy: "\u{1B}P0;1;0q").count - 1 }
      func isDrawn() -> Bool { terminal.sent.hasSuffix("\u{1B}[?2026l") }
      try await eventually("sixels") { pictures() > 0 && isDrawn() }
      terminal.type("?")
      try await eventually("the help") { terminal.sent.contains("Keys") && isDrawn() }
      let before = pictures()
      terminal.type("\u{1B}")
      // The covered part is drawn again.
      try await eventually("the rings again") { pictures() > before && isDrawn() }
      terminal.type("q")
    }
    #expect(terminal.unread == "")
  }

  @Test("requested symbols are drawn, whatever the terminal supports")
  func symbols() async throws {
    let (terminal, _) = try await terminal()
    try await play(terminal, words: [Program.ringtop, "--still", "--glyphs", "block"]) { terminal in
      try await terminal.wait(for: "quit")
      terminal.type("h")
      try await Task.sleep(for: .milliseconds(500))
      #expect(KittyPlayer.uploads(in: terminal.sent).isEmpty)
      terminal.type("q")
    }
  }
}
