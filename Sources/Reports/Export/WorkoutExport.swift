import Foundation
package import HealthDatabase
package import HealthExport
package import HealthModel
import HealthQueries
package import Presentation
import Processes

/// Writes workouts as files that programs for sports read.
package struct WorkoutExport {
  let store: StoreConnection
  let format: WorkoutFileFormat
  /// nil for all.
  let first: Day?
  let last: Day?

  package init(store: StoreConnection, format: WorkoutFileFormat, first: Day?, last: Day?) {
    (self.store, self.format, self.first, self.last) = (store, format, first, last)
  }

  /// - Parameter path: a folder, or a file for a single workout; nil for standard output.
  package func write(to path: String?, _ formatting: Formatting) throws {
    let workouts = try selected()
    guard let newest = workouts.last else { throw Failure(.noInput, "There are no workouts in these days.") }
    guard let path else {
      guard workouts.count == 1 else {
        throw Failure(
          .usage, "There are \(formatting.count(workouts.count, "workout")) in these days; name a folder with --output."
        )
      }
      return try write(newest, to: nil)
    }
    guard workouts.count > 1 || isFolder(path) else {
      try write(newest, to: path)
      return Output.line("Wrote 1 workout to \(path).")
    }
    guard isFolder(path) || !path.lowercased().hasSuffix(".\(format.rawValue)") else {
      throw Failure(
        .usage, "There are \(formatting.count(workouts.count, "workout")) in these days; \(path) is the name of a file."
      )
    }
    try writeAll(workouts, in: URL(filePath: path, directoryHint: .isDirectory), formatting)
  }

  /// By time.
  private func selected() throws -> [WorkoutSummary] {
    var workouts: [WorkoutSummary] = []
    try store.reading().forEachWorkout { workout in
      if first.map({ $0 <= workout.day }) ?? true, last.map({ workout.day <= $0 }) ?? true { workouts.append(workout) }
    }
    return workouts.sorted { ($0.start, $0.row) < ($1.start, $1.row) }
  }

  private func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      ? isFolder.boolValue : path.hasSuffix("/")
  }

  private func write(_ workout: WorkoutSummary, to path: String?) throws {
    guard let content = try content(workout) else {
      throw Failure(.badData, "The workout has no route, which gpx needs; tcx and fit do not.")
    }
    let file = try FileOutput(path: path, store: store)
    try file.write(content)
    try file.finish()
  }

  private func writeAll(_ workouts: [WorkoutSummary], in folder: URL, _ formatting: Formatting) throws {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw Failure(.cannotCreate, "The folder \(folder.path) cannot be created.")
    }
    var names: Set<String> = []
    for workout in workouts {
      guard let content = try content(workout) else { continue }
      let file = try FileOutput(path: folder.appending(path: name(workout, &names)).path, store: store)
      try file.write(content)
      try file.finish()
    }
    let skipped = workouts.count - names.count
    let note = skipped > 0 ? "; \(formatting.count(skipped, "workout")) without a route skipped" : ""
    Output.line("Wrote \(formatting.count(names.count, "workout")) to \(folder.path)\(note).")
  }

  /// nil if the format cannot express it.
  private func content(_ workout: WorkoutSummary) throws -> [UInt8]? {
    let reading = try store.reading()
    guard let stored = try reading.workout(row: workout.row) else { return nil }
    return format.content(WorkoutFile(stored, route: try reading.routePoints(ofWorkout: workout.row)))
  }

  /// `2026-05-01-0700-running.gpx`, by the clock of where it began.
  private func name(_ workout: WorkoutSummary, _ names: inout Set<String>) -> String {
    let (hour, minute) = workout.minuteOfDay.quotientAndRemainder(dividingBy: 60)
    let base = "\(workout.day)-\(hour.twoDigits)\(minute.twoDigits)-\(workout.name)"
    var name = base
    var number = 2
    while !names.insert(name).inserted {
      name = "\(base)-\(number)"
      number += 1
    }
    return name + "." + format.rawValue
  }
}
