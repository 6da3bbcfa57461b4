import Curses
import Dashboard
import Dispatch
import Foundation
import HealthModel
import OpenHealthKit
import TerminalModel

/// Runs the dashboard on the main thread: one wait on the keyboard, a wake pipe and the store's signal. Between events
/// nothing runs.
final class DashboardLoop {
  private let screen: TerminalScreen
  private let waker: Waker
  private let feed: StoreFeed
  private let midnight: MidnightTimer
  private let clock: @Sendable () -> Date
  private let store: HKHealthStore
  private var late: LateAnswers
  /// What was known of the terminal at the start.
  private let known: TerminalAnswers?
  private let tmux: TmuxWatch?
  private var answers = TerminalAnswers()
  private var watch: StoreWatch?
  private var state: DashboardState
  private var shown: CellGrid?
  private var hasEnded = false
  /// When the motion that is under way was last drawn.
  private var lastMotion: ContinuousClock.Instant?

  /// Seconds between two frames of a motion.
  private static let motionInterval = 1.0 / 60

  /// Opens the terminal. From here on the screen is the dashboard's.
  init(
    store: HKHealthStore, clock: @escaping @Sendable () -> Date, terminal: TerminalOptions, decision: TerminalDecision,
    late: LateAnswers, selected: Day?, mode: DashboardState.Mode, isDemo: Bool, animates: Bool, settings: Settings
  ) throws {
    self.store = store
    self.late = late
    known = late.evidence.answers
    self.clock = clock
    let waker = try Waker()
    self.waker = waker
    let feed = StoreFeed(store: store, clock: clock, waker: waker)
    self.feed = feed
    tmux =
      late.evidence.isTmuxWorthAsking
      ? TmuxWatch(question: TmuxQuestion(late.surroundings), waker: waker) : nil
    midnight = MidnightTimer(waker: waker)
    // Watched before the first read, so that no change can fall between the two.
    watch = try? store.watch()
    let (today, end) = feed.today()
    let screen = try TerminalScreen(options: terminal)
    self.screen = screen
    let appearance = Appearance(
      glyphLevel: decision.glyphs, colors: screen.colorLevel, cellAspect: screen.cellAspect,
      palette: late.drawing.palette(late.surroundings, answer: decision.background), animates: animates)
    state = DashboardState(
      today: today, now: clock(), size: screen.size, selected: selected, mode: mode, appearance: appearance,
      weekStart: settings.weekStart, hasMouse: settings.mouse, isDemo: isDemo)
    midnight.set(end, now: clock())
  }

  /// Runs until the wearer quits or the terminal goes.
  ///
  /// - Returns: the signal that ended it, nil where the wearer did.
  func run() -> TerminalScreen.EndRequest? {
    defer {
      screen.close()
      ChildProcess.endQuestions()
      // A window that was closed is not asked again.
      if screen.hasAsked, screen.endRequest != .hangup { late.remember(screen.answers, insteadOf: known) }
    }
    // The first frame is drawn with its data: the store answers faster than an eye can see a placeholder.
    perform(state.update(.storeStatus(feed.currentStatus()), now: clock()), waiting: true)
    draw()
    if late.areWorthAsking { screen.askTerminal() }
    // One that was too slow for the start.
    if late.evidence.tmuxClients == nil { tmux?.ask(isUrgent: true) }
    while !hasEnded, screen.endRequest == nil {
      let reasons = screen.wait(
        wakeDescriptors: [waker.descriptor] + (watch.map { [$0.descriptor] } ?? []),
        timeoutMilliseconds: state.isMoving ? Int32(Self.motionInterval * 1_000) : nil)
      var events: [DashboardEvent] = screen.readEvents().map(DashboardEvent.terminal)
      if screen.answers != answers {
        answers = screen.answers
        late.learn(answers)
        redecide()
      }
      if !events.isEmpty { tmux?.ask(isUrgent: events.contains(where: \.isResize)) }
      if reasons.descriptors.contains(waker.descriptor) {
        waker.acknowledge()
        events += feed.takeAnswers()
        events += newDay()
        if let clients = tmux?.takeClients(), clients != late.evidence.tmuxClients {
          late.learn(clients)
          redecide()
        }
      }
      if let watch, reasons.descriptors.contains(watch.descriptor), watch.drain() {
        feed.loadStatus()
        events.append(.storeChanged(days: nil))
      }
      if state.isMoving {
        let now = ContinuousClock.now
        let elapsed = lastMotion.map { $0.duration(to: now) } ?? .zero
        lastMotion = now
        events.append(.motion(elapsed: elapsed / .seconds(1)))
      } else {
        lastMotion = nil
      }
      for event in events { perform(state.update(event, now: clock()), waiting: false) }
      state.appearance.cellAspect = screen.cellAspect
      draw()
    }
    return screen.endRequest
  }

  /// Draws by what is known of the terminal now.
  private func redecide() {
    let decision = TerminalDecision(late.evidence)
    var appearance = state.appearance
    appearance.glyphLevel = decision.glyphs
    if screen.raiseColors(to: decision.color) { appearance.colors = screen.colorLevel }
    if let background = answers.background {
      appearance.palette = late.drawing.palette(late.surroundings, answer: background)
    }
    guard appearance != state.appearance else { return }
    state.appearance = appearance
    // Drawn anew: cells that hardly differ would keep the colours of before.
    shown = nil
  }

  private func newDay() -> [DashboardEvent] {
    let (day, end) = feed.today()
    midnight.set(end, now: clock())
    return day != state.today ? [.todayChanged(day)] : []
  }

  /// - Parameter waiting: whether what is loaded is waited for, for the first frame.
  private func perform(_ effects: [DashboardEffect], waiting: Bool) {
    for effect in effects {
      switch effect {
      case .load(let days): feed.load(days)
      case .loadActivity(let day): feed.loadActivity(day)
      case .setMouse(let isOn): screen.setMouse(isOn)
      case .suspend: screen.suspend()
      case .quit: hasEnded = true
      }
    }
    guard waiting, !effects.isEmpty else { return }
    feed.waitUntilIdle()
    for event in feed.takeAnswers() {
      for effect in state.update(event, now: clock()) where effect != .quit { perform([effect], waiting: false) }
    }
  }

  private func draw() {
    if state.size.columns == 0 || state.size.rows == 0 { return }
    let grid = frame(state, previous: shown)
    guard grid != shown else { return }
    _ = screen.present(grid)
    shown = grid
  }
}

extension DashboardEvent {
  fileprivate var isResize: Bool {
    if case .terminal(.resize) = self { true } else { false }
  }
}
