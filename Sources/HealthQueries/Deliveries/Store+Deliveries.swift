package import Foundation
import GRDB
package import HealthDatabase
package import HealthModel
import StoreFiles

/// Registrations for changes are stored beside the data. A change of them is not a change of the data and gets no row
/// in the log, but one that makes a delivery due sooner still sends the signal.
extension Store {
  private static let columns = """
    client, type, frequency, timeout, command, completes_by_exit, asks_permission, history, sample, deletion, last,
    attempt, misses, retry
    """

  /// All registrations, by client and type; none in a store of an earlier format.
  package func deliveries() throws -> [DeliveryRegistration] {
    try deliveries(where: "1", [])
  }

  /// The registrations of one client. One indexed read.
  package func deliveries(ofClient client: String) throws -> [DeliveryRegistration] {
    try deliveries(where: "client = ?", [client])
  }

  private func deliveries(where condition: String, _ arguments: StatementArguments) throws -> [DeliveryRegistration] {
    try read { db in
      guard try !isOlder || db.tableExists("delivery") else { return [] }
      return try Row.fetchAll(
        db, sql: "SELECT \(Self.columns) FROM delivery WHERE \(condition) ORDER BY client, type", arguments: arguments
      ).map(DeliveryRegistration.init(row:))
    }
  }

  /// Registers a client for a type, starting from the present state. An existing registration keeps its position, and
  /// its command if none is given; one that was stopped starts again.
  ///
  /// - Returns: the number that identifies the store in anchors.
  @discardableResult
  package func register(_ request: DeliveryRegistration) throws -> UUID? {
    let history = try write { db in
      let position = try ChangeReader(db, scope: .everything).position()
      var registration = request
      registration.anchor = position
      if var known = try Self.delivery(db, client: request.client, type: request.type) {
        known.frequency = request.frequency
        known.timeout = request.timeout
        known.command = request.command ?? known.command
        known.completesByExit = request.completesByExit
        known.asksPermission = request.asksPermission
        if known.isStopped { (known.misses, known.attempt, known.retry) = (0, nil, nil) }
        registration = known
      }
      try Self.put(db, registration)
      return position.store
    }
    try announce()
    return history
  }

  /// Removes registrations.
  ///
  /// - Parameter type: nil for all types of the client.
  /// - Returns: how many were removed.
  @discardableResult
  package func unregister(client: String, type: String?) throws -> Int {
    let count = try write { db in
      try db.execute(
        sql: "DELETE FROM delivery WHERE client = ? AND (? IS NULL OR type = ?)", arguments: [client, type, type])
      return db.changesCount
    }
    if count > 0 { try announce() }
    return count
  }

  /// Records that a delivery has begun or was missed, unless another process was first.
  ///
  /// - Parameters:
  ///   - seen: the registration as the caller read it.
  ///   - change: the update to apply.
  /// - Returns: the registration after the update; nil if it has changed since it was read, and nothing was recorded.
  package func note(
    _ seen: DeliveryRegistration, _ change: (inout DeliveryRegistration) -> Void
  ) throws -> DeliveryRegistration? {
    try write { db in
      guard var stored = try Self.delivery(db, client: seen.client, type: seen.type), stored.attempt == seen.attempt,
        stored.misses == seen.misses, stored.anchor == seen.anchor
      else { return nil }
      change(&stored)
      try Self.put(db, stored)
      return stored
    }
  }

  /// Records that deliveries of some types were completed. Types that are no longer registered are ignored.
  package func completeDeliveries(
    client: String, types: Set<String>, upTo anchor: StoreAnchor, began: Date
  ) throws {
    try write { db in
      for type in types {
        guard var stored = try Self.delivery(db, client: client, type: type) else { continue }
        stored.complete(upTo: anchor, began: began)
        try Self.put(db, stored)
      }
    }
  }

