import HealthModel
import TerminalModel

extension App {
  mutating func press(_ key: Key) -> [DashboardEffect] {
    endNotice()
    leaveHint()
    let top = top
    // Where text is typed, letters are text, whatever else they are bound to.
    if top.takesText, let scalar = key.typed {
      return perform(.insert(String(Character(scalar))))
    }
    if let binding = context.keymap.binding(for: key, on: top, in: context) {
      return perform(binding.action)
    }
    return []
  }

  /// Text from elsewhere goes where text is asked for, and does nothing else.
  mutating func paste(_ text: String) -> [DashboardEffect] {
    top.takesText ? perform(.insert(text)) : []
  }

  /// A notice stays until the next key.
  mutating func endNotice() {
    guard context.notice != nil else { return }
    context.notice = nil
    changed()
  }

  /// Does what a key or a click stands for: first the topmost screen is asked, then the app itself.
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
      open(name)
    case .toggleMouse:
      context.hasMouse.toggle()
      context.notice = Notice(
        sentence: context.hasMouse
          ? "Mouse on: click days and keys, the wheel walks."
          : "Mouse off: the terminal selects text again. m switches it on.")
      return [.setMouse(context.hasMouse)]
    case .look(let ring) where context.rings.contains(ring):
      screens.append(RingScreen(ring: ring))
    case .undo:
      return edit("undo")
    case .edit(let line):
      return edit(line)
    case .useTheme(let name):
      use(theme: name)
    case .redraw:
      return [.redraw]
    case .suspend:
      return [.suspend]
    case .runDemo:
      return [.runDemo]
    case .quit:
      return [.quit]
    case .move, .page, .scroll, .first, .last, .next, .previous, .select, .back, .look, .moveHour, .lookAtHour, .zoom,
      .search, .sort, .choose, .erase, .insert, .view:
      break
    }
    return []
  }

  private mutating func carryOut(_ request: ScreenRequest) -> [DashboardEffect] {
    switch request {
    case .select(let day): choose(day)
    case .step(let days): choose(context.selected + days)
    case .selectMonth(let count): chooseMonth(count)
    case .open(let name): open(name)
    case .show(let screen): screens.append(screen)
    case .close: if screens.count > 1 { screens.removeLast() }
    case .notice(let sentence): context.notice = Notice(sentence: sentence)
    case .perform(let action): return perform(action)
    }
    return []
  }

  /// Asks for a change of the store. They are done one after the other, in the order in which they were asked for: an
  /// undo that is pressed while a goal is being stored takes that goal back.
  private mutating func edit(_ line: String) -> [DashboardEffect] {
    guard context.edits.count < Self.mostEdits else {
      context.notice = Notice(sentence: "The changes before are still under way.")
      return []
    }
    context.edits.append(line)
    return context.edits.count == 1 ? [.edit(line)] : []
  }

  /// How many changes may wait, the one under way among them: a key that is held down must not go on for minutes.
  private static let mostEdits = 8

  mutating func use(theme name: String) {
    guard let theme = context.themes.first(where: { $0.name == name }) else { return }
    context.chosenTheme = theme
    context.appearance.use(theme)
  }

  /// Opens a screen over the one that is open; one that is open already is come back to.
  mutating func open(_ name: ScreenName) {
    if let index = screens.firstIndex(where: { $0.name == name }) {
      screens.removeSubrange((index + 1)...)
      return
    }
    context.screen = screens.last { $0.presentation == .whole }?.name ?? DayScreen.name
    // A file may have been downloaded since the last time.
    if name == ImportScreen.name { context.data.forget(answerTo: .exports) }
    if let screen = Screens.named(name)?.opened(in: context) {
      screens.append(screen)
    }
  }

  /// Selects a day for the user, from the first that has data to today.
  mutating func choose(_ day: Day) {
    hasChosenDay = true
    dayOfMonth = nil
    select(min(max(day, context.oldestDay), context.today))
  }

  /// Walks by months and keeps the day of the month, also across months that do not have it.
  private mutating func chooseMonth(_ count: Int) {
    let day = dayOfMonth ?? context.selected.fields.day
    let target = context.selected.addingMonths(count)
    let (year, month, shortened) = target.fields
    choose(
      (shortened...max(shortened, day)).reversed().lazy.compactMap { Day(year: year, month: month, day: $0) }.first
        ?? target)
    dayOfMonth = day
  }
}
