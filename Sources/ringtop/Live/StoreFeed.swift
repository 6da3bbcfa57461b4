import Curses
import Dashboard
import Dispatch
import Foundation
import HealthModel
import OpenHealthKit
import Synchronization

/// Reads the store for the dashboard, beside the loop: reading never stands in a key's way.
///
/// Requests run one after another on a queue of their own, the newest first; the answers wait in a box for the loop,
/// which is woken.
final class StoreFeed: Sendable {
  private struct State {
    var answers: [DashboardEvent] = []
    /// What is to be read, the most urgent last.
    var requests: [Query] = []
    /// When today ends where the user is.
    var dayEnd: Date?
    /// The last change of the store that was told; nil before the first look, and where nothing is known of its log.
    var lastChange: Int64?
    /// Whether a store that another program keeps to itself will be looked at again.
    var isRetrying = false
  }

  private let store: HKHealthStore
  /// What keeps the store, where it is another machine's.
  private let mirror: StoreMirror?
  private let clock: @Sendable () -> Date
  private let waker: Waker
  private let queue = DispatchQueue(label: "ringtop.feed", qos: .userInitiated)
  private let edits = DispatchQueue(label: "ringtop.edits", qos: .userInitiated)
  private let state = Mutex(State())

  /// Seconds after which a store that was busy is looked at again.
  private static let retryInterval = 0.5

  /// - Parameter store: should not wait long for another program: a busy store is said, and asked again.
  init(store: HKHealthStore, mirror: StoreMirror? = nil, clock: @escaping @Sendable () -> Date, waker: Waker) {
    self.store = store
    self.mirror = mirror
    self.clock = clock
    self.waker = waker
  }

  /// Answers that have come since the last call.
  func takeAnswers() -> [DashboardEvent] {
    state.withLock { state in
      defer { state.answers.removeAll() }
      return state.answers
    }
  }

  /// When today ends where the user is, as far as that is known.
  var dayEnd: Date? { state.withLock(\.dayEnd) }

  private func answer(_ events: DashboardEvent...) {
    state.withLock { $0.answers.append(contentsOf: events) }
    waker.wake()
  }

  // MARK: - Requests

  /// Reads these before whatever is still waiting, the first first.
  func load(_ queries: [Query]) {
    guard !queries.isEmpty else { return }
    state.withLock { $0.requests.append(contentsOf: queries.reversed()) }
    for _ in queries {
      queue.async { [self] in
        // Each takes the most urgent one of that moment, if it was not cancelled.
        if let query = state.withLock({ $0.requests.popLast() }) { answer(.loaded(query, result(of: query))) }
      }
    }
  }

  /// Forgets requests that have not begun.
  func cancel(_ queries: [Query]) {
    guard !queries.isEmpty else { return }
    state.withLock { $0.requests.removeAll(where: queries.contains) }
  }

  /// Changes the store as a command would, and tells what became of it; beside the reading, which goes on.
  func edit(_ line: String) {
    if let mirror { return answer(.edited(mirror.readOnly.sentence)) }
    let path = store.configuration.path
    edits.async { [self] in
      let sentence = EditRun.answer(to: line, storePath: path)
      // After the change itself, so that what it says can be seen with it.
      queue.async { [self] in
        tellChanges()
        answer(.edited(sentence))
      }
    }
  }

  /// Stays with the server that has the store, on a thread of its own, and tells how the connection stands. What it sends
  /// takes the place of the store, which is seen as any other change is.
  func followServer() {
    guard let mirror else { return }
    Thread { [self] in
      mirror.follow { result in
        switch result {
        case .success: answer(.connection(.live))
        case .failure(let problem):
          answer(.connection(.lost(since: mirror.confirmedText, reason: problem.sentence)))
        }
      }
    }.start()
  }

  /// Tells what was written to the store since the last time, and what state it is in now.
  ///
  /// - Parameter isAnother: the store was replaced by another file.
  func loadChanges(isAnother: Bool) {
    queue.async { [self] in
      if isAnother { state.withLock { $0.lastChange = nil } }
      tellChanges()
    }
    loadStatus()
  }

