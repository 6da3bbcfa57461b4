import Dashboard
import Graphics
import HealthAnalysis
import HealthDatabase
import HealthModel
import HealthQueries
import Presentation
import Rings
import Sharing
import TerminalModel

/// The days of a week, a month or a year on a card.
private struct CardDays {
  let days: ClosedRange<Day>
  let today: Day
  let colors: CardColors
  let formatting: Formatting
  let isMoveOnly: Bool
  private let byDay: [Day: DaySummary]
  let totals: PeriodTotals

  init(_ days: ClosedRange<Day>, _ source: ReportSource, _ colors: CardColors) throws {
    (self.days, self.today, self.colors, formatting) = (days, source.today, colors, source.formatting)
    // Whether Move is the only ring shows in more than a few days.
    let around = try source.store.shownSummaries(min(days.lowerBound, source.aroundDay.lowerBound)...days.upperBound)
    isMoveOnly = around.knowOnlyMove
    let shown = around.filter { days.contains($0.day) && $0.day <= source.today }
    byDay = Dictionary(shown.map { ($0.day, $0) }, uniquingKeysWith: { $1 })
    totals = PeriodTotals(shown, known: source.known)
  }

  var rings: [HealthModel.Ring] { isMoveOnly ? [.move] : HealthModel.Ring.allCases }

  /// One summary for each day up to today, also for days without data.
  var all: [DaySummary] { days.compactMap { byDay[$0] } }

  subscript(day: Day) -> DaySummary? { byDay[day].flatMap { $0.basis == .none && !$0.isPaused ? nil : $0 } }

  /// The sums of the rings, with the number of days on which each was closed.
  var facts: [Card.Fact] {
    rings.compactMap { ring in
      guard let sum = formatting.sum(of: ring, in: totals) else { return nil }
      return Card.Fact(
        name: ring.name, value: sum, note: "\(totals.closed(ring)) closed", color: colors.color(of: ring))
    }
  }

  var closedWords: String { totals.counted == 0 ? "no data" : totals.closedWords }

  /// The rings of a day as large as possible around a point; a dot for a day without data.
  func draw(_ day: Day, at center: Point, side: Double, on drawing: inout Drawing) {
    guard let summary = self[day] else {
      if day <= today { drawing.fill(Path(circle: center, radius: side * 0.04), .color(colors.ink, opacity: 0.3)) }
      return
    }
    let rings = Card.rings(of: summary, isMoveOnly: isMoveOnly)
    drawing.place(
      rings.drawing(palette: colors.palette, width: side, height: side), at: center - Point(side, side) / 2,
      size: Point(side, side))
    drawing.words.append(
      formatting.shortDate(day) + (summary.isPaused ? ", paused" : "")
        + self.rings.map { ", " + RingWords($0, of: summary, formatting: formatting).amount() }.joined())
  }
}

extension Card {
  /// The week of a day: the rings of its days, and its sums.
  static func week(_ source: ReportSource, _ colors: CardColors) throws -> Card {
    let days = try CardDays(source.week, source, colors)
    return Card(
      title: source.formatting.dates(source.week, false), subtitle: days.closedWords, facts: days.facts, colors: colors,
      shape: 0.9...12
    ) { width, height in
      var drawing = Drawing(width: width, height: height)
      // All in one row, or in a tall picture in two.
      let columns = width > 2.5 * height ? 7 : 4
      let rows = (7 + columns - 1) / columns
      let slot = Point(width / Double(columns), height / Double(rows))
      let text = min(slot.x, slot.y) * 0.16
      let side = min(slot.x * 0.88, slot.y - 2 * text)
      for (index, day) in source.week.enumerated() {
        let row = index / columns
        // The last row may have fewer days.
        let indent = row == rows - 1 ? Double(rows * columns - 7) / 2 : 0
        let center = Point((Double(index % columns) + indent + 0.5) * slot.x, (Double(row) + 0.5) * slot.y + text * 0.7)
        if day > source.today {
          let tracks = Card.rings(of: nil, isMoveOnly: days.isMoveOnly)
          let picture = tracks.drawing(palette: colors.palette, width: side, height: side)
          drawing.place(picture, at: center - Point(side, side) / 2, size: Point(side, side))
        } else {
          days.draw(day, at: center, side: side, on: &drawing)
        }
        drawing.write(
          source.formatting.weekday(day), center.x, center.y - side / 2 - text * 0.5, colors.ink, size: text,
          weight: day == source.today ? .semibold : .regular, anchor: .middle, opacity: day > source.today ? 0.35 : 0.75
        )
      }
      return drawing
    }
  }

  /// The month of a day as a calendar of rings, and its sums.
  static func month(_ source: ReportSource, _ colors: CardColors) throws -> Card {
    let days = try CardDays(source.day.month, source, colors)
    return Card(
      title: source.formatting.monthAndYear(source.day), subtitle: days.closedWords, facts: days.facts, colors: colors,
      shape: 1.12...1.12
    ) { width, height in
      var drawing = Drawing(width: width, height: height)
      let first = source.day.month.lowerBound.week(startingOn: source.weekStart).lowerBound
      let rows = (source.day.month.upperBound - first) / 7 + 1
      let text = height * 0.036
      let slot = Point(width / 7, (height - 1.6 * text) / Double(rows))
      let side = min(slot.x * 0.92, slot.y - 1.25 * text)
      for weekday in 0..<7 {
        drawing.write(
          String(source.formatting.weekday(first + weekday).prefix(1)), (Double(weekday) + 0.5) * slot.x, text,
          colors.ink, size: text, weight: .semibold, anchor: .middle, opacity: 0.5)
      }
      for day in source.day.month {
        let (row, column) = (day - first).quotientAndRemainder(dividingBy: 7)
        let corner = Point(Double(column) * slot.x, 1.6 * text + Double(row) * slot.y)
        drawing.write(
          "\(day.fields.day)", corner.x + slot.x / 2, corner.y + text, colors.ink, size: text,
          weight: day == source.today ? .semibold : .regular, anchor: .middle, opacity: day > source.today ? 0.35 : 0.75
        )
        days.draw(day, at: corner + Point(slot.x / 2, 1.25 * text + side / 2), side: side, on: &drawing)
      }
      return drawing
    }
  }

