import Dispatch
import GRDB
import HealthModel

/// Computes the totals of types that an import is done with while it goes on with others, on a thread and a connection of
/// its own.
///
/// Files name one type after the other, so most totals are ready when the last sample is in. What cannot be used, because
/// somebody else has written meanwhile, is computed at the end of the import like what was never begun.
final class EarlyTotals: Sendable {
  private struct Totals: Sendable {
    var type: Int64
    /// The latest change that was seen.
    var change: Int64
    var rows: [TotalsTable.EncodedChunk]
  }

  private struct State {
    var waiting: [SampleTypeRow] = []
    var isRunning = false
    var isAbandoned = false
    var ready: [Totals] = []
  }

  private enum Stop: Error {
    case enough
  }

  /// Bytes of totals that are held for one type. Ten years of a quantity that is measured all day.
  private static let mostBytes = 3 << 20
  /// Types that may wait to be stored, so that no file holds more than a few times that.
  private static let mostReady = 2
  /// How long the end of an import waits for what has been begun: longer than the work takes on any machine.
  private static let timeout = DispatchTimeInterval.seconds(600)

  private let store: Store
  private let isCancelled: @Sendable () -> Bool
  private let state = Lock(State())
  private let group = DispatchGroup()

  init(store: Store, isCancelled: @escaping @Sendable () -> Bool) {
    self.store = store
    self.isCancelled = isCancelled
  }

  /// Begins with a type of which no more samples are expected. Those that the run has stored are committed.
  func begin(_ type: SampleTypeRow) {
    let isFirst = state.withLock { state in
      guard state.waiting.count + state.ready.count < Self.mostReady else { return false }
      state.waiting.append(type)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if isFirst { DispatchQueue.global().async(group: group) { self.work() } }
  }

  private func work() {
    while let type = next() {
      guard let totals = try? compute(type) else { continue }
      state.withLock { $0.ready.append(totals) }
    }
  }

  private func next() -> SampleTypeRow? {
    state.withLock { state in
      guard !state.waiting.isEmpty, !state.isAbandoned else {
        state.isRunning = false
        return nil
      }
      return state.waiting.removeFirst()
    }
  }

  private func compute(_ type: SampleTypeRow) throws -> Totals {
    try store.read(isCancelled: { self.isCancelled() || self.state.withLock { $0.isAbandoned } }) { db in
      var totals = Totals(type: type.id, change: try Change.latestID(db), rows: [])
      // As it is with the last of the run's samples.
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

  /// Stores what is ready and still right, in the import's transaction.
  func materialize(_ db: Database, importID: Int64?) throws {
    let ready = state.withLock { state in
      defer { state.ready.removeAll() }
      return state.ready
    }
    for totals in ready {
      let changes = try Row.fetchCursor(
        db, sql: "SELECT types, import_id FROM change WHERE id > ?", arguments: [totals.change])
      var isRight = true
      while isRight, let change = try changes.next() {
        let types: String = change[0]
        isRight =
          (change[1] as Int64?) == importID && importID != nil
          && !types.split(separator: ",").contains { $0 == String(totals.type) }
      }
      if isRight { try TotalsTable.insert(db, type: totals.type, totals.rows) }
    }
  }

  /// Waits for what has been begun, which is then ready.
  func wait() {
    _ = group.wait(timeout: .now() + Self.timeout)
  }

  /// Stops what is being computed; nobody needs it.
  func abandon() {
    state.withLock { $0.isAbandoned = true }
  }
}
