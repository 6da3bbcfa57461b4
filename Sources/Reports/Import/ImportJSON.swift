package import HealthImport
import HealthModel

/// The counts of an import in the JSON format for scripts.
package struct ImportJSON: Encodable {
  package struct Skip: Encodable {
    package let line: Int
    package let reason: String
    /// Only for files without lines.
    package let place: String?

    package init(line: Int, reason: String, place: String?) {
      self.line = line
      self.reason = reason
      self.place = place
    }
  }

  /// What the format contains for each ring: `measured`, `derived` or `none`.
  package struct Rings: Encodable {
    package let move: String
    package let exercise: String
    package let stand: String
    package let goals: Bool
  }

  package struct Dropped: Encodable {
    package let count: Int
    let element: String
    package let line: Int
    package let reason: String
  }

  /// For the routes of workouts.
  struct Routes: Encodable {
    let stored: Int
    let alreadyPresent: Int
    let points: Points
  }

  struct Points: Encodable {
    let read: Int
    let stored: Int
    let alreadyPresent: Int
    let dropped: Int
  }

  package let read: Int
  package let stored: Int
  package let alreadyPresent: Int
  package let skipped: Int
  package let skipCounts: [String: Int]
  package let skips: [Skip]
  package let dropped: [Dropped]
  let routes: Routes
  /// What was read besides records: `exportDate`, `characteristics`, `clinicalDocument`.
  package let others: [String]
  package let complete: Bool
  /// The feed of the samples; absent for Apple's export and our own JSON Lines.
  package let format: String?
  package let rings: Rings?
  package let derived: Int?
  package let seconds: Double

  package init(_ report: ImportReport, seconds: Double) {
    read = report.read
    stored = report.stored
    alreadyPresent = report.alreadyPresent
    skipped = report.skipped
    skipCounts = report.skipCounts
    skips = report.skips.map { Skip(line: $0.line, reason: $0.reason, place: $0.place.isEmpty ? nil : $0.place) }
    dropped = report.droppedParts.map {
      Dropped(count: $0.count, element: $0.element, line: $0.line, reason: $0.reason)
    }
    routes = Routes(
      stored: report.routes.stored, alreadyPresent: report.routes.alreadyPresent,
      points: Points(
        read: report.readPoints, stored: report.routes.storedPoints, alreadyPresent: report.routes.alreadyPresentPoints,
        dropped: report.droppedPoints + report.routes.refusedPoints))
    others = report.others.map(\.rawValue)
    complete = report.isComplete
    format = report.format?.feed
    rings = report.format.map {
      Rings(
        move: $0.rings.move.rawValue, exercise: $0.rings.exercise.rawValue, stand: $0.rings.stand.rawValue,
        goals: $0.rings.goals)
    }
    derived = report.format == nil ? nil : report.derived
    self.seconds = (seconds * 1_000).rounded() / 1_000
  }
}
