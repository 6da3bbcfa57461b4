import Configuration
import Curses
import Dashboard
import Dispatch
import Foundation
import HealthDatabase
import HealthModel
import Processes
import Reports
import Serving
import Sharing
import StoreFiles
import TerminalModel
import TerminalPictures
import Widgets

/// Runs the dashboard on the main thread, with a single wait for the keyboard, a wake pipe and the store's signal.
/// Between events the process sleeps.
final class DashboardLoop {
  private let screen: TerminalScreen
  private let waker: Waker
  private let feed: StoreFeed
  private let midnight: MidnightTimer
  private let clock: @Sendable () -> Date
  private var late: LateReplies
  /// The terminal's replies known at the start.
  private let known: TerminalReplies?
  private let tmux: TmuxWatch?
  private var replies = TerminalReplies()
  private var watch: StoreWatcher?
  private let configurationWatcher: ConfigurationWatcher?
  private var settings: Settings
  /// Whether the command line allows animations.
  private let animates: Bool
  private var configurationProblems: [ConfigurationProblem] = []
  private var app: App
  /// The frame on the screen.
  private var shown: CellGrid?
  /// The revision of the app in that frame.
  private var shownRevision: Int?
  private let pictures = RingPictures()
  /// Draws rings in pixels if the terminal supports it; nil if symbols are used.
  private var presenter: PicturePresenter?
  private var suspensions = 0
  /// How long the next frame waits for data that is being loaded.
  private var drawingDeadline: ContinuousClock.Instant?
  private var hasEnded = false
  /// Whether the user asked for the demo.
  private(set) var leavesForDemo = false
  private var hasQueried = false
  private let trace: EventTrace?
  /// When the current motion was last drawn.
  private var lastMotion: ContinuousClock.Instant?

  /// The interval between two frames of a motion.
  private static let motionInterval = Duration.seconds(1) / 60

  /// The maximum time that the first frame, and a later one, waits for data, which is nearly always available before.
  private static let firstFrameTimeout = Duration.milliseconds(150)
  private static let stepTimeout = Duration.milliseconds(40)

  /// Opens the terminal and takes over the screen.
  init(
    store: StoreConnection, mirror: StoreMirror?, clock: @escaping @Sendable () -> Date, terminal: TerminalOptions,
    decision: TerminalDecision,
    late: LateReplies, selected: Day?, mode: ScreenContext.Mode, isDemo: Bool, animates: Bool, settings: Settings
  ) throws {
    self.late = late
    trace = EventTrace(late.environment.variables)
    known = late.evidence.replies
    self.clock = clock
    let waker = try Waker()
    self.waker = waker
    let variables = late.environment.variables
    let feed = StoreFeed(
      store: store, mirror: mirror, friends: FriendReader(isDemo ? nil : variables), clock: clock, waker: waker)
    feed.use(settings.heartRateLimits)
    self.feed = feed
    tmux =
      late.evidence.isTmuxWorthQuerying
      ? TmuxWatch(query: TmuxQuery(late.environment), waker: waker) : nil
    midnight = MidnightTimer(waker: waker)
    // Watched before the first read, so that no change is missed.
    watch = try? StoreWatcher(store)
    self.settings = settings
    self.animates = animates
    configurationWatcher = ConfigurationWatcher(path: ConfigurationFile.path(late.environment.variables))
    let screen = try TerminalScreen(options: terminal)
    self.screen = screen
    let appearance = Appearance(
      glyphLevel: decision.glyphs, colors: screen.colorLevel, cellAspect: screen.cellAspect,
      palette: late.drawing.palette(late.environment, reported: decision.background),
      animates: animates && settings.animations)
    app = App(
      today: late.environment.systemDay, now: clock(), size: screen.size, selected: selected, mode: mode,
      appearance: appearance, formatting: settings.formatting, keymap: settings.keymap,
      weekStart: settings.weekStart, hasMouse: settings.mouse, isDemo: isDemo, composition: settings.composition,
      ownRing: settings.ownRing)
    app.context.themes = settings.allThemes
    applyConfiguredTheme()
    updatePictureMethod(decision)
  }

  /// Starts or stops drawing rings in pixels, depending on the terminal.
  private func updatePictureMethod(_ decision: TerminalDecision) {
    guard decision.pictures != presenter?.method else { return }
    if let presenter { screen.send(presenter.removal) }
    presenter = decision.pictures.map {
      PicturePresenter(method: $0, isInsideTmux: late.evidence.isInsideTmux)
    }
    shown = nil
    shownRevision = nil
  }

