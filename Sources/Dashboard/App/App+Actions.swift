import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import Widgets

extension App {
  mutating func press(_ key: Key) -> [DashboardEffect] {
    endNotice()
    hideHint()
    let top = top
    // In a text field, letters are text, even if they are bound to actions.
    if top.takesText, let scalar = key.typed {
      return perform(.insert(String(Character(scalar))))
    }
    if let binding = context.keymap.binding(for: key, on: top, in: context) {
      return perform(binding.action)
    }
    if let reason = context.keymap.absence(of: key, on: top, in: context) {
      context.notice = Notice(sentence: reason, problem: context.store.hasData ? nil : .empty)
      changed()
    }
    return []
  }

  /// Inserts pasted text into the focused text field; ignored elsewhere.
  mutating func paste(_ text: String) -> [DashboardEffect] {
    top.takesText ? perform(.insert(text)) : []
  }

  /// A notice stays until the next key.
  mutating func endNotice() {
    guard context.notice != nil else { return }
    context.notice = nil
    changed()
  }

  /// Performs an action: it is offered to the topmost screen first, then handled by the app.
  mutating func perform(_ action: Action) -> [DashboardEffect] {
    changed()
    var screen = top
    if let requests = screen.handle(action, in: context) {
      screens[screens.count - 1] = screen
      return requests.flatMap { carryOut($0) }
    }
    switch action {
    case .back where screens.count > 1:
      screens.removeLast()
    case .goTo(let day):
      choose(day)
    case .goToToday:
      choose(context.today)
    case .open(let name):
      // A server's store is read-only, which a change that is asked for now says before anything is typed.
      let changes = [AddScreen.name, GoalsScreen.name, PauseScreen.name, ImportScreen.name]
      if context.connection != nil, changes.contains(name) { return edit(name.description) }
      open(name)
    case .toggleMouse:
      context.hasMouse.toggle()
      context.notice = Notice(
        sentence: context.hasMouse
          ? "Mouse on: click days and keys, scroll to move."
          : "Mouse off: the terminal selects text again. Press m to enable it.")
      return [.setMouse(context.hasMouse)]
    case .nextLayout:
      context.composition = context.composition.next(configured: context.configuredComposition)
      context.notice = Notice(
        sentence: WideLayout.fits(context.body, mode: context.mode)
          ? context.composition.words : "Layouts need at least 160 columns and 49 rows.")
    case .selectRing(let ring) where context.rings.contains(ring):
      screens.append(RingScreen(ring: ring))
    case .undo:
      return edit("undo")
    case .edit(let line):
      return edit(line)
    case .useTheme(let name):
      use(theme: name)
    case .copy:
      let text = pageText
      // The terminal does not reply to it.
      context.notice = Notice(sentence: "Copied the view to the clipboard, if the terminal allows it.")
      return [.copy(text)]
    case .savePicture:
      context.notice = Notice(sentence: "Saving the picture.")
      return [.savePicture(pagePicture, name: "ringtop-\(top.name)-\(context.selected)")]
    case .redraw:
      return [.redraw]
    case .suspend:
      return [.suspend]
    case .runDemo:
      return [.runDemo]
    case .quit:
      return [.quit]
    case .move, .page, .scroll, .first, .last, .next, .previous, .select, .back, .selectRing, .moveHour, .selectHour,
      .zoom,
      .search, .sort, .choose, .erase, .insert, .view:
      break
    }
    return []
  }

  private mutating func carryOut(_ request: ScreenRequest) -> [DashboardEffect] {
    switch request {
    case .select(let day): choose(day)
    case .step(let days): choose(context.selected + days)
    case .selectMonth(let count): selectMonth(count)
    case .open(let name): open(name)
    case .openDay(let day): openDay(day)
    case .show(let screen): screens.append(screen)
    case .close: if screens.count > 1 { screens.removeLast() }
    case .notice(let sentence): context.notice = Notice(sentence: sentence)
    case .submit(let changes):
      submitted = (top, changes)
      return carryOut(.close) + changes.flatMap { edit($0) }
    case .perform(let action): return perform(action)
    }
    return []
  }

  /// Requests a change of the store. Changes are executed one after the other in the order of the requests: an undo
  /// that is requested while a goal is being stored undoes that goal.
  private mutating func edit(_ line: String) -> [DashboardEffect] {
    if context.isDemo, line.hasPrefix("import") {
      context.notice = Notice(sentence: Self.refusesImport)
      return []
    }
    guard context.edits.count < Self.mostEdits else {
      context.notice = Notice(sentence: "Earlier changes are still being stored.")
      return []
    }
    context.edits.append(line)
    return context.edits.count == 1 ? [.edit(line)] : []
  }

  private static let refusesImport = "This is made-up data. q ends it; then import into your own store."

  /// The maximum number of pending changes, including the current one: a held key must not continue for minutes.
  private static let mostEdits = 8

  mutating func use(theme name: String) {
    guard let theme = context.themes.first(where: { $0.name == name }) else { return }
    context.chosenTheme = theme
    context.appearance.use(theme)
  }

  /// Opens a screen on top of the current one; returns to it if it is already open.
  mutating func open(_ name: ScreenName) {
    if name == ImportScreen.name, context.isDemo {
      context.notice = Notice(sentence: Self.refusesImport)
      return
    }
    // Each group of measures has a name of its own.
    if let group = MeasureGroup(rawValue: name.description) {
      screens.removeAll { $0.name == MeasuresScreen.name }
      return screens.append(MeasuresScreen(group))
    }
    if let index = screens.firstIndex(where: { $0.name == name }) {
      screens.removeSubrange((index + 1)...)
      return
    }
    context.screen = screens.last { $0.presentation == .whole }?.name ?? DayScreen.name
    // A file may have been downloaded since the last time.
    if name == ImportScreen.name { context.data.forgetAnswer(to: ExportsQuery()) }
    if let screen = Screens.named(name)?.opened(in: context) {
      screens.append(screen)
    }
  }

  /// Opens a day on top of the current screen. A day that was opened in this way before gives way, with what lies between.
  private mutating func openDay(_ day: Day) {
    choose(day)
    if let last = screens.dropFirst().lastIndex(where: { $0 is DayScreen }) { screens.removeSubrange(1...last) }
    screens.append(DayScreen())
  }

  /// Selects a day for the user, clamped to the range from the first day with data to today.
  mutating func choose(_ day: Day) {
    hasChosenDay = true
    dayOfMonth = nil
    select(min(max(day, context.oldestDay), context.today))
  }

  /// Moves by months and keeps the day of the month, even across shorter months.
  private mutating func selectMonth(_ count: Int) {
    let day = dayOfMonth ?? context.selected.fields.day
    let target = context.selected.addingMonths(count)
    let (year, month, shortened) = target.fields
    choose(
      (shortened...max(shortened, day)).reversed().lazy.compactMap { Day(year: year, month: month, day: $0) }.first
        ?? target)
    dayOfMonth = day
  }
}
