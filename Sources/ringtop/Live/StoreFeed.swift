import Curses
import Dashboard
import Dispatch
import Foundation
import HealthModel
import OpenHealthKit
import Synchronization

/// Reads the store for the dashboard, beside the loop: reading never stands in a key's way.
///
/// Requests run one after another on a queue of their own; the answers wait in a box for the loop, which is woken.
final class StoreFeed: Sendable {
  private let store: HKHealthStore
  private let clock: @Sendable () -> Date
  private let waker: Waker
  private let queue = DispatchQueue(label: "ringtop.feed", qos: .userInitiated)
  private let answers = Mutex<[DashboardEvent]>([])

  init(store: HKHealthStore, clock: @escaping @Sendable () -> Date, waker: Waker) {
    self.store = store
    self.clock = clock
    self.waker = waker
  }

  /// Answers that have come since the last call.
  func takeAnswers() -> [DashboardEvent] {
    answers.withLock { box in
      defer { box.removeAll() }
      return box
    }
  }

  private func answer(_ events: DashboardEvent...) {
    answers.withLock { $0.append(contentsOf: events) }
    waker.wake()
  }

  // MARK: - Requests

  /// Reads the summaries of the days.
  func load(_ days: ClosedRange<Day>) {
    queue.async { [self] in
      do {
        answer(.loaded(days, try store.summaries(days).filter { $0.basis != .none || $0.isPaused }))
      } catch {
        answer(failed(days, error))
      }
    }
  }

  func loadActivity(_ day: Day) {
    queue.async { [self] in
      do {
        answer(.loadedActivity(try store.activity(day)))
      } catch {
        answer(failed(day...day, error))
      }
    }
  }

  /// Tells what state the store is in.
  func loadStatus() {
    queue.async { [self] in answer(.storeStatus(currentStatus())) }
  }

  /// The state of the store, read on the caller's thread.
  func currentStatus() -> StoreStatus {
    do {
      let today = try store.day(at: clock())
      guard let known = try store.knownDays(upTo: today) else { return .empty }
      return .ready(newest: known.upperBound)
    } catch {
      let problem = StatusProblem(error)
      guard problem == .missing else { return .unreadable(problem, reason: Failure(error).sentence) }
      let path = store.configuration.path
      let home = NSHomeDirectory() + "/"
      return .noStore(path: path.hasPrefix(home) ? "~/" + path.dropFirst(home.count) : path)
    }
  }

  private func failed(_ days: ClosedRange<Day>, _ error: any Error) -> DashboardEvent {
    .loadFailed(days, StatusProblem(error), reason: Failure(error).sentence)
  }

  /// Waits for every request made so far.
  func waitUntilIdle() {
    queue.sync {}
  }

  /// Today where the wearer is, and when it ends.
  func today() -> (day: Day, end: Date) {
    let now = clock()
    if let summary = try? store.summary(at: now) { return (summary.day, summary.interval.upperBound) }
    // Without a store there is no wearer, and the system's own zone says what day it is.
    let calendar = Calendar(identifier: .gregorian)
    let fields = calendar.dateComponents([.year, .month, .day], from: now)
    let day = Day(year: fields.year ?? 2000, month: fields.month ?? 1, day: fields.day ?? 1) ?? Day(number: 0)
    return (day, calendar.dateInterval(of: .day, for: now)?.end ?? now.addingTimeInterval(86_400))
  }
}
