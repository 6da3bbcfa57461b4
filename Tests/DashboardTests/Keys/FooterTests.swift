import HealthModel
import TerminalModel
import TestSupport
import Testing

@testable import Dashboard
@testable import Widgets

@Suite("The footer")
struct FooterTests {
  @Test("Shows help and quit at every width that has a footer", arguments: 24...220)
  func always(columns: Int) {
    let scene = Scene(size: CellSize(columns: columns, rows: 12))
    let last = scene.lines.last ?? ""
    #expect(last.contains("? help") && last.contains("q quit"), "\(last)")
    #expect(scene.footer.end < columns)
  }

  @Test("A click on a key or its label performs the key")
  func clicking() {
    let before = StateNotation.scene("11-10")
    for item in before.footer.items where item.isLive {
      var byKey = before
      var byMouse = before
      if let key = item.binding.keys.first { byKey.send(.terminal(.key(key))) }
      byMouse.click(item.columns.lowerBound, before.context.size.rows - 1)
      #expect(StateNotation.text(byMouse.app) == StateNotation.text(byKey.app), "\(item.text)")
      #expect(byMouse.effects == byKey.effects, "\(item.text)")
    }
  }

  @Test("Click regions match the drawn labels", arguments: [40, 64, 80, 100, 160])
  func drawn(columns: Int) {
    for newest in [SampleDays.today, SampleDays.today - 300] {
      var scene = Scene(size: CellSize(columns: columns, rows: 14), store: .ready(newest: newest))
      scene.app.choose(SampleDays.today - 3)
      let frame = scene.frame
      let regions = frame.regions.filter { $0.rect.origin.row == 13 }
      #expect(regions.count >= 4)
      for region in regions {
        let drawn = String(String.UnicodeScalarView(region.rect.columns.map { frame.grid[$0, 13].scalar }))
        let rows = scene.context.keymap.bindings(for: scene.app.top).filter { $0.action == region.action }
        #expect(rows.contains { $0.label == drawn || $0.keys.first?.name(.unicode) == drawn }, "\(drawn)")
      }
    }
  }

  @Test("A key without an effect keeps its place")
  func steady() {
    let today = StateNotation.scene("11-19").footer
    let before = StateNotation.scene("11-18").footer
    #expect(today.items.map(\.columns) == before.items.map(\.columns))
    #expect(today.items.filter { !$0.isLive }.map(\.text).prefix(2) == ["l", "day"])
    #expect(before.items.allSatisfy { $0.isLive })
  }

  @Test("Old data is reported in the footer if no box reports it")
  func oldData() {
    let scene = Scene(size: CellSize(columns: 80, rows: 14), store: .ready(newest: SampleDays.today - 132))
    #expect(scene.lines.last?.hasSuffix("newest data: Fri 10 Jul, 132 days ago") == true)
  }
}
