import Foundation
import HealthModel
import Testing

@testable import ForeignFormats
@testable import HealthImport

@Suite("Local time in Fitbit's takeouts")
struct FitbitZoneTests {
  /// Days with walks at random minutes: steps in UTC, and energy that rises with them in local time.
  private static func days(_ count: Int, offset: (Int) -> Int, seed: UInt64) -> FitbitEnergy {
    var random = SeededGenerator(seed: seed)
    var energy = FitbitEnergy()
    for day in 20_000..<20_000 + count {
      var minutes = (0..<1_440).map { _ in Double.random(in: 1...1.2, using: &random) }
      for _ in 0..<6 {
        let start = Int.random(in: 400..<1_300, using: &random)
        for minute in start..<start + Int.random(in: 5..<40, using: &random) {
          minutes[minute] += Double.random(in: 1...4, using: &random)
          let utc = minute - offset(day)
          energy.add(
            steps: Double.random(in: 40...120, using: &random),
            day: day + Int((Double(utc) / 1_440).rounded(.down)), minute: (utc % 1_440 + 1_440) % 1_440)
        }
      }
      for (minute, value) in minutes.enumerated() { energy.add(value, day: day, minute: minute) }
    }
    return energy
  }

  @Test("the steps show the offset from UTC", arguments: [-480, -210, 0, 60, 330, 345, 765])
  func offsets(offset: Int) {
    let energy = Self.days(6, offset: { _ in offset }, seed: UInt64(offset + 1_000))
    #expect(Set(energy.offsets().values) == [offset] && energy.offsets().count == 6)
  }

  @Test("a change of the clocks, or a journey, is found on its day", arguments: [2, 20, 38])
  func journey(before: Int) {
    let offsets = Self.days(40, offset: { $0 < 20_000 + before ? 60 : 120 }, seed: 5).offsets()
    #expect((20_000..<20_040).allSatisfy { offsets[$0] == ($0 < 20_000 + before ? 60 : 120) })
    let journey = Self.days(40, offset: { abs($0 - 20_020) < before / 2 ? -480 : 60 }, seed: 7).offsets()
    #expect((20_000..<20_040).allSatisfy { journey[$0] == (abs($0 - 20_020) < before / 2 ? -480 : 60) })
  }

  @Test("a day that was recorded in part, at rest, says nothing about its offset")
  func partial() {
    var energy = Self.days(4, offset: { _ in -240 }, seed: 9)
    for minute in 0..<300 { energy.add(1.1, day: 20_004, minute: minute) }
    #expect(Set(energy.offsets().values) == [-240])
  }

  @Test("nothing is concluded from a day without steps, or with steps that have nothing to do with its energy")
  func nothing() {
    var energy = FitbitEnergy()
    for minute in 0..<1_440 { energy.add(1 + Double(minute % 7), day: 20_000, minute: minute) }
    #expect(energy.offsets().isEmpty)
    var random = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      energy.add(steps: 50, day: 20_000, minute: Int.random(in: 0..<1_440, using: &random))
    }
    #expect(energy.offsets().isEmpty)
  }

  /// What a takeout with steps at 8:00 in UTC and energy at 17:00 in local time reports and stores.
  private func read(
    profile: String?, isZoneChosen: Bool = false
  ) throws -> (energy: [Date], notes: [String], home: String?) {
    func minutes(_ hour: String, _ values: [String]) -> String {
      "["
        + values.enumerated().map { #"{"dateTime": "11/10/26 \#(hour):0\#($0):00", "value": "\#($1)"}"# }
        .joined(separator: ",") + "]"
    }
    let folder = try TemporaryFolder()
    let data = "Takeout/Fitbit/Global Export Data/"
    _ = try folder.write(minutes("08", ["100", "90", "120"]), to: data + "steps-2026-11-10.json")
    _ = try folder.write(minutes("17", ["6", "5", "7", "1"]), to: data + "calories-2026-11-10.json")
    if let profile {
      _ = try folder.write(
        "id,full_name,timezone,locale\nA1,Kim,\(profile),en_GB\n", to: "Takeout/Fitbit/Your Profile/Profile.csv")
    }
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    let context = ImportContext(
      now: FormatFixture.now, temporaryFolder: folder.path, isZoneChosen: isZoneChosen,
      offset: { berlin.secondsFromGMT(for: $0) }, database: { _ in throw ForeignDatabaseError(.damaged, "") })
    let sink = MemorySink()
    let importer = try #require(try FormatImporter.all(path: folder.path + "/Takeout", context: context).first)
    let report = try importer.run(into: sink)
    let energy = sink.samples.filter { $0.type == TypeIdentifier.activeEnergyBurned }.map(\.start).sorted()
    return (energy, report.notes, sink.header?.homeZone)
  }

  @Test("the named zone comes first, then the profile's, then what the steps show")
  func order() throws {
    func utc(_ hour: Int) throws -> Date {
      try Date("2026-11-10T\(hour < 10 ? "0" : "")\(hour):00:00Z", strategy: .iso8601)
    }
    let steps = try read(profile: nil)
    #expect(try steps.energy.first == utc(8))
    #expect(steps.notes.count == 1 && steps.notes[0].contains("+09:00") && steps.home == nil)
    let profile = try read(profile: "America/New_York")
    #expect(try profile.energy.first == utc(22) && profile.notes == ["Its profile's time zone is America/New_York."])
    #expect(profile.home == "America/New_York")
    let chosen = try read(profile: "America/New_York", isZoneChosen: true)
    #expect(try chosen.energy.first == utc(16) && chosen.notes.isEmpty && chosen.home == nil)
    // A profile without a zone that exists.
    #expect(try read(profile: "null").notes.first?.contains("+09:00") == true)
  }
}
