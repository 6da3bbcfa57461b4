import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Testing

@testable import ForeignFormats
@testable import HealthImport

/// One run as a FIT, a TCX and a GPX file, of which each says more than the next.
@Suite("Formats: one activity in several files")
struct SameActivityTests {
  private enum Recording: String, CaseIterable {
    case fit, tcx, gpx

    var bytes: [UInt8] {
      switch self {
      case .fit:
        var activity = FITBuilder()
        let start = FITBuilder.time(FormatFixture.at(8))
        activity.add(0, [(0, .u8(4)), (4, .u32(start))])
        for seconds in [1, 900, 1_799] { activity.add(20, [(253, .u32(start + seconds)), (3, .u8(140))]) }
        activity.add(
          18,
          [
            (253, .u32(start + 1_800)), (2, .u32(start)), (5, .u8(1)), (7, .u32(1_800_000)), (8, .u32(1_800_000)),
            (9, .u32(500_000)), (11, .u16(310)), (16, .u8(140)), (17, .u8(171)),
          ])
        return activity.build()
      case .tcx:
        let points = stride(from: 1, through: 1_800, by: 257).map { second in
          """
          <Trackpoint><Time>\(Self.text(second))</Time><HeartRateBpm><Value>140</Value></HeartRateBpm></Trackpoint>
          """
        }
        return Array(
          """
          <TrainingCenterDatabase><Activities><Activity Sport="Running"><Lap StartTime="\(Self.text(1))">
          <TotalTimeSeconds>1799</TotalTimeSeconds><DistanceMeters>4990</DistanceMeters><Calories>310</Calories>
          <Track>\(points.joined())</Track></Lap></Activity></Activities></TrainingCenterDatabase>
          """.utf8)
      case .gpx:
        // Without a kind, and since the place was known.
        let points = stride(from: 8, through: 1_790, by: 297).map { second in
          #"<trkpt lat="48.\#(600_000 + 25 * second)" lon="6"><time>\#(Self.text(second))</time></trkpt>"#
        }
        return Array("<gpx creator=\"T\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>".utf8)
      }
    }

    private static func text(_ second: Int) -> String {
      (FormatFixture.at(8) + Double(second)).formatted(.iso8601)
    }
  }

  private static var orders: [[Recording]] {
    Recording.allCases.flatMap { first in
      Recording.allCases.filter { $0 != first }.map { second in
        [first, second] + Recording.allCases.filter { $0 != first && $0 != second }
      }
    }
  }

  private func receive(_ recording: Recording, _ scratch: FormatStoreTests.Scratch) throws -> FeedReceipt {
    try scratch.receive(scratch.folder.write(recording.bytes, to: "run.\(recording.rawValue)")).receipt
  }

  private func check(
    _ scratch: FormatStoreTests.Scratch, best: Recording, routes: Int, _ comment: Comment
  ) throws {
    let workouts = try scratch.store.workouts(WorkoutRequest())
    #expect(workouts.count == 1, comment)
    let (metres, energy, kind): (Double?, Double?, Int) =
      switch best {
      case .fit: (5_000, 310, 37)
      case .tcx: (4_990, 310, 37)
      case .gpx: (workouts.first?.distance, nil, 3_000)
      }
    #expect(workouts.first?.distance == metres && workouts.first?.activity == kind, comment)
    #expect(workouts.first?.energy == energy || best == .gpx, comment)
    #expect(workouts.first?.heartRate.map { $0 == 140 } ?? (best == .gpx), comment)
    #expect(try scratch.counts[TypeIdentifier.workoutRoute] ?? 0 == routes, comment)
  }

  @Test(
    "is one workout whichever of its files comes first, with the totals of the one that says most and with its route")
  func orders() throws {
    for order in Self.orders {
      let scratch = try FormatStoreTests.Scratch()
      for count in 1...3 {
        let known = order.prefix(count)
        #expect(try receive(order[count - 1], scratch).stored > 0)
        let best = try #require(Recording.allCases.first(where: known.contains))
        try check(scratch, best: best, routes: known.contains(.gpx) ? 1 : 0, "\(known)")
      }
      let summary = try #require(try scratch.summary())
      #expect(abs((summary.move.value ?? 0) - 310) < 0.5 && summary.exercise.value == 30, "\(order) \(summary)")
      // In any order again, also together.
      for recording in order { #expect(try receive(recording, scratch).stored == 0, "\(order)") }
      try check(scratch, best: .fit, routes: 1, "\(order)")
    }
  }

  @Test("of files in one delivery one workout is kept, and a file with two names counts once")
  func together() throws {
    let scratch = try FormatStoreTests.Scratch()
    for (name, recording) in [("a.gpx", Recording.gpx), ("b.tcx", .tcx), ("c.gpx", .gpx), ("d.tcx", .tcx)] {
      _ = try scratch.folder.write(recording.bytes, to: "runs/\(name)")
    }
    func deliver() throws -> FeedReceipt {
      let path = scratch.folder.path + "/runs"
      let importer = try #require(
        try FormatImporter.all(path: path, context: FormatFixture.context(scratch.folder)).first)
      let options = FeedOptions(
        feed: importer.description.feed, replacement: importer.description.replacement, now: FormatFixture.now,
        configuredZone: "Europe/Berlin", systemZone: "Europe/Berlin", isImport: true)
      return try scratch.store.receive(options) { _ = try importer.run(into: $0) }
    }
    #expect(try deliver().stored > 0)
    try check(scratch, best: .tcx, routes: 1, "first")
    #expect(try deliver().stored == 0)
    try check(scratch, best: .tcx, routes: 1, "again")
  }

