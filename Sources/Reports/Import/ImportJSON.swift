package import HealthImport
import HealthModel

/// The counts of an import in the JSON format for scripts.
package struct ImportJSON: Encodable {
  struct Skip: Encodable {
    let line: Int
    let reason: String
    /// Only for files without lines.
    let place: String?

    init(line: Int, reason: String, place: String?) {
      self.line = line
      self.reason = reason
      self.place = place
    }
  }

  /// What the format contains for each ring: `measured`, `derived` or `none`.
  struct Rings: Encodable {
    let move: String
    let exercise: String
    let stand: String
    let goals: Bool
  }

  struct Dropped: Encodable {
    let count: Int
    let element: String
    let line: Int
    let reason: String
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

  let read: Int
  let stored: Int
  let alreadyPresent: Int
  let skipped: Int
  let skipCounts: [String: Int]
  let skips: [Skip]
  let dropped: [Dropped]
  let routes: Routes
  /// What was read besides records: `exportDate`, `characteristics`, `clinicalDocument`.
  let others: [String]
  let complete: Bool
  /// The feed of the samples; absent for Apple's export and our own JSON Lines.
  let format: String?
  let rings: Rings?
  let derived: Int?
  /// What was concluded about the file, in sentences.
  let notes: [String]?
  let seconds: Double

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
    rings =
      report.format == nil
      ? nil
      : Rings(
        move: report.rings[.move].rawValue, exercise: report.rings[.exercise].rawValue,
        stand: report.rings[.stand].rawValue, goals: report.rings.goals)
    derived = report.format == nil ? nil : report.derived
    notes = report.notes.isEmpty ? nil : report.notes
    self.seconds = (seconds * 1_000).rounded() / 1_000
  }
}