  /// Whether there are changes for a client that it may read, and the position up to which that is known.
  ///
  /// - Parameter anchor: nil for the last delivery; a later position if there were no changes before it.
  /// - Complexity: O(changes since the anchor).
  package func pendingChanges(
    for registration: DeliveryRegistration, after anchor: StoreAnchor? = nil
  ) throws -> (isPending: Bool, anchor: StoreAnchor) {
    let scope: ReadScope
    var mayBeNotified = true
    if registration.asksPermission {
      let permissions = try permissions(ofClient: registration.client)
      let own = permissions[registration.type]
      // A client without a decision for a type is not notified of it; a client that was refused is notified of its
      // own samples.
      mayBeNotified = own?.read != nil || own?.share != nil
      scope = ReadScope(
        client: registration.client, readable: Set(permissions.filter { $0.value.read == .granted }.keys))
    } else {
      scope = ReadScope(client: registration.client, readable: nil)
    }
    let view = view(scope)
    guard mayBeNotified else { return (false, anchor ?? registration.anchor) }
    let touched = try view.touched(
      [SampleRequest(type: registration.type, filter: .always)], after: anchor ?? registration.anchor)
    return (!touched.indices.isEmpty, touched.anchor)
  }

  /// Wakes the watchers of the store.
  private func announce() throws {
    ChangeSignal(storePath: path).send(change: try latestChange())
  }

  private static func delivery(_ db: Database, client: String, type: String) throws -> DeliveryRegistration? {
    try Row.fetchOne(
      db, sql: "SELECT \(columns) FROM delivery WHERE client = ? AND type = ?", arguments: [client, type]
    ).map(DeliveryRegistration.init(row:))
  }

  private static func put(_ db: Database, _ delivery: DeliveryRegistration) throws {
    let command = try delivery.command.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
    try db.execute(
      sql: "INSERT OR REPLACE INTO delivery (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      arguments: [
        delivery.client, delivery.type, delivery.frequency.rawValue, delivery.timeout, command,
        delivery.completesByExit, delivery.asksPermission, delivery.anchor.store?.databaseBytes,
        delivery.anchor.sample, delivery.anchor.deletion, delivery.last?.timeIntervalSinceReferenceDate,
        delivery.attempt?.timeIntervalSinceReferenceDate, delivery.misses,
        delivery.retry?.timeIntervalSinceReferenceDate,
      ])
  }
}

extension DeliveryRegistration {
  fileprivate init(row: Row) throws {
    let table = "delivery"
    func date(_ column: String) throws -> Date? {
      try (row.value(column, table) as Double?).map { Date(timeIntervalSinceReferenceDate: $0) }
    }
    let command: String? = try row.value("command", table)
    let history: Data? = try row.value("history", table)
    self.init(
      client: try row.value("client", table), type: try row.value("type", table),
      frequency: DeliveryFrequency(rawValue: try row.value("frequency", table)) ?? .immediate,
      timeout: try row.value("timeout", table),
      command: command.flatMap { try? JSONDecoder().decode([String].self, from: Data($0.utf8)) },
      completesByExit: try row.value("completes_by_exit", table),
      asksPermission: try row.value("asks_permission", table),
      anchor: StoreAnchor(
        store: history.flatMap { UUID(databaseBytes: $0) }, sample: try row.value("sample", table),
        deletion: try row.value("deletion", table)),
      last: try date("last"), attempt: try date("attempt"), misses: try row.value("misses", table),
      retry: try date("retry"))
  }
}

/// The events that were passed to the user's commands, so that each is passed once, across restarts and several
/// programs.
extension Store {
  /// The latest events of each kind that were passed on, the newest first; none in a store of an earlier format.
  package func announcedFacts() throws -> [String: [String]] {
    try read { db in
      guard try !isOlder || db.tableExists("told_fact") else { return [:] }
      let rows = try Row.fetchAll(db, sql: "SELECT kind, fact FROM told_fact")
      return Dictionary(
        try rows.map { (try $0.value(0, "told_fact") as String, Self.facts(try $0.value(1, "told_fact"))) }
      ) { $1 }
    }
  }

  /// Records that an event is about to be passed on.
  ///
  /// - Parameter count: how many events of the kind are remembered. With 1, an event may be passed on again after
  ///   another one.
  /// - Returns: false if any program has passed it on before.
  package func recordFact(_ fact: String, ofKind kind: String, remembering count: Int = 1) throws -> Bool {
    try write { db in
      let stored = try String.fetchOne(db, sql: "SELECT fact FROM told_fact WHERE kind = ?", arguments: [kind])
      let known = stored.map(Self.facts)?.prefix(count) ?? []
      guard !known.contains(fact) else { return false }
      try db.execute(
        sql: "INSERT OR REPLACE INTO told_fact (kind, fact) VALUES (?, ?)",
        arguments: [kind, ([fact] + known).prefix(count).joined(separator: "\n")])
      return true
    }
  }

  private static func facts(_ stored: String) -> [String] { stored.split(separator: "\n").map(String.init) }
}