  @Test("undoing the imports in any order leaves nothing, and the other files remain until their own is undone")
  func undo() throws {
    for order in Self.orders {
      let scratch = try FormatStoreTests.Scratch()
      for recording in Recording.allCases { _ = try receive(recording, scratch) }
      let numbers = Dictionary(
        uniqueKeysWithValues: try scratch.store.imports().map { (($0.path as NSString).pathExtension, $0.id) })
      for recording in order {
        _ = try scratch.store.undoImport(try #require(numbers[recording.rawValue]))
        let left = try scratch.store.imports().map(\.path)
        #expect(left.allSatisfy { !$0.hasSuffix(recording.rawValue) }, "\(order)")
        #expect(try scratch.store.workouts(WorkoutRequest()).count == (left.contains { $0.hasSuffix("fit") } ? 1 : 0))
      }
      #expect(try scratch.counts.values.reduce(0, +) == 0, "\(order)")
      // What was left out for the sake of another file is stored when it comes again.
      #expect(try receive(.gpx, scratch).stored > 0)
      try check(scratch, best: .gpx, routes: 1, "\(order)")
    }
  }

  @Test("deleting the workout deletes its route, and another file of it brings it back")
  func delete() throws {
    for order in Self.orders {
      let scratch = try FormatStoreTests.Scratch()
      for recording in order { _ = try receive(recording, scratch) }
      let request = SampleRequest(type: TypeIdentifier.workout)
      #expect(try scratch.store.delete([request]) == 1)
      #expect(try scratch.store.workouts(WorkoutRequest()).isEmpty)
      #expect(try scratch.counts[TypeIdentifier.workoutRoute] ?? 0 == 0, "\(order)")
      #expect(try receive(.gpx, scratch).stored == 1)
      try check(scratch, best: .gpx, routes: 1, "\(order)")
    }
  }

  @Test("a workout of an Apple export is not stored again from a file, in either order")
  func export() throws {
    let workout = """
       <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" sourceName="Runner"
        startDate="2026-11-10 08:00:02 +0100" endDate="2026-11-10 08:29:50 +0100"></Workout>
      """
    let export = ExportText.document(workout, head: " <ExportDate value=\"2026-11-12 18:30:00 +0100\"/>\n")
    for recording in Recording.allCases {
      let after = try FormatStoreTests.Scratch()
      _ = try after.importExport(export)
      let covered = try receive(recording, after).covered
      #expect(covered == (recording == .gpx ? 0 : 1))
      let before = try FormatStoreTests.Scratch()
      _ = try receive(recording, before)
      #expect(try before.importExport(export).retired == 1, "\(recording)")
      for scratch in [after, before] {
        let workouts = try scratch.store.workouts(WorkoutRequest())
        #expect(workouts.count == 1 && workouts.first?.duration == 1_800, "\(recording)")
        // What the export lacks is kept.
        #expect(try scratch.counts[TypeIdentifier.workoutRoute] ?? 0 == (recording == .gpx ? 1 : 0))
        #expect(try scratch.store.delete([SampleRequest(type: TypeIdentifier.workout)]) == 1)
        #expect(try scratch.counts[TypeIdentifier.workoutRoute] ?? 0 == 0)
      }
    }
  }

  @Test("the exercise and the heart rates of a file whose workout an export has count once, in either order")
  func parts() throws {
    func record(_ type: String, _ unit: String, _ value: Double, _ time: String) -> String {
      """
       <Record type="HKQuantityTypeIdentifier\(type)" sourceName="Watch" unit="\(unit)" value="\(value)"
        startDate="2026-11-10 08:\(time):00 +0100" endDate="2026-11-10 08:\(time):00 +0100"/>

      """
    }
    let workout = """
       <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" sourceName="Watch"
        startDate="2026-11-10 08:00:02 +0100" endDate="2026-11-10 08:29:50 +0100"></Workout>
      """
    let exercise = (1...9).map {
      """
       <Record type="HKQuantityTypeIdentifierAppleExerciseTime" sourceName="Watch" unit="min" value="1"
        startDate="2026-11-10 08:1\($0 - 1):00 +0100" endDate="2026-11-10 08:1\($0):00 +0100"/>

      """
    }.joined()
    let head = " <ExportDate value=\"2026-11-12 18:30:00 +0100\"/>\n"
    for hasRates in [true, false] {
      let rates =
        hasRates ? record("HeartRate", "count/min", 120, "05") + record("HeartRate", "count/min", 122, "15") : ""
      let export = ExportText.document(exercise + rates + workout, head: head)
      for recording in [Recording.tcx, .fit] {
        for isExportFirst in [true, false] {
          let scratch = try FormatStoreTests.Scratch()
          if isExportFirst { _ = try scratch.importExport(export) }
          _ = try receive(recording, scratch)
          if !isExportFirst { _ = try scratch.importExport(export) }
          let found = try scratch.counts[TypeIdentifier.heartRate] ?? 0
          #expect(hasRates ? found == 2 : found >= 3, "\(recording) \(isExportFirst) \(found)")
          let minutes = try scratch.summary()?.exercise.value
          #expect(minutes == 9, "\(minutes ?? -1) \(recording) \(isExportFirst) \(hasRates)")
          #expect(try receive(recording, scratch).stored == 0)
        }
      }
    }
  }

  @Test("a route is passed on to the workout of an export, also by a feed's workout that it belongs to")
  func routeOfAnother() throws {
    let workout = """
       <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" sourceName="Runner"
        startDate="2026-11-10 08:00:02 +0100" endDate="2026-11-10 08:29:50 +0100"></Workout>
      """
    let phone = """
      {"data": {"workouts": [{"id": "7B5F0A1E-0000-4000-8000-000000000001", "name": "Outdoor Run", "duration": 1780,
       "start": "2026-11-10 08:00:02 +0100", "end": "2026-11-10 08:29:50 +0100",
       "activeEnergyBurned": {"qty": 300, "units": "kcal"}, "distance": {"qty": 5, "units": "km"}}]}}
      """
    for isPhoneFirst in [true, false] {
      let scratch = try FormatStoreTests.Scratch()
      if !isPhoneFirst { _ = try receive(.gpx, scratch) }
      _ = try scratch.receive(scratch.folder.write(phone, to: "phone.json"))
      if isPhoneFirst { _ = try receive(.gpx, scratch) }
      #expect(try scratch.store.workouts(WorkoutRequest()).first?.energy == 300)
      let export = ExportText.document(workout, head: " <ExportDate value=\"2026-11-12 18:30:00 +0100\"/>\n")
      #expect(try scratch.importExport(export).retired >= 1)
      #expect(try scratch.store.workouts(WorkoutRequest()).map(\.duration) == [1_800])
      #expect(try scratch.counts[TypeIdentifier.workoutRoute] == 1)
    }
  }

  @Test("a route without its file in an export does not replace one with points")
  func missingFile() throws {
    func export(_ date: String) -> String {
      let workout = """
         <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" sourceName="T"
          startDate="2026-11-10 08:00:02 +0100" endDate="2026-11-10 08:29:50 +0100">
          <WorkoutRoute sourceName="T" startDate="2026-11-10 08:00:08 +0100" endDate="2026-11-10 08:29:48 +0100">
           <FileReference path="/workout-routes/route_1.gpx"/></WorkoutRoute></Workout>
        """
      return ExportText.document(workout, head: " <ExportDate value=\"\(date)\"/>\n")
    }
    func points(_ scratch: FormatStoreTests.Scratch) throws -> [Int] {
      try scratch.store.workouts(WorkoutRequest()).map { try scratch.store.routePoints(ofWorkout: $0.row).count }
    }
    for isExportFirst in [true, false] {
      let scratch = try FormatStoreTests.Scratch()
      if isExportFirst { _ = try scratch.importExport(export("2026-11-12 18:30:00 +0100")) }
      let receipt = try receive(.gpx, scratch)
      _ = try scratch.importExport(export("2026-11-13 18:30:00 +0100"))
      #expect(try points(scratch) == [7], "\(isExportFirst)")
      // What only adds a route to a workout is listed, so that it can be undone.
      #expect(try scratch.store.imports().contains { $0.id == receipt.importID })
      if isExportFirst, let id = receipt.importID {
        _ = try scratch.store.undoImport(id)
        #expect(try points(scratch) == [0])
      }
    }
  }

  @Test("two activities of one kind after one another, and two kinds at one time, are two workouts")
  func different() throws {
    let scratch = try FormatStoreTests.Scratch()
    _ = try receive(.fit, scratch)
    let ride = String(decoding: Recording.tcx.bytes, as: UTF8.self)
    _ = try scratch.receive(
      scratch.folder.write(ride.replacing("Sport=\"Running\"", with: "Sport=\"Biking\""), to: "ride.tcx"))
    _ = try scratch.receive(
      scratch.folder.write(ride.replacing("2026-11-10T07", with: "2026-11-10T10"), to: "later.tcx"))
    #expect(try scratch.store.workouts(WorkoutRequest()).count == 3)
  }

  @Test("the feeds of files of activities are known to the store")
  func feeds() {
    #expect(FeedSource.activityFeeds.isSubset(of: ImportFormats.all.map { $0.description.feed }))
    let formats: [any ImportFormat.Type] = [FITFormat.self, SportFormat.self, StravaFormat.self]
    #expect(FeedSource.activityFeeds.isSuperset(of: formats.map { $0.description.feed }))
  }
}
