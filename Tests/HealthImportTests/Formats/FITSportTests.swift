import Foundation
import HealthModel
import HealthQueries
import Testing

@testable import ForeignFormats
@testable import HealthImport

/// Kinds of activities in FIT files. The numbers are those of Garmin's profile 21.
@Suite("Formats: kinds of activities in FIT files")
struct FITSportTests {
  /// Half an hour at eight.
  private static func activity(_ sport: Int, _ kind: Int, name: String? = nil) -> [UInt8] {
    var activity = FITBuilder()
    let start = FITBuilder.time(FormatFixture.at(8))
    activity.add(0, [(0, .u8(4)), (4, .u32(start))])
    var fields: [(UInt8, FITBuilder.Value)] = [
      (253, .u32(start + 1_800)), (2, .u32(start)), (5, .u8(sport)), (6, .u8(kind)), (7, .u32(1_800_000)),
      (8, .u32(1_800_000)), (11, .u16(200)),
    ]
    if let name { fields.append((110, .text(name))) }
    activity.add(18, fields)
    return activity.build()
  }

  private static func kind(_ bytes: [UInt8]) throws -> (name: String?, unlisted: String?) {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = try folder.write(bytes, to: "a.fit")
    let importer = try #require(try FormatImporter.all(path: path, context: FormatFixture.context(folder)).first)
    let sink = MemorySink()
    _ = try importer.run(into: sink)
    let workout = try #require(sink.workouts.first)
    let unlisted = workout.sample.metadata.first { $0.key == MetadataKey.unknownValue }
    var name: String?
    if case .text(let text)? = unlisted?.value { name = text }
    return (workout.sample.value.flatMap { WorkoutActivityCatalog.entry(for: Int($0)) }?.name, name)
  }

  @Test("yoga, Pilates, cardio, stretching, intervals, machines and rackets are told apart by the sub-sport")
  func kinds() throws {
    for (sport, kind, name) in [
      (10, 43, "yoga"), (10, 44, "pilates"), (10, 26, "mixedCardio"), (10, 19, "flexibility"), (10, 62, "mindAndBody"),
      (10, 70, "highIntensityIntervalTraining"), (10, 20, "traditionalStrengthTraining"), (10, 0, "other"),
      (62, 0, "highIntensityIntervalTraining"), (62, 73, "highIntensityIntervalTraining"), (4, 15, "elliptical"),
      (4, 16, "stairClimbing"), (4, 14, "rowing"), (4, 1, "running"), (4, 6, "cycling"), (4, 0, "mixedCardio"),
      (1, 1, "running"), (2, 6, "cycling"), (2, 12, "handCycling"), (11, 27, "walking"), (5, 18, "swimming"),
      (64, 84, "pickleball"), (64, 94, "squash"), (64, 95, "badminton"), (64, 97, "tableTennis"), (8, 0, "tennis"),
      (84, 0, "jumpRope"), (0, 0, "other"), (22, 0, "other"), (255, 255, "other"),
    ] {
      let found = try Self.kind(Self.activity(sport, kind))
      #expect(found.name == name && found.unlisted == nil, "\(sport), \(kind): \(found)")
    }
    let padel = try Self.kind(Self.activity(64, 85))
    #expect(padel.name == "other" && padel.unlisted == "HKWorkoutActivityTypePadel")
  }

  @Test("the name of the profile says which of two kinds with the same numbers it is, or what has none")
  func names() throws {
    for (sport, kind, text, name) in [
      (10, 20, "functionalStrengthTraining", "functionalStrengthTraining"), (10, 20, "Leg day", nil),
      (10, 26, "mixedMetabolicCardioTraining", "mixedMetabolicCardioTraining"), (0, 0, "barre", "barre"),
      (0, 0, "Indoor Run", "running"), (1, 0, "cycling", "running"), (1, 1, "running", "running"),
    ] {
      let found = try Self.kind(Self.activity(sport, kind, name: text))
      #expect(found.name == name ?? "traditionalStrengthTraining" && found.unlisted == nil, "\(text): \(found)")
    }
    let unlisted = try Self.kind(Self.activity(0, 0, name: "Bureau desk meeting"))
    #expect(unlisted.name == "other" && unlisted.unlisted == "HKWorkoutActivityTypeBureauDeskMeeting")
  }

  @Test("a strength training of an Apple export is not stored again from a FIT file, in either order")
  func strength() throws {
    let workout = """
       <Workout workoutActivityType="HKWorkoutActivityTypeFunctionalStrengthTraining" duration="30" durationUnit="min"
        sourceName="W" startDate="2026-11-10 08:00:02 +0100" endDate="2026-11-10 08:29:50 +0100"></Workout>
      """
    let export = ExportText.document(workout, head: " <ExportDate value=\"2026-11-12 18:30:00 +0100\"/>\n")
    for (kind, count) in [(20, 1), (43, 2)] {
      for isExportFirst in [true, false] {
        let scratch = try FormatStoreTests.Scratch()
        if isExportFirst { _ = try scratch.importExport(export) }
        _ = try scratch.receive(scratch.folder.write(Self.activity(10, kind), to: "strength.fit"))
        if !isExportFirst { _ = try scratch.importExport(export) }
        let workouts = try scratch.store.workouts(WorkoutRequest())
        #expect(workouts.count == count && workouts.contains { $0.activity == 20 }, "\(kind), \(isExportFirst)")
      }
    }
  }
}
