import GRDB
package import HealthDatabase
package import HealthModel

/// The owner's access to all samples, whoever wrote them.
extension Store {
  /// How many samples match any of the requests, which must not overlap.
  package func count(_ requests: [SampleRequest]) throws -> Int {
    try read { db in
      try statements(db, requests, columns: "s.id").reduce(0) { count, query in
        try count + (Int.fetchOne(db, sql: "SELECT count(*) FROM (\(query.sql))", arguments: query.arguments) ?? 0)
      }
    }
  }

  /// Deletes the samples that match any of the requests, in one transaction. They leave tombstones.
  ///
  /// - Parameter cancellation: cancels the work, which then leaves the store unchanged.
  /// - Returns: how many were deleted.
  package func delete(_ requests: [SampleRequest], cancellation: Cancellation? = nil) throws -> Int {
    let isCancelled = cancellation.map { cancellation in { cancellation.isCancelled } }
    let count = try write(isCancelled: isCancelled) { db in
      let queries = try statements(db, requests, columns: "s.id")
      guard !queries.isEmpty else { return 0 }
      return try SampleDeleter.delete(
        db, selecting: queries.map(\.sql).joined(separator: " UNION ALL "),
        arguments: queries.reduce(into: StatementArguments()) { $0 += $1.arguments })
    }
    if count > 0 { releaseSpace() }
    return count
  }

  private func statements(_ db: Database, _ requests: [SampleRequest], columns: String) throws -> [SQLCondition] {
    try requests.flatMap { request in
      try SampleQuerySQL.types(db, request.type).map { type in
        try SampleQuerySQL(db, type: type, filter: request.filter).select(columns)
      }
    }
  }
}
