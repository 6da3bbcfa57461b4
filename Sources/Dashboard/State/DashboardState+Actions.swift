import HealthModel
import TerminalModel

extension DashboardState {
  mutating func press(_ key: Key) -> [DashboardEffect] {
    notice = nil
    if let binding = Keymap.binding(for: key, in: self) {
      return perform(binding.action)
    }
    if case .goToDate(let text, _) = overlay, let scalar = key.typed, text.unicodeScalars.count < 40 {
      overlay = .goToDate(text: text + String(Character(scalar)), complaint: nil)
    }
    return []
  }

  /// Text from elsewhere goes where text is asked for, up to the end of its first line, and does nothing else.
  mutating func paste(_ text: String) {
    guard let line = text.split(whereSeparator: \.isNewline).first else { return }
    editDate { typed in
      typed.unicodeScalars.append(contentsOf: line.unicodeScalars.prefix(max(0, 40 - typed.unicodeScalars.count)))
    }
  }

  /// Does what a key or a click stands for.
  mutating func perform(_ action: Action) -> [DashboardEffect] {
    switch action {
    case .moveDays(let count):
      choose(selected + count)
    case .moveMonths(let count):
      choose(selected.addingMonths(count))
    case .goToToday:
      choose(today)
    case .askForDate:
      overlay = .goToDate(text: "", complaint: nil)
    case .focus(let ring):
      guard rings.contains(ring) else { break }
      focus = focus == ring ? nil : ring
    case .zoom:
      isZoomed.toggle()
    case .toggleMouse:
      hasMouse.toggle()
      notice = Notice(
        sentence: hasMouse
          ? "Mouse on: click days and keys, the wheel walks."
          : "Mouse off: the terminal selects text again. m switches it on.")
      return [.setMouse(hasMouse)]
    case .showHelp:
      overlay = .help(scroll: 0)
    case .scrollHelp(let rows):
      scrollHelp(by: rows)
    case .close:
      closeTopmost()
    case .confirmDate:
      goToTypedDate()
    case .eraseCharacter:
      editDate { _ = $0.popLast() }
    case .eraseAll:
      editDate { $0 = "" }
    case .suspend:
      return [.suspend]
    case .quit:
      return [.quit]
    }
    return []
  }

  /// Selects a day for the wearer, at most today.
  mutating func choose(_ day: Day) {
    hasChosenDay = true
    select(min(max(day, Self.firstDay), today))
  }

  private mutating func scrollHelp(by rows: Int) {
    guard case .help(let scroll) = overlay else { return }
    overlay = .help(scroll: min(max(0, scroll + rows), Keymap.helpLines.count - 1))
  }

  private mutating func closeTopmost() {
    if overlay != nil {
      overlay = nil
    } else if isZoomed {
      isZoomed = false
    } else {
      focus = nil
    }
  }

  private mutating func goToTypedDate() {
    guard case .goToDate(let text, _) = overlay else { return }
    switch DateQuery(text)?.day(today: today) {
    case nil:
      overlay = text.isEmpty ? nil : .goToDate(text: text, complaint: DateQuery.complaint)
    case .some(let day) where day > today:
      overlay = .goToDate(text: text, complaint: "\(day) is after today.")
    case .some(let day) where day < Self.firstDay:
      overlay = .goToDate(text: text, complaint: "There is nothing before \(Self.firstDay).")
    case .some(let day):
      overlay = nil
      choose(day)
    }
  }

  private mutating func editDate(_ change: (inout String) -> Void) {
    guard case .goToDate(var text, _) = overlay else { return }
    change(&text)
    overlay = .goToDate(text: text, complaint: nil)
  }
}
