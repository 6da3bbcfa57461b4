import HealthModel
import TerminalModel
import TestSupport
import Testing

@testable import Dashboard

/// A clock, or a date on the command line, can be at either end of the calendar, far from the data.
@Suite("The dashboard at the ends of the calendar")
struct CalendarEndTests {
  private static let ends: [Day] =
    ["0000-01-01", "9999-12-31"].compactMap(Day.init) + [.distantPast, .distantFuture]

  @Test("every screen draws, answers the keys of dates and asks for no more days than can have data", arguments: ends)
  func screens(today: Day) {
    for screen in Screens.all {
      for store in [
        StoreStatus.ready(newest: SampleDays.today, oldest: SampleDays.today - 400),
        .ready(newest: today, oldest: today),
      ] {
        var scene = Scene(today: today, store: store)
        scene.app.open(screen.name)
        _ = scene.frame
        for keys in ["h l k j H L", "6 h", "2 t Y H H M H"] {
          scene.press(keys)
          _ = scene.frame
        }
        for case .load(let query) in scene.effects {
          #expect(query.dayCount <= SampleBounds.days.count, "\(screen.name): \(query)")
        }
      }
    }
  }

  @Test(
    "a date at either end of the calendar is refused with a sentence", arguments: ["9999-12-31", "0000-01-01", "2199"])
  func goesToNoEnd(text: String) {
    var scene = Scene()
    scene.press("g \(text) enter")
    #expect(scene.context.selected == SampleDays.today)
    #expect(scene.text.contains("after today") || scene.text.contains("nothing before"))
  }
}

extension AnyQuery {
  fileprivate var dayCount: Int {
    switch base {
    case let query as SummariesQuery: query.days.count
    case let query as ChartQuery: query.days.count
    case let query as ScatterQuery: query.days.count
    case let query as SamplesQuery: query.request.days?.count ?? 0
    default: 0
    }
  }
}
