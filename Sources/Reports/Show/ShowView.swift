package import Dashboard
import HealthAnalysis
import HealthModel
import Widgets

/// The output formats of `show`.
package enum ShowFormat: String, CaseIterable {
  case auto, color, plain, sentences, markdown, json, svg, png
}

/// A view that can be printed: its screen with the size of its page, and its report. A view without a screen is text.
package struct PrintedView {
  /// The size of a printed page.
  enum Page {
    /// At most that of a small terminal, with the prompt below it. Terminals with images get the rings as images.
    case day
    /// As many rows as the view has, from what is shown and the days with data. A view of today is the same on every
    /// day.
    case whole(isOfToday: Bool, rows: (ScreenContext, _ known: ClosedRange<Day>?) -> Int)
    /// The part of a long list that fits.
    case list
  }

  let screen: (any Screen)?
  let page: Page
  let report: (ReportSource) throws -> any ViewReport
  /// Its picture for sharing; nil if pictures show its screen.
  var card: ((ReportSource, CardColors, App) throws -> Card)?
  /// What is drawn instead of a screen that shows only a part.
  var table: ((ReportSource) throws -> Table)?
  /// The measures that it shows.
  var group: MeasureGroup?

  init(_ screen: (any Screen)?, _ page: Page, _ report: @escaping (ReportSource) throws -> any ViewReport) {
    (self.screen, self.page, self.report) = (screen, page, report)
  }

  fileprivate func with(_ card: @escaping (ReportSource, CardColors, App) throws -> Card) -> PrintedView {
    var view = self
    view.card = card
    return view
  }

  /// A view without a screen; its report must have text.
  init(text report: @escaping (ReportSource) throws -> any ViewReport) {
    self.init(nil, .list, report)
  }

  /// A chart of the given types.
  package init(chart screen: ChartScreen) {
    self.init(screen, .list) { ChartReport(screen, $0) }
  }
}

/// The views of `show`.
package enum ShowView: String, CaseIterable {
  case day, week, month, year, trends, streaks, move, exercise, stand
  case workout, workouts, sleep, heart, chart, sources
  case training, recovery, records, friends

  package var view: PrintedView {
    switch self {
    case .day: PrintedView(DayScreen(), .day, DayPage.init).with { source, colors, _ in try .day(source, colors) }
    case .week: PrintedView(text: { try DaysReport(.week, $0) }).with { source, colors, _ in try .week(source, colors) }
    case .month:
      PrintedView(MonthScreen(), .day, { try DaysReport(.month, $0) })
        .with { source, colors, _ in try .month(source, colors) }
    case .move: Self.ring(.move)
    case .exercise: Self.ring(.exercise)
    case .stand: Self.ring(.stand)
    case .year:
      PrintedView(YearScreen(), .whole(isOfToday: false) { 3 + 10 * Self.years($1) }, YearReport.init)
        .with { source, colors, _ in try .year(source, colors) }
    case .trends:
      PrintedView(
        TrendsScreen(), .whole(isOfToday: true) { _, _ in 1 + 3 * TrendMetric.allCases.count }, TrendsReport.init)
    case .streaks:
      PrintedView(
        StreaksScreen(), .whole(isOfToday: true) { context, _ in max(20, StreaksScreen.rows(in: context)) },
        StreaksReport.init)
    case .workout: PrintedView(text: { try WorkoutReport($0) }).with(Card.workout)
    case .workouts: PrintedView(WorkoutsScreen(), .list, WorkoutsReport.init)
    case .sleep: PrintedView(SleepScreen(), .list, SleepReport.init).with(Card.sleep)
    case .heart: PrintedView(HeartScreen(), .list, HeartReport.init)
    case .chart: PrintedView(chart: ChartScreen())
    case .sources: Self.listOfSources
    case .training: Self.measures(.training)
    case .recovery: Self.measures(.recovery)
    case .records: Self.measures(.records)
    case .friends:
      PrintedView(
        FriendsScreen(), .whole(isOfToday: true) { context, _ in FriendsScreen.rows(in: context) }, FriendsReport.init)
    }
  }

  private static func ring(_ ring: Ring) -> PrintedView {
    PrintedView(RingScreen(ring: ring), .day) { try RingReport(ring, $0) }
  }

  private static func measures(_ group: MeasureGroup) -> PrintedView {
    var view = PrintedView(MeasuresScreen(printing: group), .list) { try MeasuresReport(group, $0) }
    view.group = group
    return view
  }

  private static var listOfSources: PrintedView {
    var view = PrintedView(SourcesScreen(), .list, SourcesReport.init)
    view.table = { try SourcesReport($0).table }
    return view
  }

  private static func years(_ known: ClosedRange<Day>?) -> Int {
    known.map { $0.upperBound.fields.year - $0.lowerBound.fields.year + 1 } ?? 1
  }

  /// Whether the view is the same whatever the chosen day.
  package var isOfToday: Bool { [.trends, .streaks, .workouts, .sources, .friends].contains(self) }

  /// Whether the view is of a day or a month, so that a few weeks of demo data are enough.
  package var isOfOneDay: Bool { [.day, .week, .month, .move, .exercise, .stand].contains(self) }
}