  /// Updates the pictures after the screen was resized or suspended.
  private func resetPictures() {
    guard let presenter else { return }
    if screen.suspensions != suspensions {
      suspensions = screen.suspensions
      presenter.forgetAll()
    } else {
      let (bytes, redraws) = presenter.resize()
      screen.send(bytes)
      if redraws { screen.invalidate() }
    }
    shownRevision = nil
  }

  /// Handles the terminal's replies about images. If the terminal fails to show one, no more are sent.
  private func handlePictureReplies() {
    guard let presenter, presenter.receive(screen.takePictureReplies()) else { return }
    shownRevision = nil
    guard presenter.hasFailed else { return }
    screen.send(presenter.removal)
    screen.noteLostPictures()
    replies = screen.replies
    late.learn(replies)
    self.presenter = nil
    shown = nil
    screen.invalidate()
    let sentence = "The terminal failed to show images, so symbols are used."
    perform(app.update(.notice(sentence), now: clock()))
  }

  /// Runs until the user quits or the terminal is closed.
  ///
  /// - Returns: the signal that ended it, nil if the user quit.
  func run() -> TerminalScreen.EndRequest? {
    defer {
      trace?.note("ends: \(screen.endRequest.map { "\($0)" } ?? "quit")")
      screen.close()
      ChildProcess.endQueries()
      // A closed window is not queried again.
      if screen.hasQueried, screen.endRequest != .hangup { late.remember(screen.replies, insteadOf: known) }
    }
    feed.loadStatus()
    feed.followServer()
    if !app.context.isDemo {
      do {
        feed.follow(try FriendFollower(late.environment))
      } catch {
        perform(app.update(.notice(Failure(error).sentence), now: clock()))
      }
    }
    // tmux did not reply in time at the start.
    if late.evidence.tmuxClients == nil { tmux?.ask(isUrgent: true) }
    while !hasEnded, screen.endRequest == nil {
      draw()
      let reasons = screen.wait(
        wakeDescriptors: [waker.descriptor] + [watch?.descriptor, configurationWatcher?.descriptor].compactMap { $0 },
        timeoutMilliseconds: timeoutMilliseconds)
      var events: [DashboardEvent] = screen.readEvents().map(DashboardEvent.terminal)
      trace?.note("\(reasons) \(events)")
      if screen.replies != replies {
        replies = screen.replies
        late.learn(replies)
        updateDecision()
      }
      handlePictureReplies()
      if events.contains(where: \.isResize) { resetPictures() }
      if !events.isEmpty { tmux?.ask(isUrgent: events.contains(where: \.isResize)) }
      if reasons.descriptors.contains(waker.descriptor) {
        waker.acknowledge()
        events += feed.takeEvents()
        watchMidnight()
        if let clients = tmux?.takeClients(), clients != late.evidence.tmuxClients {
          late.learn(clients)
          updateDecision()
        }
      }
      if let watch, reasons.descriptors.contains(watch.descriptor) {
        let change = watch.drain()
        if change.hasChanged { feed.loadChanges(isAnother: change.wasReplaced) }
      }
      if let configurationWatcher, reasons.descriptors.contains(configurationWatcher.descriptor) {
        configurationWatcher.drain()
        events += reconfigure()
      }
      for event in events { perform(app.update(event, now: clock())) }
      advanceMotion()
      setCellAspect(screen.cellAspect)
    }
    return screen.endRequest
  }

  /// Moves the rings to where they are now. The frame with new data already shows the first step.
  private func advanceMotion() {
    guard app.isMoving else {
      lastMotion = nil
      return
    }
    let now = ContinuousClock.now
    let elapsed = lastMotion.map { $0.duration(to: now) } ?? Self.motionInterval
    lastMotion = now
    perform(app.update(.motion(elapsed: elapsed / .seconds(1)), now: clock()))
  }

  /// Uses the configured theme. Without one, the background determines the theme.
  private func applyConfiguredTheme() {
    if let theme = settings.chosenTheme { app.context.appearance.use(theme) }
  }

