import Configuration
import Curses
import Dashboard
import Dispatch
import Foundation
import Graphics
import HealthAnalysis
import HealthDatabase
import HealthModel
import HealthQueries
import Presentation
import Processes
import Reports
import Serving
import Sharing
import Synchronization

/// Reads the store for the dashboard in the background, so that reading never delays a key.
///
/// Requests are executed serially on a queue, newest first; the results are collected for the event loop, which is
/// woken.
final class StoreFeed: Sendable {
  private struct State {
    var events: [DashboardEvent] = []
    /// The pending queries, most urgent last.
    var requests: [AnyQuery] = []
    /// The end of today in the user's time zone.
    var dayEnd: Date?
    /// The last reported change of the store; nil before the first read, and if the change log is unknown.
    var lastChange: Int64?
    var heartRateLimits = HeartRateLimits()
    /// Whether a retry is scheduled for a store that is locked by another program.
    var isRetrying = false
  }

  private let store: StoreConnection
  /// The local copy of a store on another machine.
  private let mirror: StoreMirror?
  private let friends: FriendReader
  private let clock: @Sendable () -> Date
  private let waker: Waker
  private let queue = DispatchQueue(label: "ringtop.feed", qos: .userInitiated)
  private let edits = DispatchQueue(label: "ringtop.edits", qos: .userInitiated)
  private let state = Mutex(State())
  /// Used only on `queue`, and told of every change before anything is read after it.
  private let memory = DayMemory()

  /// The time after which a busy store is read again, in seconds.
  private static let retryInterval = 0.5

  /// - Parameter store: should have a short timeout, because a busy store is reported and retried.
  init(
    store: StoreConnection, mirror: StoreMirror? = nil, friends: FriendReader = FriendReader(nil),
    clock: @escaping @Sendable () -> Date, waker: Waker
  ) {
    self.store = store
    self.friends = friends
    self.mirror = mirror
    self.clock = clock
    self.waker = waker
  }

  /// The results since the last call.
  func takeEvents() -> [DashboardEvent] {
    state.withLock { state in
      defer { state.events.removeAll() }
      return state.events
    }
  }

  /// Sets the heart rates that the user has chosen, for all later reads.
  func use(_ limits: HeartRateLimits) { state.withLock { $0.heartRateLimits = limits } }

  /// The end of today in the user's time zone, if known.
  var dayEnd: Date? { state.withLock(\.dayEnd) }

  private func send(_ events: DashboardEvent...) {
    state.withLock { $0.events.append(contentsOf: events) }
    waker.wake()
  }

  // MARK: - Requests

  /// Runs these queries before all pending ones, in their order.
  func load(_ queries: [AnyQuery]) {
    guard !queries.isEmpty else { return }
    state.withLock { $0.requests.append(contentsOf: queries.reversed()) }
    for _ in queries {
      queue.async { [self] in
        // Each block takes the most urgent pending request, if any.
        if let query = state.withLock({ $0.requests.popLast() }) { send(.loaded(answer(to: query))) }
      }
    }
  }

  /// Removes requests that have not started.
  func cancel(_ queries: [AnyQuery]) {
    guard !queries.isEmpty else { return }
    state.withLock { $0.requests.removeAll(where: queries.contains) }
  }

  /// Changes the store like a command and reports the result, concurrently with reads.
  func edit(_ line: String) {
    if let mirror { return send(.edited(mirror.readOnly.sentence, isRefused: true)) }
    let path = store.path
    edits.async { [self] in
      let answer = Environment.$clock.withValue(Environment.Clock(now: clock)) {
        EditCommandRunner.output(of: line, storePath: path) { [self] in send(.editProgress(percent: $0)) }
      }
      // After the change itself, so that the message appears together with its effect.
      queue.async { [self] in
        reportChanges()
        send(.edited(answer.sentence, isRefused: answer.isRefused))
      }
    }
  }

  /// Saves a picture beside everything else, since drawing a large one takes a moment.
  func save(_ drawing: Drawing, name: String) {
    DispatchQueue.global(qos: .userInitiated).async { [self] in send(.notice(PictureFile.save(drawing, name: name))) }
  }

  /// Keeps a connection to the server with the store on a separate thread, and reports its status. A new copy replaces
  /// the store, which is detected like any other change.
  func followServer() {
    guard let mirror else { return }
    let follow: @Sendable () -> Void = { [self] in
      mirror.follow { result in
        switch result {
        case .success: send(.connection(.live))
        case .failure(let problem):
          send(.connection(.lost(since: mirror.confirmedText, reason: problem.sentence)))
        }
      }
    }
    if (try? WorkerThread.start(follow)) == nil {
      send(.connection(.lost(since: mirror.confirmedText, reason: "No thread can be started.")))
    }
  }

