package import FoundationEssentials
import HealthModel
import Rings
import TerminalModel

extension DashboardState {
  /// Takes in an event and says what is to be done about it.
  ///
  /// - Parameters:
  ///   - event: what happened.
  ///   - now: when.
  /// - Returns: wishes for the loop, in order; empty for most events.
  package mutating func update(_ event: DashboardEvent, now: Date) -> [DashboardEffect] {
    self.now = now
    let effects = take(event)
    return effects + askForWhatIsMissing()
  }

  private mutating func take(_ event: DashboardEvent) -> [DashboardEffect] {
    switch event {
    case .terminal(.key(let key)):
      return press(key)
    case .terminal(.mouse(let mouse)):
      return point(mouse)
    case .terminal(.resize(let size)):
      self.size = size
    case .terminal(.paste(let text)):
      paste(text)
    case .storeStatus(.unreadable(.busy, let reason)) where store.hasData:
      // Soon over; what is known stays on the screen.
      notice = Notice(sentence: reason, problem: .busy)
    case .storeStatus(let status):
      store = status
      endNoticeOfProblem()
      followNewestData()
    case .loaded(let range, let summaries):
      takeIn(summaries, days: range)
    case .loadedActivity(let activity):
      days.add(activity)
    case .loadFailed(let range, let problem, let reason):
      days.markFailed(range)
      // A store that cannot be read at all says so on the whole screen.
      if store.hasData { notice = Notice(sentence: reason, problem: problem) }
    case .storeChanged(let range):
      days.markOutdated(range)
    case .todayChanged(let day):
      turn(to: day)
    case .notice(let sentence):
      notice = Notice(sentence: sentence)
    case .motion(let elapsed):
      advanceMotion(by: elapsed)
    }
    return []
  }

  /// In a pane there is nobody who presses a key.
  private mutating func endNoticeOfProblem() {
    if notice?.problem != nil { notice = nil }
  }

  /// A wearer who looked at today goes on looking at today; one who looked elsewhere stays there.
  private mutating func turn(to day: Day) {
    let wasOnToday = selected == today
    today = day
    if wasOnToday {
      select(day)
    } else {
      // A clock set back must not leave the selection in the future.
      select(min(selected, day))
    }
  }

  /// A store whose data ended days ago opens on the last of them. Yesterday does not count as old: shortly after
  /// midnight today's empty rings are the truth.
  private mutating func followNewestData() {
    guard !hasChosenDay, let newest = store.newest else { return }
    select(newest < today - 1 ? max(newest, Self.firstDay) : today)
  }

  private mutating func takeIn(_ summaries: [DaySummary], days range: ClosedRange<Day>) {
    let isFirst = summary == nil
    let shown = shownRings
    days.add(summaries, days: range)
    endNoticeOfProblem()
    let target = RingSet(summary, form: ringForm)
    guard appearance.animates, !isFirst, summary != nil, target != motion?.path.to else { return }
    motion = Motion(from: shown, to: target)
  }

  private mutating func advanceMotion(by elapsed: Double) {
    motion?.elapsed += max(0, elapsed)
    if motion?.isOver == true { motion = nil }
  }

  /// One ring for a wearer without a watch.
  var ringForm: RingForm { days.knowOnlyMove ? .moveOnly : .three }

  /// The rings of the selected day, on their way or arrived.
  var shownRings: RingSet {
    motion?.rings ?? RingSet(summary, form: ringForm)
  }

  /// How far a ring goes round now, on its way or arrived; 0 where nothing is known.
  func shownProgress(of ring: HealthModel.Ring) -> Double {
    let rings = shownRings
    return switch ring {
    case .move: rings.move ?? 0
    case .exercise: rings.exercise ?? 0
    case .stand: rings.stand ?? 0
    }
  }

  mutating func select(_ day: Day) {
    guard day != selected else { return }
    selected = day
    motion = nil
  }
}

extension DashboardState {
  /// The selected week with one week on either side, so that the next step finds its data; then as much of the past as
  /// the streak reaches into.
  private mutating func askForWhatIsMissing() -> [DashboardEffect] {
    guard store.hasStore else { return [] }
    let week = days.week(of: selected)
    let near = [week - 7, week, week + 7].filter { $0 <= today && $0 + 6 >= Self.firstDay }
    var effects = days.ask(forWeeks: near).map(DashboardEffect.load(days:))
    if days.askForActivity(of: selected) {
      effects.append(.loadActivity(selected))
    }
    if let unknown = streak.unknownFrom, unknown < week {
      let last = days.week(of: unknown)
      let block = (0..<Self.weeksOfStreakAtATime).map { last - 7 * $0 }.filter { $0 + 6 >= Self.firstDay }
      effects += days.ask(forWeeks: block).map(DashboardEffect.load(days:))
    }
    return effects
  }

  /// A quarter of a year: most streaks end in the first block, and no block is felt.
  private static let weeksOfStreakAtATime = 13
}
