import Demo
import Foundation
import TestSupport
import Testing

/// Pictures to share.
@Suite("ringtop show --format svg and png", .serialized, .programs, .timeLimit(.minutes(10)))
struct CardTests {
  @Test("contains the date and the value, goal and percentage of every ring")
  func day() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 3))
    let ending = try await sandbox.ringtop("show", "--format", "svg", "--date", "2026-11-13")
    #expect(ending.code == 0 && ending.errors == "")
    #expect(ending.output.hasPrefix("<svg ") && ending.output.hasSuffix("</svg>\n"))
    let rings = ExportFixture.rings(daysBefore: 1)
    for words in [
      "Friday", "13 November 2026<", "\(Int(rings.move))/500 kcal", "\(rings.exercise)/30 min", "\(rings.stand)/12 h",
      "Move", "\(Int(rings.move) / 5)%",
    ] {
      #expect(ending.output.contains(words), "\(words)")
    }
  }

  @Test("reports that there is nothing to show")
  func noData() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 3))
    let ending = try await sandbox.ringtop("show", "--format", "svg", "--date", "2026-10-01")
    #expect(ending.code == 0)
    #expect(ending.output.contains("1 October 2026, no data"))
    #expect(!ending.output.contains("kcal"))
  }

  @Test("also shows made-up data")
  func demo() async throws {
    let sandbox = try Sandbox()
    let ending = try await sandbox.ringtop("show", "--demo", "--format", "svg")
    #expect(ending.code == 0 && ending.output.contains("kcal"))
  }

  /// The width and height in a PNG file's first chunk; nil if the file is not a PNG.
  private func size(ofPNG path: String) -> [Int]? {
    let bytes = Array(FileManager.default.contents(atPath: path) ?? Data())
    guard bytes.count > 200, bytes.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] else { return nil }
    return [16, 20].map { bytes[$0..<$0 + 4].reduce(0) { $0 << 8 | Int($1) } }
  }

  @Test(
    "a PNG of a day, week, month, year, workout or night is a card, and one of any other view a picture of its screen")
  func png() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    for (view, size, wanted) in [
      ("day", nil, [1200, 630]), ("week", "post", [1080, 1350]), ("month", "story", [1080, 1920]),
      ("year", "wallpaper", [2560, 1440]), ("workout", "link", [1200, 630]), ("sleep", nil, [1200, 630]),
      // 120 columns of 12 pixels each, and a margin.
      ("move", nil, [1464, 888]), ("chart", nil, [1464, 888]),
    ] {
      let path = sandbox.file("\(view).png")
      let option = size.map { " --size \($0)" } ?? ""
      let ending = try await Program.run(
        ["sh", "-c", "'\(Program.ringtop)' show --view \(view) --format png\(option) >'\(path)'"],
        environment: sandbox.environment)
      #expect(ending.code == 0 && ending.errors == "", "\(view): \(ending.errors)")
      #expect(try #require(self.size(ofPNG: path), "\(view)") == wanted, "\(view)")
    }
  }

  @Test("cards say what their period holds, and a size without a card is refused")
  func words() async throws {
    let sandbox = try Sandbox()
    sandbox.environment["RINGTOP_CLOCK"] = "2026-11-19T17:42:00Z"
    let demo = try sandbox.useDemo()
    defer { demo.remove() }
    for (view, words) in [
      ("week", ["16 – 22 November 2026", "closed", "Mon", "kcal"]), ("month", ["November 2026", "closed", ">19<"]),
      ("year", ["2026", "Longest streak", ">Jan<"]),
      ("workout", ["Running", "km", "Pace", "bpm", "Route"]),
      ("sleep", ["asleep", "Bedtime", "REM"]),
    ] {
      let ending = try await sandbox.ringtop(
        "show", "--view", view, "--format", "svg", "--date", view == "workout" ? "2026-11-17" : "2026-11-19")
      #expect(ending.code == 0 && ending.errors == "", "\(view): \(ending.errors)")
      #expect(throws: Never.self, "\(view)") { try XMLDocumentCheck.wellFormed(ending.output) }
      for word in words { #expect(ending.output.contains(word), "\(view): \(word)") }
    }
    for refused in [["--view", "trends", "--format", "png"], ["--view", "month"]] {
      let ending = try await sandbox.ringtop(words: ["show", "--size", "post"] + refused)
      #expect(ending.code == 64 && ending.output == "" && ending.errors.contains("--size"))
    }
  }

  @Test("an SVG says in words what it shows, as the text of its view does, and draws no screen with characters")
  func descriptions() async throws {
    let sandbox = try Sandbox()
    sandbox.environment["RINGTOP_CLOCK"] = "2026-11-19T17:42:00Z"
    let demo = try sandbox.useDemo()
    defer { demo.remove() }
    let views = ["streaks", "trends", "move", "heart", "workouts", "workout", "sleep", "chart", "sources", "training"]
    for view in views {
      let picture = try await sandbox.ringtop("show", "--view", view, "--format", "svg").output
      let start = try #require(picture.firstRange(of: "<desc>"), "\(view)").upperBound
      let end = try #require(picture.firstRange(of: "</desc>"), "\(view)").lowerBound
      let words = String(picture[start..<end])
      let isDrawn = words.unicodeScalars.contains { (0x2500...0x25FF).contains($0.value) }
      #expect(!isDrawn && !words.contains("  ") && !words.contains(";") && words.count > 40, "\(view): \(words)")
      if view == "chart" { #expect(words.contains("Thu 19 Nov: ")) }
      if view == "sleep" { #expect(words.contains("REM 2 h")) }
      // A card has its own words, and the text of a chart is drawn with characters.
      guard !["workout", "sleep", "chart"].contains(view) else { continue }
      let plain = try await sandbox.ringtop("show", "--view", view, "--format", "plain").output
      for word in plain.split(whereSeparator: \.isWhitespace).prefix(200) where word.allSatisfy(\.isNumber) {
        #expect(words.contains(word), "\(view): \(word)")
      }
    }
    let sources = try await sandbox.ringtop("show", "--view", "sources", "--format", "svg").output
    let text = try await sandbox.ringtop("show", "--view", "sources", "--format", "plain").output
    for type in ["Active energy", "Heart rate", "Sleep analysis", "Steps"] {
      #expect(text.contains(type) && sources.contains(">\(type)<"), "\(type)")
    }
  }

  @Test("an SVG of the month shows its rings as arcs")
  func month() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    let ending = try await sandbox.ringtop("show", "--view", "month", "--format", "svg")
    #expect(ending.code == 0 && ending.output.contains(">November 2026<"))
    #expect(throws: Never.self) { try XMLDocumentCheck.wellFormed(ending.output) }
    // Nine days with three rings each.
    #expect(ending.output.components(separatedBy: "<mask ").count - 1 == 27)
  }

  @Test("a PNG is not written to a terminal")
  func terminal() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 3))
    try await TmuxScreen.shell(sandbox, columns: 90, rows: 12) { screen in
      try await screen.enter("clear; \"$RINGTOP\" show --format png; echo code $?")
      try await screen.wait { $0.contains("Redirect it") && $0.contains("code 64") }
    }
  }

  @Test("W saves what the dashboard shows as a new picture in the current folder")
  func saved() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    try await TmuxScreen.shell(sandbox, columns: 100, rows: 30) { screen in
      try await screen.enter("cd \"$HOME\"; clear; \"$RINGTOP\"")
      try await screen.wait { $0.contains("Exercise") && $0.contains("Week") }
      for name in ["ringtop-day-2026-11-14", "ringtop-day-2026-11-14-2"] {
        try await screen.press("W")
        try await screen.wait { $0.contains("\(name).png in") }
      }
      try await screen.press("q")
    }
    let home = try #require(sandbox.environment["HOME"])
    for name in ["ringtop-day-2026-11-14", "ringtop-day-2026-11-14-2"] {
      // 100 columns and 30 rows of 12 by 24 units, a margin, and two pixels for each unit.
      #expect(size(ofPNG: "\(home)/\(name).png") == [2_448, 1_440 + 48])
    }
  }
}