  private func tellChanges() {
    let last = state.withLock(\.lastChange)
    guard let last, let changes = try? store.loggedChanges(after: last) else {
      state.withLock { $0.lastChange = nil }
      noteLatestChange()
      return answer(.storeChanged())
    }
    guard !changes.isEmpty else { return }
    state.withLock { $0.lastChange = changes.latest }
    answer(.storeChanged(StoreChange(days: changes.days, types: changes.types)))
  }

  /// What is read from now on has all changes up to this one.
  private func noteLatestChange() {
    guard state.withLock({ $0.lastChange == nil }), let latest = try? store.latestChange() else { return }
    state.withLock { $0.lastChange = latest }
  }

  /// Tells what day it is and what state the store is in.
  func loadStatus() {
    queue.async { [self] in
      noteLatestChange()
      let (day, end) = today()
      state.withLock { $0.dayEnd = end }
      answer(.todayChanged(day), .storeStatus(status(today: day)))
    }
  }

  private func result(of query: Query) -> QueryResult {
    do {
      switch query {
      case .summaries(let days):
        return .summaries(try store.summaries(days).filter { $0.basis != .none || $0.isPaused })
      case .activity(let day):
        return .activity(try store.activity(day))
      case .details(let day):
        return .details(try store.details(of: day))
      case .records:
        let today = try store.day(at: clock())
        guard let known = try store.knownDays(upTo: today) else { return .records(Records([], today: today)) }
        return .records(Records(try store.summaries(known), today: today))
      case .streaks, .trends, .usualHours:
        return try store.historyAnswer(query)
      default:
        return try store.answer(query)
      }
    } catch {
      let problem = StatusProblem(error)
      if problem == .busy { retry() }
      return .failed(problem, reason: Failure(error).sentence)
    }
  }

  private func status(today: Day) -> StoreStatus {
    do {
      guard let known = try store.knownDays(upTo: today) else { return .empty }
      return .ready(newest: known.upperBound, oldest: known.lowerBound)
    } catch {
      let problem = StatusProblem(error)
      if problem == .busy { retry() }
      guard problem == .missing else { return .unreadable(problem, reason: Failure(error).sentence) }
      let path = store.configuration.path
      let home = NSHomeDirectory() + "/"
      return .noStore(path: path.hasPrefix(home) ? "~/" + path.dropFirst(home.count) : path)
    }
  }

  /// Who keeps the whole file to itself may go without a signal.
  private func retry() {
    let isFirst = state.withLock { state in
      defer { state.isRetrying = true }
      return !state.isRetrying
    }
    guard isFirst else { return }
    queue.asyncAfter(deadline: .now() + Self.retryInterval) { [self] in
      state.withLock { $0.isRetrying = false }
      // Another busy store makes another retry.
      guard (try? store.latestChange()) != nil else { return retry() }
      // What could not be read is asked again.
      answer(.storeChanged())
      loadStatus()
    }
  }

  /// Today where the user is, and when it ends.
  private func today() -> (day: Day, end: Date) {
    let now = clock()
    if let summary = try? store.summary(at: now) { return (summary.day, summary.interval.upperBound) }
    // Without a store there is no zone of the user's, and the system's own says what day it is.
    let calendar = Calendar(identifier: .gregorian)
    let end = calendar.dateInterval(of: .day, for: now)?.end ?? now.addingTimeInterval(86_400)
    return (Day(calendar, now), end)
  }
}

extension Day {
  /// The civil day of an instant by a calendar's time zone.
  init(_ calendar: Calendar, _ instant: Date) {
    let fields = calendar.dateComponents([.year, .month, .day], from: instant)
    self = Day(year: fields.year ?? 2000, month: fields.month ?? 1, day: fields.day ?? 1) ?? Day(number: 0)
  }
}