  /// Keeps connections to friends, and reports their changes like those of the store.
  func follow(_ follower: FriendFollower) {
    do {
      try follower.follow { [self] in send(.storeChanged(StoreChange(types: RingType.all))) }
    } catch {
      send(.notice(Failure(error).sentence))
    }
  }

  /// Reports the changes of the store since the last call, and its current status.
  ///
  /// - Parameter isAnother: whether the store was replaced by another file.
  func loadChanges(isAnother: Bool) {
    queue.async { [self] in
      if isAnother { state.withLock { $0.lastChange = nil } }
      reportChanges()
    }
    loadStatus()
  }

  private func reportChanges() {
    let last = state.withLock(\.lastChange)
    guard let last, let changes = try? store.reading().loggedChanges(after: last) else {
      state.withLock { $0.lastChange = nil }
      recordLatestChange()
      return send(.storeChanged())
    }
    guard !changes.isEmpty else { return }
    state.withLock { $0.lastChange = changes.latest }
    memory.forget(days: changes.days, types: changes.types)
    send(.storeChanged(StoreChange(days: changes.days, types: changes.types)))
  }

  /// All later reads include the changes up to this one.
  private func recordLatestChange() {
    guard state.withLock({ $0.lastChange == nil }) else { return }
    // Changes before this one are not reported.
    memory.forget()
    guard let latest = try? store.reading().latestChange() else { return }
    state.withLock { $0.lastChange = latest }
  }

  /// Reports the current day and the status of the store.
  func loadStatus() {
    queue.async { [self] in
      recordLatestChange()
      let (day, end) = today()
      state.withLock { $0.dayEnd = end }
      send(.todayChanged(day), .storeStatus(status(today: day)))
    }
  }

  private func answer(to query: AnyQuery) -> LoadedQuery {
    do {
      return try query.answer(
        from: StoreSource(
          store: store, now: clock(), heartRateLimits: state.withLock(\.heartRateLimits), friends: friends,
          // Without a known change nobody would tell it what to forget.
          memory: state.withLock(\.lastChange) == nil ? nil : memory))
    } catch {
      let problem = StoreProblem(error)
      if problem == .busy { retry() }
      return LoadedQuery(query, failure: problem, reason: Failure(error).sentence)
    }
  }

  private func status(today: Day) -> StoreStatus {
    do {
      let reading = try store.reading()
      // Workouts, weights and others are shown without rings too.
      let all = try reading.days(ofTypes: nil, upTo: today)
      let known = try reading.knownDays(upTo: today)
      guard let days = known.map({ all?.union($0) ?? $0 }) ?? all else {
        return try reading.typeOverview().isEmpty ? .empty : .ready(newest: nil)
      }
      // A phone without a watch counts steps on days without rings.
      let counted = try reading.days(ofTypes: RingType.ofPhone, upTo: today)
      return .ready(
        newest: [known, counted].compactMap(\.?.upperBound).max() ?? days.upperBound, oldest: days.lowerBound,
        rings: known)
    } catch {
      let problem = StoreProblem(error)
      if problem == .busy { retry() }
      guard problem == .missing else { return .unreadable(problem, reason: Failure(error).sentence) }
      let path = store.path
      let home = ExportFinder.home() + "/"
      return .noStore(path: path.hasPrefix(home) ? "~/" + path.dropFirst(home.count) : path)
    }
  }

  /// A program that locks the whole file may release it without a signal.
  private func retry() {
    let isFirst = state.withLock { state in
      defer { state.isRetrying = true }
      return !state.isRetrying
    }
    guard isFirst else { return }
    queue.asyncAfter(deadline: .now() + Self.retryInterval) { [self] in
      state.withLock { $0.isRetrying = false }
      // Still busy: retry again.
      guard (try? store.reading().latestChange()) != nil else { return retry() }
      // Failed queries are repeated.
      send(.storeChanged())
      loadStatus()
    }
  }

  /// Today in the user's time zone, and when it ends.
  private func today() -> (day: Day, end: Date) {
    let now = clock()
    if let summary = try? store.reading().summary(at: now) { return (summary.day, summary.interval.upperBound) }
    // Without a store the user's time zone is unknown, so the system's is used.
    let calendar = Calendar(identifier: .gregorian)
    let end = calendar.dateInterval(of: .day, for: now)?.end ?? now.addingTimeInterval(86_400)
    return (Day(calendar, now), end)
  }
}
