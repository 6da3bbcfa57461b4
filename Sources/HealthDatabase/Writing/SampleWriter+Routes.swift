import GRDB
import HealthModel

extension SampleWriter {
  /// Stores a route, with its points if they are new.
  func write(
    _ db: Database, _ route: RouteRecord, tables: SampleTables, importID: Int64?, counts: inout RouteCounts
  ) throws -> Outcome {
    let outcome = try write(db, route.sample, tables: tables)
    switch outcome {
    case .refused:
      counts.refusedPoints += route.points.count
    case .alreadyPresent(let row):
      counts.alreadyPresent += 1
      let mapping = try mapping(db, of: route.sample.type, tables: tables)
      let known = try RouteTable.count(db, route: row)
      counts.alreadyPresentPoints += min(known, route.points.count)
      // Its file was missing or damaged.
      if let importID, route.points.count > known {
        try RouteTable.fill(db, route: row, route.points, importID: importID)
        states[mapping.state].hasChanged = true
        counts.storedPoints += route.points.count - known
      }
    case .stored(let row):
      guard row > 0 else { break }
      try RouteTable.insert(db, route: row, route.points)
      counts.stored += 1
      counts.storedPoints += route.points.count
    }
    return outcome
  }

  /// Stores the routes of a workout and associates them with it.
  func write(
    _ db: Database, _ routes: [RouteRecord], of workout: Outcome, tables: SampleTables, importID: Int64?,
    counts: inout RouteCounts
  ) throws {
    switch workout {
    case .refused:
      counts.refusedPoints += routes.reduce(0) { $0 + $1.points.count }
    case .stored(let workout), .alreadyPresent(let workout):
      for route in routes {
        let outcome = try write(db, route, tables: tables, importID: importID, counts: &counts)
        if case .stored(let row) = outcome, row > 0 { try SampleSaver.add(db, row, toWorkout: workout) }
      }
    }
  }
}
