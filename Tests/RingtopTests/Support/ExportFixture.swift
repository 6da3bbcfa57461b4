import Foundation

/// A made-up export: a watch's energy, exercise and stand hours with Apple's summaries, for a number of days up to the
/// last one, recorded in Berlin.
struct ExportFixture {
  struct Rings: Equatable {
    var move: Double
    var exercise: Int
    var stand: Int
  }

  /// The last day with data.
  var lastDay = Sandbox.today
  var days = 21
  /// Whether it contains Apple's summaries.
  var hasSummaries = true
  /// Additional records of a type that affects no ring, a minute apart, for a longer import.
  var heartbeats = 0
  var goals = Rings(move: 500, exercise: 30, stand: 12)
  var exportTime = "20:00:00 +0100"

  /// The rings of the day at this distance before the last one; every day differs from its neighbours.
  static func rings(daysBefore: Int) -> Rings {
    Rings(move: Double(320 + 8 * daysBefore), exercise: 21 + daysBefore % 14, stand: 8 + daysBefore % 5)
  }

  /// The day at this distance before the last one, as text.
  func day(daysBefore: Int) -> String {
    Self.day(lastDay, adding: -daysBefore)
  }

  static func day(_ day: String, adding days: Int) -> String {
    let style = Date.ISO8601FormatStyle().year().month().day()
    guard let date = try? Date(day, strategy: style) else { return day }
    return date.addingTimeInterval(Double(days) * 86_400).formatted(style)
  }

  var xml: String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE HealthData [
      <!ATTLIST Record type CDATA #REQUIRED unit CDATA #IMPLIED>
      ]>
      <HealthData locale="en_DE">
       <ExportDate value="\(lastDay) \(exportTime)"/>
       <Me HKCharacteristicTypeIdentifierDateOfBirth="1990-01-02"/>

      """
    for index in stride(from: days - 1, through: 0, by: -1) {
      let (day, rings) = (day(daysBefore: index), Self.rings(daysBefore: index))
      for hour in 8..<16 {
        text += record(
          "HKQuantityTypeIdentifierActiveEnergyBurned", day, from: (hour, 0), to: (hour, 50), unit: "kcal",
          value: String(rings.move / 8))
      }
      for minute in 0..<rings.exercise {
        text += record(
          "HKQuantityTypeIdentifierAppleExerciseTime", day, from: (17, minute), to: (17, minute + 1), unit: "min",
          value: "1")
      }
      for hour in 7..<(7 + rings.stand) {
        text += record(
          "HKCategoryTypeIdentifierAppleStandHour", day, from: (hour, 0), to: (hour, 59), unit: nil,
          value: "HKCategoryValueAppleStandHourStood")
      }
    }
    for first in stride(from: 0, to: heartbeats, by: 1_440) {
      let day = day(daysBefore: first / 1_440)
      for minute in 0..<min(1_440, heartbeats - first) {
        let time = (minute / 60, minute % 60)
        text += record(
          "HKQuantityTypeIdentifierHeartRate", day, from: time, to: time, unit: "count/min",
          value: String(60 + minute % 80))
      }
    }
    if hasSummaries {
      for index in stride(from: days - 1, through: 0, by: -1) {
        text += summary(day(daysBefore: index), Self.rings(daysBefore: index))
      }
    }
    return text + "</HealthData>\n"
  }

  /// The export as packed by Apple.
  var zip: [UInt8] {
    ZipText.archive([("apple_health_export/export.xml", Array(xml.utf8))])
  }

  private func record(
    _ type: String, _ day: String, from start: (Int, Int), to end: (Int, Int), unit: String?, value: String
  ) -> String {
    func time(_ time: (Int, Int)) -> String {
      "\(day) \(time.0 < 10 ? "0" : "")\(time.0):\(time.1 < 10 ? "0" : "")\(time.1):00 +0100"
    }
    let unit = unit.map { " unit=\"\($0)\"" } ?? ""
    return """
       <Record type="\(type)" sourceName="Robin’s Apple Watch"\(unit) startDate="\(time(start))" endDate="\(time(end))" value="\(value)">
        <MetadataEntry key="HKTimeZone" value="Europe/Berlin"/>
       </Record>

      """
  }

  private func summary(_ day: String, _ rings: Rings) -> String {
    """
     <ActivitySummary dateComponents="\(day)" activeEnergyBurned="\(rings.move)" activeEnergyBurnedGoal="\(goals.move)" \
    activeEnergyBurnedUnit="kcal" appleMoveTime="0" appleMoveTimeGoal="0" appleExerciseTime="\(rings.exercise)" \
    appleExerciseTimeGoal="\(goals.exercise)" appleStandHours="\(rings.stand)" appleStandHoursGoal="\(goals.stand)"/>

    """
  }
}

extension Sandbox {
  /// Writes the fixture and imports it.
  @discardableResult
  func imported(_ fixture: ExportFixture = ExportFixture(), _ options: String...) async throws -> Ending {
    let file = try write(fixture.xml, to: "export.xml")
    let ending = try await Program.run(
      [Program.ringtop, "import", "--quiet", file] + options, environment: environment)
    guard ending.code == 0 else { throw Overdue(description: "import: \(ending.errors)") }
    return ending
  }
}
