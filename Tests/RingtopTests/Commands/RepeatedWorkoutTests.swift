import Foundation
import TestSupport
import Testing

/// Runs that a watch and another program have both recorded, as an export of someone who has Strava contains them.
@Suite("Workouts that two programs recorded", .serialized, .programs, .timeLimit(.minutes(10)))
struct RepeatedWorkoutTests {
  private func imported() async throws -> Sandbox {
    let sandbox = try Sandbox()
    var export = "<HealthData locale=\"en_DE\"><ExportDate value=\"2026-11-14 10:00:00 +0100\"/>\n"
    for day in 10...12 {
      for (source, minute, energy, distance) in [("Apple Watch", "00", 400 + day, 8.0), ("Strava", "01", 380, 7.9)] {
        let hour = minute == "00" ? "40" : "41"
        let device =
          minute == "00"
          ? "device=\"&lt;&lt;HKDevice: 0x1&gt;, name:Apple Watch, model:Watch, hardware:Watch6,2&gt;\"" : ""
        let dates =
          "startDate=\"2026-11-\(day) 08:\(minute):00 +0100\" endDate=\"2026-11-\(day) 08:\(hour):00 +0100\""
        export += """
          <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="40" durationUnit="min" \
          sourceName="\(source)" \(device) \(dates)>
          <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" \(dates) sum="\(energy)" unit="kcal"/>
          <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" \(dates) sum="\(distance)" unit="km"/>
          </Workout>

          """
      }
    }
    let file = try sandbox.write(export + "</HealthData>", to: "export.xml")
    #expect(try await sandbox.ringtop("import", "--quiet", file).code == 0)
    return sandbox
  }

  @Test("the totals and awards count each run once, and the list shows all recordings")
  func totals() async throws {
    let sandbox = try await imported()
    let list = try await sandbox.ringtop("show", "--view", "workouts", "--format", "plain").output
    #expect(list.hasPrefix("3 workouts, 2 h 0 min, in 6 recordings\n"), "\(list)")
    #expect(list.split(separator: "\n").count { $0.contains("Running") } == 6)
    _ = try await sandbox.ringtop("add", "move", "10")
    let awards = try await sandbox.ringtop("show", "--view", "streaks", "--format", "plain").output
    // Of the six recordings, each later one of the watch has more energy than all before it, and Strava's have less.
    let records = try #require(
      awards.split(separator: "\n").first { $0.contains("Workout record: running") }, "\(awards)")
    #expect(records.contains(" 2  11 November 2026  12 November 2026"), "\(awards)")
    let firsts = try #require(
      awards.split(separator: "\n").first { $0.contains("First workout: running") }, "\(awards)")
    #expect(firsts.contains(" 1  10 November 2026  10 November 2026"), "\(awards)")
  }

  @Test("sources workout shows and changes which recording of a run counts")
  func order() async throws {
    let sandbox = try await imported()
    let list = try await sandbox.ringtop("sources", "workout")
    #expect(list.code == 0 && list.lines.dropFirst().map { $0.contains("Watch") } == [true, false], "\(list)")
    func energy() async throws -> String {
      try await sandbox.ringtop("show", "--view", "workouts", "--format", "plain").output
    }
    let preview = try await sandbox.ringtop("sources", "workouts", "--order", "Strava", "--preview")
    #expect(preview.output == "Of workouts that overlap, those of Strava count.\n", "\(preview)")
    #expect(try await sandbox.ringtop("sources", "workout").output == list.output)
    let done = try await sandbox.ringtop("sources", "workout", "--order", "Strava", "--yes")
    #expect(done.output == "Now Strava counts first. Of workouts that overlap, those of Strava count.\n", "\(done)")
    #expect(try await sandbox.ringtop("sources", "workout").lines.dropFirst().first?.contains("Strava") == true)
    #expect(try await sandbox.ringtop("undo").output.contains("order of sources of Workout"))
    #expect(try await sandbox.ringtop("sources", "workout").output == list.output)
  }
}
