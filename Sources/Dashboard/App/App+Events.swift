package import FoundationEssentials
import HealthModel
import Presentation
import Rings
import TerminalModel
import Widgets

extension App {
  /// Processes an event and returns the effects that the event loop must execute.
  ///
  /// - Parameters:
  ///   - event: what happened.
  ///   - now: when it happened.
  /// - Returns: the effects, in order; empty for most events.
  package mutating func update(_ event: DashboardEvent, now: Date) -> [DashboardEffect] {
    context.now = now
    let before = revision
    let effects = take(event)
    if event.mayMoveCharts, revision != before { moveCharts() }
    return effects + requestMissingData()
  }

  private mutating func take(_ event: DashboardEvent) -> [DashboardEffect] {
    switch event {
    case .terminal(.key(let key)):
      return press(key)
    case .terminal(.mouse(let mouse)):
      return handleMouse(mouse)
    case .terminal(.paste(let text)):
      return paste(text)
    case .terminal(.resize(let size)):
      context.size = size
      context.pointer = nil
    case .storeStatus(.unreadable(.busy, let reason)) where context.store.hasData:
      // A temporary condition; the current data stays on the screen.
      context.notice = Notice(sentence: reason, problem: .busy)
    case .storeStatus(let status):
      guard status != context.store || context.notice?.problem != nil else { return [] }
      context.store = status
      clearProblemNotice()
      followNewestData()
    case .loaded(let loaded):
      receive(loaded)
      changed()
      return alertsForClosedRings()
    case .storeChanged(let change):
      context.data.markOutdated(change)
      return []
    case .connection(let connection):
      guard connection != context.connection else { return [] }
      let wasLost = context.connection?.isLost == true
      context.connection = connection
      switch connection {
      case .live:
        if context.notice?.problem == .offline { context.notice = nil }
      case .lost(_, let reason):
        // Reported once; the footer keeps showing it.
        if !wasLost { context.notice = Notice(sentence: reason, problem: .offline) }
      }
    case .editProgress(let percent):
      context.editProgress = percent
    case .edited(let sentence, let isRefused):
      context.editProgress = nil
      let change = context.edits.isEmpty ? nil : context.edits.removeFirst()
      if change == nil || !reopenSubmitted(change, isRefused ? sentence : nil) {
        context.notice = Notice(sentence: sentence)
      }
      changed()
      return context.edits.first.map { [.edit($0)] } ?? []
    case .todayChanged(let day):
      turn(to: day)
    case .configured(let configuration):
      changed()
      return configure(configuration)
    case .notice(let sentence):
      context.notice = Notice(sentence: sentence)
    case .motion(let elapsed):
      advanceMotion(by: elapsed)
    }
    changed()
    return []
  }

  /// Opens a dialog again with what was entered if its change was refused, without the changes that were to follow.
  ///
  /// - Parameter reason: nil if the change was made.
  /// - Returns: whether the dialog shows the reason.
  private mutating func reopenSubmitted(_ change: String?, _ reason: String?) -> Bool {
    guard var waiting = submitted, waiting.changes.first == change else { return false }
    waiting.changes.removeFirst()
    submitted = waiting.changes.isEmpty ? nil : waiting
    guard let reason else { return false }
    context.edits.removeAll(where: waiting.changes.contains)
    submitted = nil
    guard top.presentation == .whole else { return false }
    waiting.dialog.refuse(reason)
    screens.append(waiting.dialog)
    return true
  }

  /// In a pane there is no user who presses a key.
  private mutating func clearProblemNotice() {
    // Reading a local store tells nothing about a server.
    if let problem = context.notice?.problem, problem != .offline { context.notice = nil }
  }

  /// A selection of today follows the date; any other selection stays.
  private mutating func turn(to day: Day) {
    let day = max(day, ScreenContext.firstDay)
    let wasOnToday = context.selected == context.today
    context.today = day
    // Setting the clock back must not leave the selection in the future.
    select(wasOnToday ? day : min(context.selected, day))
  }

  /// If the store's data ended days ago, the newest day with data is selected. Yesterday does not count as old: shortly
  /// after midnight, today's empty rings are correct.
  private mutating func followNewestData() {
    guard !hasChosenDay, let newest = context.store.newest else { return }
    select(newest < context.today - 1 ? max(newest, ScreenContext.firstDay) : context.today)
  }

