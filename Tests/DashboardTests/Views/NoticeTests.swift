import HealthModel
import Presentation
import TerminalModel
import TestSupport
import Testing

@testable import Dashboard

@Suite("Notices")
struct NoticeTests {
  private static let sentence = "/home/kim/.local/share/ringtop/health.sqlite is busy. Try again in a moment."
  private let week = (SampleDays.today.monday - 7)...(SampleDays.today.monday + 6)

  private func scene(_ columns: Int, _ rows: Int, mode: ScreenContext.Mode = .pane) -> Scene {
    var scene = Scene(size: CellSize(columns: columns, rows: rows), mode: mode)
    scene.send(.loaded(LoadedQuery(AnyQuery(SummariesQuery(week)), failure: .busy, reason: Self.sentence)))
    return scene
  }

  @Test(
    "A problem with the store is shown at every size, in the longest text that fits",
    arguments: [
      (120, 40, sentence), (40, 12, "store is busy"), (30, 10, "store is busy"), (20, 5, "store is busy"),
      (20, 3, "store is busy"), (14, 1, "store is busy"), (12, 30, "busy"), (10, 3, "busy"), (3, 1, "-"),
    ])
  func sizes(columns: Int, rows: Int, words: String) {
    for mode in [ScreenContext.Mode.normal, .pane] {
      let shown = scene(columns, rows, mode: mode).lines.map { $0.drop { $0 == " " } }
      #expect(shown.contains { $0 == words }, "\(mode)\n\(shown.joined(separator: "\n"))")
    }
  }

  @Test("The rings' numbers stay beside it if there is a spare row", arguments: [(20, 4), (20, 5), (12, 2)])
  func numbers(columns: Int, rows: Int) {
    let text = scene(columns, rows).text
    for number in ["77", "126", "50"] { #expect(text.contains(number), "\(number) in\n\(text)") }
  }

  @Test("It disappears once the store can be read again, because a pane has no user who presses a key")
  func over() {
    var scene = scene(30, 10)
    scene.send(.storeChanged())
    #expect(scene.context.notice == nil)
    #expect(!scene.text.contains("busy"))
  }

  @Test("An unreachable server is shown until it is back, with the time of the data, and once as a sentence")
  func server() {
    let sentence = "http://box:8173 cannot be reached: connection refused."
    for (mode, size) in [
      (ScreenContext.Mode.normal, CellSize(columns: 100, rows: 24)), (.pane, CellSize(columns: 30, rows: 10)),
    ] {
      var scene = Scene(size: size, mode: mode)
      scene.send(.connection(.live))
      #expect(!scene.text.contains("offline"))
      scene.send(.connection(.lost(since: "14:05", reason: sentence)))
      scene.send(.storeChanged())
      #expect(scene.text.contains(mode == .pane ? "offline" : sentence), "\(scene.text)")
      scene.send(.terminal(.key(.escape)))
      scene.send(.connection(.lost(since: "14:05", reason: sentence)))
      #expect(mode == .pane || scene.text.contains("offline, as of 14:05"), "\(scene.text)")
      #expect(!scene.text.contains(sentence))
      scene.send(.connection(.live))
      #expect(!scene.text.contains("offline"))
    }
  }

  @Test("A notice that is longer than a row is shown whole", arguments: [40, 60, 80])
  func long(columns: Int) {
    var scene = Scene(size: CellSize(columns: columns, rows: 24))
    let sentence = "Sent the view as text to the clipboard; it stays unchanged if the terminal forbids this."
    scene.send(.notice(sentence))
    let words = scene.text.split(whereSeparator: \.isWhitespace).suffix(sentence.split(separator: " ").count)
    #expect(words.joined(separator: " ") == sentence)
  }

  @Test("A notice about anything else stays until a key")
  func others() {
    var scene = Scene(mode: .pane)
    scene.send(.notice("Something happened."))
    scene.send(.storeChanged())
    #expect(scene.text.contains("Something happened."))
  }

  @Test("A busy store keeps the current data; an unreadable one replaces it")
  func status() {
    var scene = Scene(size: CellSize(columns: 40, rows: 12), mode: .pane)
    scene.send(.storeStatus(.unreadable(.busy, reason: Self.sentence)))
    #expect(scene.text.contains("store is busy") && scene.text.contains("77"))
    scene.send(.storeStatus(.unreadable(.newer, reason: "~/health.sqlite was written by a newer version.")))
    let said = scene.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(said == "ringtop ~/health.sqlite was written by a newer version.")
    scene.send(.storeStatus(.ready(newest: SampleDays.today)))
    #expect(scene.text.contains("77"))
  }

  @Test(
    "A small pane shows the store's status in a word or two",
    arguments: [
      (StoreStatus.noStore(path: "~/health.sqlite"), 20, 3, "no store yet"),
      (.noStore(path: "~/health.sqlite"), 10, 3, "no store"), (.empty, 12, 1, "no data yet"),
      (.unreadable(.newer, reason: "It is newer."), 20, 5, "store is newer"),
      (.unreadable(.newer, reason: "It is newer."), 10, 1, "newer"),
      (.unreadable(.unreadable, reason: "It is none."), 20, 3, "store unreadable"),
    ])
  func small(store: StoreStatus, columns: Int, rows: Int, words: String) {
    for mode in [ScreenContext.Mode.normal, .pane] {
      let text = Scene(size: CellSize(columns: columns, rows: rows), mode: mode, store: store).text
      let said = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(said.hasPrefix(words), "\(mode)\n\(text)")
      #expect(!text.contains("…"))
    }
  }
}
