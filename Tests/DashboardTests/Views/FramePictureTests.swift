import HealthModel
import TerminalModel
import TestSupport
import Testing

@testable import Dashboard
@testable import Widgets

/// Frames as text, under `Fixtures`, with dots instead of rings.
@Suite("Pictures of frames")
struct FramePictureTests {
  @Test(
    "The day",
    arguments: [
      "200x60", "120x40", "100x30", "80x24", "60x24", "40x24", "100x12", "40x12", "30x6", "24x8", "20x3", "60x5",
      "40x1",
    ])
  func day(size: String) throws {
    try Pictures.check(Scene(size: Self.size(size)).text, named: "day-\(size)")
  }

  @Test("In ASCII only", arguments: ["80x24", "40x12"])
  func ascii(size: String) throws {
    let scene = Scene(size: Self.size(size), appearance: Appearance(glyphLevel: .ascii, colors: .none, animates: false))
    try Pictures.check(scene.text, named: "ascii-\(size)")
  }

  @Test(
    "Keys open their screens",
    arguments: [
      ("help", "?"), ("prompt", "g mo"), ("refused", "g xyz enter"), ("zoom", "z"), ("ring", "2"), ("ring-zoom", "2 z"),
      ("month", "M"), ("hour", "["), ("add", "a"), ("goals", "o"), ("pause", "p"),
      ("themes", "T"), ("command", ": th"), ("search", "? / week"),
      ("past", "h h h h"),
    ])
  func keys(name: String, keys: String) throws {
    var scene = Scene()
    scene.press(keys)
    try Pictures.check(scene.text, named: "\(name)-80x24")
  }

  private static let situations: [(name: String, summary: @Sendable (Day) -> DaySummary?)] = [
    ("data", { SampleDays.summary($0) }), ("none", { _ in nil }),
    ("first", { $0 == SampleDays.today ? SampleDays.summary($0) : nil }),
    ("years", { $0 > SampleDays.today - 3_653 ? SampleDays.summary($0, 1.5, 1.2, 1) : nil }),
  ]

  @Test("Every screen at every size, with data, without, on the first day and with ten years", arguments: 0..<4)
  func everyScreen(index: Int) throws {
    let today = SampleDays.today
    let (situation, summary) = Self.situations[index]
    for (name, keys) in [
      ("day", ""), ("month", "M"), ("ring", "1"), ("year", "Y"), ("streaks", "A"), ("trends", "R"),
    ] {
      var scene = Scene(
        size: CellSize(columns: 200, rows: 60),
        store: .ready(newest: today, oldest: situation == "first" ? today : today - 3_652), summary: summary)
      scene.press(keys)
      for size in ["200x60", "120x40", "80x24", "60x20", "30x6", "20x3"] {
        // Days with data are covered above, and other screens do not depend on the amount of data.
        guard name != "day" || situation != "data" || size == "60x20" else { continue }
        scene.send(.terminal(.resize(Self.size(size))))
        try Pictures.check(scene.text, named: "\(name)-\(situation)-\(size)")
      }
    }
  }

  @Test("Day one", arguments: ["100x30", "80x24", "40x12", "24x6"])
  func dayOne(size: String) throws {
    let scene = Scene(size: Self.size(size), store: .noStore(path: "~/.local/share/ringtop/health.sqlite"))
    try Pictures.check(scene.text, named: "day-one-\(size)")
  }

  @Test("A pane", arguments: ["80x24", "40x12", "20x20", "30x10", "24x4"])
  func pane(size: String) throws {
    try Pictures.check(Scene(size: Self.size(size), mode: .pane).text, named: "pane-\(size)")
  }

  @Test("A paused day, an old store, a day being loaded")
  func situations() throws {
    let today = SampleDays.today
    let paused = Scene(summary: {
      SampleDays.summary($0).map { summary in
        var paused = summary
        paused.isPaused = summary.day > SampleDays.today - 3
        return paused
      }
    })
    try Pictures.check(paused.text, named: "paused-80x24")
    try Pictures.check(Scene(store: .ready(newest: today - 132)).text, named: "old-80x24")
    try Pictures.check(Scene(summary: nil).text, named: "on-its-way-80x24")
  }

  private static func size(_ text: String) -> CellSize {
    let parts = text.split(separator: "x").compactMap { Int($0) }
    return CellSize(columns: parts[0], rows: parts[1])
  }
}
