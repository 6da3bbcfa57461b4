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
  private var late: LateAnswers
  /// What was known of the terminal at the start.
  private let known: TerminalAnswers?
  private let tmux: TmuxWatch?
  private var answers = TerminalAnswers()
  private var watch: StoreWatch?
  private let configurationWatcher: ConfigurationWatcher?
  private var settings: Settings
  /// Whether the command line lets rings move.
  private let animates: Bool
  private var configurationProblems: [ConfigurationProblem] = []
  private var app: App
  /// The frame on the screen.
  private var shown: CellGrid?
  /// What of the app the frame shows.
  private var shownRevision: Int?
  private let pictures = RingPictures()
  /// Draws rings in pixels where the terminal does; nil where symbols are drawn.
  private var board: PictureBoard?
  private var suspensions = 0
  /// Until when a frame waits for data that are on their way.
  private var drawingDeadline: ContinuousClock.Instant?
  private var hasEnded = false
  private var hasAsked = false
  /// When the motion that is under way was last drawn.
  private var lastMotion: ContinuousClock.Instant?

  /// Seconds between two frames of a motion.
  private static let motionInterval = 1.0 / 60

  /// How long a frame waits for its data, which nearly always are there before: the first one, and a step's.
  private static let firstFrameTimeout = Duration.milliseconds(150)
  private static let stepTimeout = Duration.milliseconds(40)

  /// Opens the terminal. From here on the screen is the dashboard's.
  init(
    store: HKHealthStore, mirror: StoreMirror?, clock: @escaping @Sendable () -> Date, terminal: TerminalOptions,
    decision: TerminalDecision,
    late: LateAnswers, selected: Day?, mode: ScreenContext.Mode, isDemo: Bool, animates: Bool, settings: Settings
  ) throws {
    self.late = late
    known = late.evidence.answers
    self.clock = clock
    let waker = try Waker()
    self.waker = waker
    let feed = StoreFeed(store: store, mirror: mirror, clock: clock, waker: waker)
    self.feed = feed
    tmux =
      late.evidence.isTmuxWorthAsking
      ? TmuxWatch(question: TmuxQuestion(late.environment), waker: waker) : nil
    midnight = MidnightTimer(waker: waker)
    // Watched before the first read, so that no change can fall between the two.
    watch = try? store.watch()
    self.settings = settings
    self.animates = animates
    configurationWatcher = ConfigurationWatcher(path: ConfigurationFile.path(late.environment.variables))
    let screen = try TerminalScreen(options: terminal)
    self.screen = screen
    let appearance = Appearance(
      glyphLevel: decision.glyphs, colors: screen.colorLevel, cellAspect: screen.cellAspect,
      palette: late.drawing.palette(late.environment, answer: decision.background),
      animates: animates && settings.animations)
    app = App(
      today: late.environment.systemDay, now: clock(), size: screen.size, selected: selected, mode: mode,
      appearance: appearance, formatting: settings.formatting, keymap: settings.keymap,
      weekStart: settings.weekStart, hasMouse: settings.mouse, isDemo: isDemo)
    app.context.themes = settings.allThemes
    useConfiguredTheme()
    choosePictures(decision)
  }

  /// Begins or ends to draw rings in pixels, by what is known of the terminal.
  private func choosePictures(_ decision: TerminalDecision) {
    guard decision.pictures != board?.method else { return }
    if let board { screen.send(board.removal) }
    board = decision.pictures.map {
      PictureBoard(method: $0, isInsideTmux: late.evidence.isInsideTmux)
    }
    shown = nil
    shownRevision = nil
  }

  /// The screen has another size, or was given back for a while.
  private func rearrangePictures() {
    guard let board else { return }
    if screen.suspensions != suspensions {
      suspensions = screen.suspensions
      board.forgetAll()
    } else if board.method != .kittyPlaceholders {
      screen.send(board.stepAside())
      screen.invalidate()
    }
    shownRevision = nil
  }

  /// Takes in what the terminal says of pictures. One that does not show what it was sent is sent no more.
  private func listenForPictures() {
    guard let board, board.receive(screen.takePictureReplies()) else { return }
    shownRevision = nil
    guard board.hasFailed else { return }
    screen.send(board.removal)
    screen.noteLostPictures()
    answers = screen.answers
    late.learn(answers)
    self.board = nil
    shown = nil
    screen.invalidate()
    let sentence = "The terminal does not show pictures after all, so symbols are drawn."
    perform(app.update(.notice(sentence), now: clock()))
  }

  /// Runs until the user quits or the terminal goes.
  ///
  /// - Returns: the signal that ended it, nil where the user did.
  func run() -> TerminalScreen.EndRequest? {
    defer {
      screen.close()
      ChildProcess.endQuestions()
      // A window that was closed is not asked again.
      if screen.hasAsked, screen.endRequest != .hangup { late.remember(screen.answers, insteadOf: known) }
    }
    feed.loadStatus()
    feed.followServer()
    // One that was too slow for the start.
    if late.evidence.tmuxClients == nil { tmux?.ask(isUrgent: true) }
    while !hasEnded, screen.endRequest == nil {
      draw()
      let reasons = screen.wait(
        wakeDescriptors: [waker.descriptor] + [watch?.descriptor, configurationWatcher?.descriptor].compactMap { $0 },
        timeoutMilliseconds: timeoutMilliseconds)
      var events: [DashboardEvent] = screen.readEvents().map(DashboardEvent.terminal)
      if screen.answers != answers {
        answers = screen.answers
        late.learn(answers)
        redecide()
      }
      listenForPictures()
      if events.contains(where: \.isResize) { rearrangePictures() }
      if !events.isEmpty { tmux?.ask(isUrgent: events.contains(where: \.isResize)) }
      if reasons.descriptors.contains(waker.descriptor) {
        waker.acknowledge()
        events += feed.takeAnswers()
        watchMidnight()
        if let clients = tmux?.takeClients(), clients != late.evidence.tmuxClients {
          late.learn(clients)
          redecide()
        }
      }
      if let watch, reasons.descriptors.contains(watch.descriptor) {
        let (hasChanged, isAnother) = watch.drainEvents()
        if hasChanged { feed.loadChanges(isAnother: isAnother) }
      }
      if let configurationWatcher, reasons.descriptors.contains(configurationWatcher.descriptor) {
        configurationWatcher.drain()
        events += reconfigure()
      }
      if app.isMoving {
        let now = ContinuousClock.now
        let elapsed = lastMotion.map { $0.duration(to: now) } ?? .zero
        lastMotion = now
        events.append(.motion(elapsed: elapsed / .seconds(1)))
      } else {
        lastMotion = nil
      }
      for event in events { perform(app.update(event, now: clock())) }
      setCellAspect(screen.cellAspect)
    }
    return screen.endRequest
  }

  /// The theme that the configuration names. Without one the background chooses.
  private func useConfiguredTheme() {
    if let theme = settings.chosenTheme { app.context.appearance.use(theme) }
  }

  /// Reads the configuration again.
  ///
  /// - Returns: what has changed, and the first of what is not understood and was not told before.
  private func reconfigure() -> [DashboardEvent] {
    let file = ConfigurationFile(late.environment.variables)
    var events: [DashboardEvent] = []
    if file.settings != settings {
      let old = settings
      settings = file.settings
      late.learn(settings)
      app.context.themes = settings.allThemes
      redecide()
      events.append(
        .configured(
          AppConfiguration(
            formatting: settings.formatting, keymap: settings.keymap, weekStart: settings.weekStart,
            // Who has switched the mouse by key keeps it so.
            hasMouse: settings.mouse == old.mouse ? app.context.hasMouse : settings.mouse)))
    }
    if let problem = file.problems.first, file.problems != configurationProblems {
      let more = file.problems.count > 1 ? " (and \(file.problems.count - 1) more)" : ""
      events.append(.notice(problem.sentence(path: "config.toml") + more))
    }
    configurationProblems = file.problems
    return events
  }

  /// Draws by what is known of the terminal now.
  private func redecide() {
    let decision = TerminalDecision(late.evidence)
    choosePictures(decision)
    var appearance = app.context.appearance
    appearance.glyphLevel = decision.glyphs
    if screen.raiseColors(to: decision.color) { appearance.colors = screen.colorLevel }
    appearance.palette = late.drawing.palette(
      late.environment, answer: answers.background ?? decision.background)
    appearance.animates = animates && settings.animations
    if let theme = settings.chosenTheme ?? app.context.chosenTheme { appearance.use(theme) }
    guard appearance != app.context.appearance else { return }
    app.context.appearance = appearance
    // Drawn anew: cells that hardly differ would keep the colours of before.
    shown = nil
    shownRevision = nil
  }

  /// Sets the alarm for the end of the day, or asks what day it is once that has come.
  private func watchMidnight() {
    guard let end = feed.dayEnd else { return }
    let now = clock()
    if end <= now { feed.loadStatus() } else { midnight.set(end, now: now) }
  }

  private func setCellAspect(_ aspect: Double) {
    guard aspect != app.context.appearance.cellAspect else { return }
    app.context.appearance.cellAspect = aspect
    shownRevision = nil
  }

  private func perform(_ effects: [DashboardEffect]) {
    var loads: [Query] = []
    var cancels: [Query] = []
    for effect in effects {
      switch effect {
      case .load(let query): loads.append(query)
      case .cancel(let query): cancels.append(query)
      case .edit(let line): feed.edit(line)
      case .setMouse(let isOn): screen.setMouse(isOn, motion: isOn && app.followsPointer)
      case .redraw:
        screen.invalidate()
        board?.forgetShown()
        shown = nil
        shownRevision = nil
      case .suspend:
        screen.suspend()
        rearrangePictures()
        shownRevision = nil
      case .alert(let sentence): screen.send(settings.alert.bytes(sentence, isInsideTmux: late.evidence.isInsideTmux))
      case .quit: hasEnded = true
      }
    }
    feed.cancel(cancels)
    feed.load(loads)
  }

  /// What to wake for beside what happens: the next step of a motion, and a frame that has waited long enough.
  private var timeoutMilliseconds: Int32? {
    if app.isMoving { return Int32(Self.motionInterval * 1_000) }
    guard let drawingDeadline else { return board?.millisecondsLeft }
    let left = ContinuousClock.now.duration(to: drawingDeadline) / .milliseconds(1)
    return Int32(max(1, left.rounded(.up)))
  }

  /// Draws what has changed since the last frame: one frame a step, with its data, unless they are late.
  private func draw() {
    guard app.revision != shownRevision, app.context.size.columns > 0, app.context.size.rows > 0 else { return }
    if app.isWaiting, !app.isMoving {
      let now = ContinuousClock.now
      let deadline = drawingDeadline ?? now + (shown == nil ? Self.firstFrameTimeout : Self.stepTimeout)
      drawingDeadline = deadline
      if now < deadline { return }
    } else {
      drawingDeadline = nil
    }
    let frame = app.frame(previous: shown, pictures: pictures, records: board != nil)
    app.note(frame)
    screen.setMouse(app.context.hasMouse, motion: app.followsPointer)
    shownRevision = app.revision
    drawingDeadline = nil
    let isFirst = shown == nil
    if let board, let cell = screen.cellPixels, !(app.isMoving && late.showsStillPictures) {
      let drawing = board.draw(frame, cell: cell)
      screen.setPictureRemoval(board.removal)
      if drawing.before.isEmpty, drawing.after.isEmpty {
        _ = screen.present(drawing.grid)
      } else {
        screen.update {
          screen.send(drawing.before)
          _ = screen.present(drawing.grid)
          screen.send(drawing.after)
        }
      }
      shown = frame.grid
    } else if frame.grid != shown {
      if let board { screen.send(board.stepAside()) }
      _ = screen.present(frame.grid)
      shown = frame.grid
    }
    if isFirst, late.areWorthAsking, !hasAsked {
      hasAsked = true
      screen.askTerminal()
    }
  }
}

extension DashboardEvent {
  fileprivate var isResize: Bool {
    if case .terminal(.resize) = self { true } else { false }
  }
}
