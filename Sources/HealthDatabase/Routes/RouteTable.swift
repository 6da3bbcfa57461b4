package import GRDB
package import HealthModel

/// The points of routes in the store.
package enum RouteTable {
  package static func insert(_ db: Database, route: Int64, _ points: RoutePoints) throws {
    try db.cachedStatement(sql: "INSERT INTO route (sample_id, points) VALUES (?, ?)")
      .execute(arguments: [route, points.count])
    try insert(db, chunks: points, route: route)
  }

  /// Adds points to a route that was stored without points, or with fewer because its file was damaged.
  ///
  /// - Parameter importID: the import that adds them. Undoing it removes them again, unless there were some before, which
  ///   they replace.
  static func fill(_ db: Database, route: Int64, _ points: RoutePoints, importID: Int64) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO route (sample_id, points, import_id) VALUES (?1, ?2, ?3)
        ON CONFLICT (sample_id) DO UPDATE SET points = excluded.points,
          import_id = CASE WHEN points > 0 THEN import_id ELSE excluded.import_id END
        """
    ).execute(arguments: [route, points.count, importID])
    try db.cachedStatement(sql: "DELETE FROM route_chunk WHERE route_id = ?").execute(arguments: [route])
    try insert(db, chunks: points, route: route)
  }

  private static func insert(_ db: Database, chunks points: RoutePoints, route: Int64) throws {
    let insert = try RawStatement(db, "INSERT INTO route_chunk (route_id, content) VALUES (?, ?)")
    for chunk in points.chunks {
      insert.bind(1, route)
      chunk.withUnsafeBytes { insert.bind(2, bytes: $0) }
      try insert.run()
    }
  }

  /// Removes the points that an import added to routes of earlier ones.
  ///
  /// - Returns: whether there were any.
  static func empty(_ db: Database, filledBy importID: Int64) throws -> Bool {
    try db.execute(
      sql: "DELETE FROM route_chunk WHERE route_id IN (SELECT sample_id FROM route WHERE import_id = ?)",
      arguments: [importID])
    try db.execute(
      sql: "UPDATE route SET points = 0, import_id = NULL WHERE import_id = ?", arguments: [importID])
    return db.changesCount > 0
  }

  /// How many points a route has.
  package static func count(_ db: Database, route: Int64) throws -> Int {
    try Int.fetchOne(
      db.cachedStatement(sql: "SELECT points FROM route WHERE sample_id = ?"), arguments: [route]) ?? 0
  }

  /// How many routes a workout has, and their total number of points.
  package static func extent(_ db: Database, ofWorkout workout: Int64) throws -> (routes: Int, points: Int) {
    // A store of an earlier format has none.
    guard try db.tableExists("route") else { return (0, 0) }
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT count(*), coalesce(sum(points), 0) FROM workout_sample JOIN route USING (sample_id) WHERE workout_id = ?
        """, arguments: [workout])
    return (try row?.value(0, "workout_sample") ?? 0, try row?.value(1, "route") ?? 0)
  }

  /// The track of a workout from all of its routes, sorted by start. Unreadable points are skipped.
  ///
  /// - Parameter count: the number of points.
  package static func track(_ db: Database, ofWorkout workout: Int64, count: Int) throws -> WorkoutTrack {
    var track = WorkoutTrack(count: count)
    guard count > 0 else { return track }
    for route in try routes(db, ofWorkout: workout) {
      track.beginRoute()
      try forEachReadableChunk(db, route: route) { points in
        for point in points { track.add(point) }
      }
    }
    return track
  }

  /// The points of all routes of a workout, sorted by date. Unreadable points are skipped.
  ///
  /// - Complexity: O(points log points).
  package static func points(_ db: Database, ofWorkout workout: Int64) throws -> [RoutePoint] {
    guard try db.tableExists("route") else { return [] }
    var points: [RoutePoint] = []
    for route in try routes(db, ofWorkout: workout) {
      try forEachReadableChunk(db, route: route) { points += $0 }
    }
    return points.sorted { $0.date < $1.date }
  }

  private static func routes(_ db: Database, ofWorkout workout: Int64) throws -> [Int64] {
    try Int64.fetchAll(
      db,
      sql: """
        SELECT sample_id FROM workout_sample JOIN route USING (sample_id) JOIN sample ON sample.id = sample_id
        WHERE workout_id = ? ORDER BY sample.start, sample.id
        """, arguments: [workout])
  }

  /// `ringtop doctor` reports damaged routes; the rest of the workout can be shown.
  private static func forEachReadableChunk(_ db: Database, route: Int64, _ body: ([RoutePoint]) -> Void) throws {
    do {
      try forEachChunk(db, route: route, body)
    } catch is DamagedValue {
      return
    }
  }

  /// How many points routes have, by row. A store of an earlier format has none.
  package static func counts(_ db: Database, routes: [Int64]) throws -> [Int64: Int] {
    guard !routes.isEmpty, try db.tableExists("route") else { return [:] }
    let json = routes.jsonList
    var counts: [Int64: Int] = [:]
    let rows = try Row.fetchCursor(
      db, sql: "SELECT sample_id, points FROM route WHERE sample_id IN (SELECT value FROM json_each(?))",
      arguments: [json])
    while let row = try rows.next() { counts[try row.value(0, "route")] = try row.value(1, "route") as Int }
    return counts
  }

  /// The points of a route, chunk by chunk, in order.
  ///
  /// - Throws: `DamagedValue` for malformed bytes.
  package static func forEachChunk(_ db: Database, route: Int64, _ body: ([RoutePoint]) throws -> Void) throws {
    guard try db.tableExists("route_chunk") else { return }
    let chunks = try RawStatement(db, "SELECT content FROM route_chunk WHERE route_id = ? ORDER BY id")
    chunks.bind(1, route)
    defer { chunks.reset() }
    while try chunks.step() {
      guard let points = RouteChunk.decode(chunks.blob(0)) else { throw DamagedValue(table: "route_chunk") }
      try body(points)
    }
  }

  /// How many routes have a different number of points than recorded, or unreadable ones.
  package static func wrongRoutes(_ db: Database) throws -> Int {
    let counts = try Row.fetchAll(db, sql: "SELECT sample_id, points FROM route ORDER BY sample_id")
    var wrong = 0
    for row in counts {
      var count = 0
      do {
        try forEachChunk(db, route: row.value(0, "route")) { count += $0.count }
        if try count != row.value(1, "route") { wrong += 1 }
      } catch is DamagedValue {
        wrong += 1
      }
    }
    return wrong
  }
}
