import TerminalModel
import Testing

@testable import Dashboard

@Suite("The footer")
struct FooterTests {
  @Test("Names help and quit at every width that has a footer", arguments: 24...220)
  func always(columns: Int) {
    let scene = Scene(size: CellSize(columns: columns, rows: 12))
    let last = scene.lines.last ?? ""
    #expect(last.contains("? help") && last.contains("q quit"), "\(last)")
    #expect(Footer(scene.state).end < columns)
  }

  @Test("A click on a key's name or word does what the key does")
  func clicking() {
    let before = StateNotation.scene("11-10")
    for item in Footer(before.state).items {
      var byKey = before
      var byMouse = before
      if let key = item.binding.keys.first { byKey.send(.terminal(.key(key))) }
      byMouse.click(item.columns.lowerBound, before.state.size.rows - 1)
      #expect(byMouse.state == byKey.state, "\(item.text)")
      #expect(byMouse.effects == byKey.effects, "\(item.text)")
    }
  }

  @Test("What is clicked is what is drawn", arguments: [40, 64, 80, 100, 160])
  func drawn(columns: Int) {
    for store in [StoreStatus.ready(newest: SampleDays.today), .importing(records: 12, newest: SampleDays.today)] {
      let scene = Scene(size: CellSize(columns: columns, rows: 14), store: store)
      let grid = scene.grid
      for item in Footer(scene.state).items {
        let drawn = String(String.UnicodeScalarView(item.columns.map { grid[$0, 13].scalar }))
        #expect(drawn == item.text)
      }
    }
  }

  @Test("A key that does nothing just now keeps its place")
  func steady() {
    let today = Footer(StateNotation.scene("11-19").state)
    let before = Footer(StateNotation.scene("11-18").state)
    #expect(today.items.map(\.columns) == before.items.map(\.columns))
    #expect(today.items.filter { !$0.isLive }.map(\.text).prefix(2) == ["l", "day"])
    #expect(before.items.allSatisfy { $0.isLive })
  }

  @Test("An import is told beside the keys where no box tells it")
  func importing() {
    let scene = Scene(
      size: CellSize(columns: 80, rows: 14), store: .importing(records: 482_113, newest: SampleDays.today))
    #expect(scene.lines.last?.contains("importing, 482,113 records") == true)
  }
}
