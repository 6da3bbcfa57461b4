import Dispatch
import GRDB
import HealthModel

/// Computes the totals of completed types while an import continues with others, on a separate thread and connection.
///
/// Files contain one type after the other, so most totals are ready when the last sample has been stored. Totals that
/// cannot be used, because another program has written in the meantime, are computed at the end of the import like
/// those that were never started, for example because no thread was available.
final class BackgroundTotals: Sendable {
  private struct Totals: Sendable {
    var type: Int64
    /// The latest known change.
    var change: Int64
    var rows: [TotalsTable.EncodedChunk]
  }

  private struct State {
    var waiting: [SampleTypeRow] = []
    var isRunning = false
    var isAbandoned = false
    var ready: [Totals] = []

    var hasWork: Bool { !isAbandoned && !waiting.isEmpty && ready.count < BackgroundTotals.mostReady }
  }

  private enum Stop: Error {
    case enough
  }

  /// The maximum size in bytes of the totals kept for one type: ten years of a quantity that is measured all day.
  private static let mostBytes = 3 << 20
  /// The maximum number of types whose totals wait to be stored, to limit memory.
  private static let mostReady = 2
  /// How long the end of an import waits for computations in progress: longer than they take on any machine.
  private static let timeout = DispatchTimeInterval.seconds(600)

  private let store: Store
  private let isCancelled: @Sendable () -> Bool
  private let state = Lock(State())
  private let group = DispatchGroup()

  init(store: Store, isCancelled: @escaping @Sendable () -> Bool) {
    self.store = store
    self.isCancelled = isCancelled
  }

  /// Starts with a type of which no more samples are expected. Those that the run has stored are committed.
  func begin(_ type: SampleTypeRow) {
    state.withLock { $0.waiting.append(type) }
    start()
  }

  /// Starts the thread, unless it is running or has nothing to do.
  private func start() {
    let isNeeded = state.withLock { state in
      guard !state.isRunning, state.hasWork else { return false }
      state.isRunning = true
      return true
    }
    guard isNeeded else { return }
    group.enter()
    do {
      try WorkerThread.start {
        self.work()
        self.group.leave()
      }
    } catch {
      state.withLock { state in
        state.waiting.removeAll()
        state.isRunning = false
      }
      group.leave()
    }
  }

  private func work() {
    while let type = next() {
      guard let totals = try? compute(type) else { continue }
      state.withLock { $0.ready.append(totals) }
    }
  }

  private func next() -> SampleTypeRow? {
    state.withLock { state in
      guard state.hasWork else {
        state.isRunning = false
        return nil
      }
      return state.waiting.removeFirst()
    }
  }

  private func compute(_ type: SampleTypeRow) throws -> Totals {
    try store.read(isCancelled: { self.isCancelled() || self.state.withLock { $0.isAbandoned } }) { db in
      var totals = Totals(type: type.id, change: try Change.latestID(db), rows: [])
      // The state after the last of the run's samples.
      guard let type = try SampleTypeRow.fetch(db, id: type.id) else { return totals }
      var bytes = 0
      do {
        try TotalsTable.forEachMissing(db, type: type) { row in
          totals.rows.append(row)
          bytes += row.content.count
          if bytes > Self.mostBytes { throw Stop.enough }
        }
      } catch Stop.enough {}
      return totals
    }
  }

  /// Stores the totals that are ready and still valid, in a transaction of the import.
  ///
  /// - Parameter others: the latest change that this import has not made.
  func materialize(_ db: Database, others: Int64) throws {
    let ready = state.withLock { state in
      defer { state.ready.removeAll() }
      return state.ready
    }
    for totals in ready where totals.change >= others {
      let hasChanged = try Bool.fetchOne(
        db.cachedStatement(
          sql: "SELECT EXISTS (SELECT 1 FROM change_type WHERE change_id > ? AND type_id = ?)"),
        arguments: [totals.change, totals.type])
      if hasChanged == false { try TotalsTable.insert(db, type: totals.type, totals.rows) }
    }
    start()
  }

  /// Waits for the computations in progress.
  func wait() {
    _ = group.wait(timeout: .now() + Self.timeout)
  }

  /// Cancels the computation; its result is not needed.
  func abandon() {
    state.withLock { $0.isAbandoned = true }
  }
}