  /// Reads the configuration again.
  ///
  /// - Returns: the changes, and the first mistake that has not been reported before.
  private func reconfigure() -> [DashboardEvent] {
    let file = ConfigurationFile(late.environment.variables)
    var events: [DashboardEvent] = []
    if file.settings != settings {
      let old = settings
      settings = file.settings
      late.learn(settings)
      app.context.themes = settings.allThemes
      updateDecision()
      events.append(
        .configured(
          AppConfiguration(
            formatting: settings.formatting, keymap: settings.keymap, weekStart: settings.weekStart,
            // Toggling the mouse with a key takes precedence.
            hasMouse: settings.mouse == old.mouse ? app.context.hasMouse : settings.mouse,
            composition: settings.composition, ownRing: settings.ownRing)))
      if settings.heartRateLimits != old.heartRateLimits {
        feed.use(settings.heartRateLimits)
        events.append(.storeChanged())
      }
    }
    if let problem = file.problems.first, file.problems != configurationProblems {
      let more = file.problems.count > 1 ? " (and \(file.problems.count - 1) more)" : ""
      events.append(.notice(problem.sentence(path: "config.toml") + more))
    }
    configurationProblems = file.problems
    return events
  }

  /// Decides how to draw from the current knowledge of the terminal.
  private func updateDecision() {
    let decision = TerminalDecision(late.evidence)
    updatePictureMethod(decision)
    var appearance = app.context.appearance
    appearance.glyphLevel = decision.glyphs
    if screen.raiseColors(to: decision.color) { appearance.colors = screen.colorLevel }
    appearance.palette = late.drawing.palette(
      late.environment, reported: replies.background ?? decision.background)
    appearance.animates = animates && settings.animations
    if let theme = settings.chosenTheme ?? app.context.chosenTheme { appearance.use(theme) }
    guard appearance != app.context.appearance else { return }
    app.context.appearance = appearance
    // A complete redraw: cells that hardly differ would keep their old colours.
    shown = nil
    shownRevision = nil
  }

  /// Sets the timer for the end of the day, or requests the current day once it has passed.
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
    var loads: [AnyQuery] = []
    var cancels: [AnyQuery] = []
    for effect in effects {
      switch effect {
      case .load(let query): loads.append(query)
      case .cancel(let query): cancels.append(query)
      case .edit(let line): feed.edit(line)
      case .setMouse(let isOn): screen.setMouse(isOn, motion: isOn && app.followsPointer)
      case .copy(let text): screen.send(Clipboard.bytes(text, isInsideTmux: late.evidence.isInsideTmux))
      case .savePicture(let drawing, let name): feed.save(drawing, name: name)
      case .redraw:
        screen.invalidate()
        presenter?.forgetShown()
        shown = nil
        shownRevision = nil
      case .suspend:
        screen.suspend()
        resetPictures()
        shownRevision = nil
      case .alert(let sentence): screen.send(settings.alert.bytes(sentence, isInsideTmux: late.evidence.isInsideTmux))
      case .quit: hasEnded = true
      case .runDemo: (hasEnded, leavesForDemo) = (true, true)
      }
    }
    feed.cancel(cancels)
    feed.load(loads)
  }

  /// The next time to wake up without an event: the next step of a motion, or the end of the wait for data.
  private var timeoutMilliseconds: Int32? {
    if app.isMoving, let lastMotion { return max(1, (lastMotion + Self.motionInterval).millisecondsLeft) }
    guard let drawingDeadline else { return presenter?.millisecondsLeft }
    return max(1, drawingDeadline.millisecondsLeft)
  }

  /// Draws the changes since the last frame: one frame per step, with its data, unless loading takes too long.
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
    let cell = app.isMoving && late.showsStillPictures ? nil : screen.cellPixels
    let background = app.context.appearance.background
    let frame = app.frame(previous: shown, pictures: pictures, records: presenter != nil) { [presenter] rect in
      cell.map { presenter?.shows(rect, on: background, cell: $0) == true } == true
    }
    app.note(frame)
    screen.setMouse(app.context.hasMouse, motion: app.followsPointer)
    shownRevision = app.revision
    drawingDeadline = nil
    let isFirst = shown == nil
    trace?.note("shows \(type(of: app.top).name) \(frame.grid.size.columns)x\(frame.grid.size.rows)")
    if let presenter, let cell {
      let drawing = presenter.draw(frame, cell: cell, isMoving: app.isMoving)
      screen.setPictureRemoval(presenter.removal)
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
      if let presenter { screen.send(presenter.hidePictures()) }
      _ = screen.present(frame.grid)
      shown = frame.grid
    }
    if isFirst, late.areWorthQuerying, !hasQueried {
      hasQueried = true
      screen.queryTerminal()
    }
  }
}

extension DashboardEvent {
  fileprivate var isResize: Bool {
    if case .terminal(.resize) = self { true } else { false }
  }
}