  private mutating func receive(_ loaded: LoadedQuery) {
    let isFirst = context.summary == nil
    let shown = context.shownRings
    context.data.add(loaded)
    if case .failed(let problem, let reason) = loaded.outcome {
      // If the store cannot be read at all, the whole screen says so.
      if context.store.hasData { context.notice = Notice(sentence: reason, problem: problem) }
    } else if loaded.query.base is SummariesQuery || loaded.query.base is GoalsQuery {
      clearProblemNotice()
      let target = context.restingRings
      guard context.appearance.animates, !isFirst, context.summary != nil, target != context.motion?.path.to else {
        return
      }
      context.motion = Motion(from: shown, to: target)
    }
  }

  /// Alerts for rings that were open when today was last read and are closed now; only once, whatever is undone later.
  private mutating func alertsForClosedRings() -> [DashboardEffect] {
    guard context.data.isKnown(context.today), let summary = context.data.summary(of: context.today) else { return [] }
    let closed = Set(HealthModel.Ring.allCases.filter { summary[$0].isClosed })
    guard let before = closedRings, before.day == context.today else {
      closedRings = (context.today, closed)
      return []
    }
    closedRings?.rings.formUnion(closed)
    return HealthModel.Ring.allCases.filter { closed.contains($0) && !before.rings.contains($0) }
      .map { .alert("\($0.name) is closed.") }
  }

  private mutating func advanceMotion(by elapsed: Double) {
    context.motion?.elapsed += max(0, elapsed)
    if context.motion?.isOver == true { context.motion = nil }
    // It ends when a frame has shown the new values.
    context.chartMotion?.elapsed += max(0, elapsed)
  }

  mutating func select(_ day: Day) {
    guard day != context.selected else { return }
    let rings = context.summary == nil || shown == nil ? nil : context.shownRings
    context.selected = day
    context.motion = nil
    if context.appearance.animates, context.summary != nil, let rings {
      context.motion = Motion(from: rings, to: context.restingRings, isStep: true)
    }
    changed()
  }

  /// Requests what the open screens show, then what they may show next. Requests that are no longer needed are
  /// cancelled.
  private mutating func requestMissingData() -> [DashboardEffect] {
    let all = screens.flatMap { $0.visible(in: context) } + screens.flatMap { $0.prefetched(in: context) }
    let wanted = context.store.hasStore ? all : all.filter { !type(of: $0).needsStore }
    let (load, cancel) = context.data.ask(wanted)
    return cancel.map(DashboardEffect.cancel) + load.map(DashboardEffect.load)
  }
}

extension ServerConnection {
  fileprivate var isLost: Bool { self != .live }
}

extension ScreenContext {
  /// One ring for a user without a watch.
  var ringForm: RingForm { data.knowOnlyMove ? .moveOnly : .three }

  /// The final rings of the selected day.
  var restingRings: RingSet {
    var rings = RingSet(summary, form: ringForm)
    if let ownRing {
      let goals = data.answer(to: goalsQuery)
      let own = goals?.first { $0.goal == ownRing }
      // A type without a goal has no ring, and while the goals are being read an empty one.
      if goals == nil || own != nil { rings.add(own) }
    }
    return rings
  }

  /// The rings of the selected day as displayed, possibly in motion.
  var shownRings: RingSet { motion?.rings ?? restingRings }

  /// The rings of the selected day beside those of other days: they do not move when another day is selected.
  var shownRingsInWeek: RingSet { motion?.isStep == true ? restingRings : shownRings }

  /// The displayed progress of a ring, possibly in motion; 0 if unknown.
  func shownProgress(of ring: HealthModel.Ring) -> Double {
    let rings = shownRings
    return switch ring {
    case .move: rings.move ?? 0
    case .exercise: rings.exercise ?? 0
    case .stand: rings.stand ?? 0
    }
  }

  /// The first day that can be selected: the first with data, if known.
  var oldestDay: Day { min(max(store.oldest ?? Self.firstDay, Self.firstDay), today) }

  /// From the first to the last day with data, as far as they are known, today at the latest.
  var knownDays: ClosedRange<Day> {
    let last = min(store.newest ?? today, today)
    return min(oldestDay, last)...last
  }
}

extension DashboardEvent {
  /// Whether charts move to what they show after it. A new size or a new appearance is there at once.
  fileprivate var mayMoveCharts: Bool {
    switch self {
    case .terminal(.resize), .motion, .configured: false
    default: true
    }
  }
}