  /// A year in review: a square for each day, the sums, the longest streak, and the workouts.
  static func year(_ source: ReportSource, _ colors: CardColors) throws -> Card {
    let year = source.day.year
    let days = try CardDays(year, source, colors)
    var facts = days.facts
    let longest = StreakLength.longest(in: days.all, today: source.today).days
    if longest > 1 {
      facts.append(Fact(name: "Longest streak", value: source.formatting.count(longest, "day")))
    }
    let workouts = try WorkoutOverviewQuery(weekStart: source.weekStart).run(in: source).months
      .filter { year.contains($0.key) }.values
    let (count, distance) = (workouts.reduce(0) { $0 + $1.count }, workouts.reduce(0) { $0 + $1.distance })
    if count > 0 { facts.append(Fact(name: "Workouts", value: source.formatting.number(count))) }
    if distance > 0 { facts.append(Fact(name: "Distance", value: source.formatting.distance(distance))) }
    return Card(
      title: "\(source.day.fields.year)", subtitle: days.closedWords, facts: facts, colors: colors,
      shape: 0.6...7
    ) { width, height in
      YearPicture(days: days, year: year, weekStart: source.weekStart).drawing(width: width, height: height)
    }
  }
}

/// The days of a year as squares: in one strip of weeks, or in a tall picture month by month.
private struct YearPicture {
  let days: CardDays
  let year: ClosedRange<Day>
  let weekStart: Int

  func drawing(width: Double, height: Double) -> Drawing {
    var drawing = Drawing(width: width, height: height)
    if width > 2.2 * height {
      let columns = (year.upperBound - first(of: year)) / 7 + 1
      let side = min(width / Double(columns), height / 8.4)
      // As wide as the card, with its names above.
      let origin = Point((width - side * Double(columns)) / 2, (height - 8.4 * side) / 2 + 1.4 * side)
      for month in months {
        let column = Double((month.lowerBound - first(of: year)) / 7)
        name(month, at: origin + Point(column * side, -0.5 * side), size: side, on: &drawing)
      }
      draw(year, at: origin, side: side, isAcross: true, on: &drawing)
    } else {
      let columns = width > height ? 4.0 : 3.0
      let slot = Point(width / columns, height / (12 / columns))
      let side = min(slot.x / 7.6, slot.y / 7.9)
      for (index, month) in months.enumerated() {
        let corner = Point(Double(index % Int(columns)), Double(index / Int(columns))) * slot
        let origin = corner + Point((slot.x - 7 * side) / 2, 1.5 * side)
        name(month, at: origin - Point(0, 0.5 * side), size: side * 0.85, on: &drawing)
        draw(month, at: origin, side: side, isAcross: false, on: &drawing)
      }
    }
    return drawing
  }

  private var months: [ClosedRange<Day>] { (0..<12).map { year.lowerBound.addingMonths($0).month } }

  private func first(of days: ClosedRange<Day>) -> Day { days.lowerBound.week(startingOn: weekStart).lowerBound }

  private func name(_ month: ClosedRange<Day>, at place: Point, size: Double, on drawing: inout Drawing) {
    drawing.write(
      String(days.formatting.month(month.lowerBound.fields.month).prefix(3)), place.x, place.y, days.colors.ink,
      size: size, opacity: 0.6)
  }

  /// - Parameter isAcross: whether weeks are columns instead of rows.
  private func draw(_ span: ClosedRange<Day>, at origin: Point, side: Double, isAcross: Bool, on drawing: inout Drawing)
  {
    let shade = DayShade(ring: nil, rings: days.rings)
    for day in span {
      let (week, weekday) = (day - first(of: span)).quotientAndRemainder(dividingBy: 7)
      let place = isAcross ? Point(Double(week), Double(weekday)) : Point(Double(weekday), Double(week))
      let corner = origin + (place + Point(0.06, 0.06)) * side
      let square = Path(rectangle: corner, size: Point(side, side) * 0.88, radius: side * 0.16)
      let kind = shade.kind(of: days[day], isKnown: true, isToCome: day > days.today)
      switch kind {
      case .level(let level):
        let share = level == 0 ? 0.16 : 0.3 + 0.7 * Double(level) / Double(shade.highest)
        let full = level == 0 ? days.colors.ink : days.colors.color(of: days.isMoveOnly ? .move : .exercise)
        drawing.fill(square, days.colors.paper.mixed(with: full, share: share))
      case .paused: drawing.fill(square, days.colors.paper.mixed(with: days.colors.ink, share: 0.3))
      case .noData, .loading, .toCome:
        drawing.fill(square, .color(days.colors.ink, opacity: kind == .toCome ? 0.035 : 0.07))
      }
    }
  }
}
