import FoundationEssentials
import HealthImport
import HealthModel
import Testing

@Suite("Correlations, workouts, summaries and the header of an export")
struct AppleStructureTests {
  @Test("A mixture of all elements is imported completely")
  func mixture() throws {
    let (report, sink) = try importExport(ExportText.mixture)
    #expect(report.read == 8)
    #expect(report.stored == 8)
    #expect(report.droppedParts.map(\.element) == ["FileReference"])
    #expect(report.droppedParts.map(\.reason) == ["missingFile"])
    #expect(sink.samples.count == 5)
    #expect(report.exportDate == Date(timeIntervalSince1970: 1_709_659_800))
    #expect(sink.header?.printedOffset == 3_600)
    #expect(
      sink.header?.characteristics == [
        "HKCharacteristicTypeIdentifierDateOfBirth": "1990-01-02",
        "HKCharacteristicTypeIdentifierBloodType": "HKBloodTypeNotSet",
      ])
    #expect(
      sink.summaries == [
        AppleSummaryRecord(
          day: try #require(Day("2024-03-04")), energy: 412.5, energyGoal: 500, exercise: 31, exerciseGoal: 30,
          stand: 11, standGoal: 12, line: try #require(sink.summaries.first?.line))
      ])
  }

  @Test("Members belong to their correlation and are counted nowhere else")
  func correlation() throws {
    let (report, sink) = try importExport(ExportText.mixture)
    #expect(report.stored == 8)
    let correlation = try #require(sink.correlations.first)
    #expect(correlation.sample.type == "HKCorrelationTypeIdentifierBloodPressure")
    #expect(correlation.sample.kind == .correlation)
    #expect(correlation.sample.value == nil)
    #expect(correlation.sample.metadata == [Metadata.Entry(key: "HKWasUserEntered", value: .flag(true))])
    #expect(correlation.members.map(\.value) == [121, 79])
    #expect(correlation.members.map(\.metadata.count) == [1, 0])
    #expect(!sink.samples.contains { $0.type.contains("BloodPressure") })
  }

  @Test("A member that cannot be read is the only one lost, and is reported")
  func badMember() throws {
    let (report, sink) = try importExport(ExportText.mixture.replacing("value=\"79\"", with: "value=\"low\""))
    #expect(sink.correlations.first?.members.count == 1)
    #expect(report.droppedParts.filter { $0.element == "Record" }.map(\.reason) == ["badValue"])
  }

  @Test("A workout keeps its events, statistics and routes; a route's metadata is not the workout's")
  func workout() throws {
    let (_, sink) = try importExport(ExportText.mixture)
    let workout = try #require(sink.workouts.first)
    #expect(workout.sample.type == "HKWorkoutTypeIdentifier")
    #expect(workout.sample.kind == .workout)
    #expect(workout.sample.value == 37)
    #expect(workout.sample.metadata == [])
    #expect(workout.record.duration == 1_830)
    #expect(workout.record.events.map(\.type) == [1])
    #expect(workout.record.statistics.map(\.sum) == [310.5])
    #expect(workout.record.routes.map(\.path) == ["/workout-routes/route_2024-03-04_5.31pm.gpx"])
  }

  private let dates = "startDate=\"2024-03-04 17:00:00 +0100\" endDate=\"2024-03-04 18:00:00 +0100\""

  @Test("Activities in a workout keep their own events and statistics, which are not added up")
  func activities() throws {
    let event = "<WorkoutEvent type=\"HKWorkoutEventTypeLap\" date=\"2024-03-04 17:10:00 +0100\" duration=\"2\"/>"
    func statistics(_ sum: Double) -> String {
      "<WorkoutStatistics type=\"HKQuantityTypeIdentifierDistanceCycling\" \(dates) sum=\"\(sum)\" unit=\"km\"/>"
    }
    let (_, sink) = try importExport(
      ExportText.document(
        """
         <Workout workoutActivityType="HKWorkoutActivityTypeSwimBikeRun" sourceName="x" \(dates)>
          \(event)
          <WorkoutActivity uuid="6F3C1F3E-0D2B-4F7A-9A53-0D8D3A7F1C55" \(dates) duration="60" durationUnit="min">
           <MetadataEntry key="HKIndoorWorkout" value="0"/>
           \(event)
           \(event.replacing("/>", with: "><MetadataEntry key=\"k\" value=\"v\"/></WorkoutEvent>"))
           \(statistics(20.5))
          </WorkoutActivity>
          <WorkoutActivity startDate="never">\(event)</WorkoutActivity>
          \(statistics(20.6))
         </Workout>

        """))
    let record = try #require(sink.workouts.first).record
    #expect(record.statistics.map(\.sum) == [20.6])
    #expect(record.events.count == 1)
    let activity = try #require(record.activities.first)
    #expect(record.activities.count == 1)
    #expect(activity.uuid == UUID(uuidString: "6F3C1F3E-0D2B-4F7A-9A53-0D8D3A7F1C55"))
    #expect(activity.duration == 3_600)
    #expect(activity.metadata.entries.map(\.key) == ["HKIndoorWorkout"])
    #expect(activity.events.map(\.metadata.entries.count) == [0, 1])
    #expect(activity.events.first.map { $0.end.timeIntervalSince($0.start) } == 120)
    #expect(activity.statistics.map(\.sum) == [20.5])
  }

  @Test(
    "Old totals become statistics if there are none of their type",
    arguments: [
      ("Cycling", "HKQuantityTypeIdentifierDistanceCycling"), ("Swimming", "HKQuantityTypeIdentifierDistanceSwimming"),
      ("Hiking", "HKQuantityTypeIdentifierDistanceWalkingRunning"),
      ("Frisbee", "HKQuantityTypeIdentifierDistanceWalkingRunning"),
    ])
  func totals(activity: String, type: String) throws {
    let workout = """
       <Workout workoutActivityType="HKWorkoutActivityType\(activity)" duration="60" durationUnit="min" totalDistance="10" totalDistanceUnit="km" totalEnergyBurned="400" totalEnergyBurnedUnit="kcal" sourceName="x" \(dates)
      """
    let energy =
      "<WorkoutStatistics type=\"HKQuantityTypeIdentifierActiveEnergyBurned\" \(dates) sum=\"401\" unit=\"kcal\"/>"
    let (_, sink) = try importExport(ExportText.document(workout + "/>\n" + workout + ">\(energy)</Workout>\n"))
    func sums(_ index: Int) -> [String: Double?] {
      Dictionary(uniqueKeysWithValues: sink.workouts[index].record.statistics.map { ($0.type, $0.sum) })
    }
    #expect(sums(0) == [type: 10, "HKQuantityTypeIdentifierActiveEnergyBurned": 400])
    #expect(sums(1) == [type: 10, "HKQuantityTypeIdentifierActiveEnergyBurned": 401])
  }

  @Test("An activity that is not in the catalog becomes other, and its name is kept")
  func unknownActivity() throws {
    let (_, sink) = try importExport(
      ExportText.document(
        " <Workout workoutActivityType=\"HKWorkoutActivityTypeMoonWalk\" sourceName=\"x\" \(dates)/>\n"))
    #expect(sink.workouts.first?.sample.value == 3_000)
    #expect(sink.workouts.first?.sample.metadata.map(\.value) == [.text("HKWorkoutActivityTypeMoonWalk")])
  }

  @Test("Summaries in kJ and with move minutes are converted to canonical units")
  func summaryUnits() throws {
    let (_, sink) = try importExport(
      ExportText.document(
        """
         <ActivitySummary dateComponents="2020-10-01" activeEnergyBurned="418.4" activeEnergyBurnedGoal="2092" activeEnergyBurnedUnit="kJ" appleMoveMinutes="12" appleMoveMinutesGoal="45" appleExerciseTime="5" appleExerciseTimeGoal="30" appleStandHours="3" appleStandHoursGoal="12"/>
         <ActivitySummary dateComponents="2020-10-02" appleMoveTime="7" appleMoveTimeGoal="60"/>

        """))
    #expect(sink.summaries.map { ($0.energy * 1e9).rounded() / 1e9 } == [100, 0])
    #expect(sink.summaries.map(\.energyGoal) == [500, 0])
    #expect(sink.summaries.map(\.moveTime) == [12, 7])
    #expect(sink.summaries.map(\.moveTimeGoal) == [45, 60])
  }

  @Test("The export date, the characteristics and the clinical document are named apart and are no records")
  func others() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    _ = try folder.write(ExportText.document(String(repeating: ExportText.record(), count: 200)), to: "export.xml")
    _ = try folder.write(
      "<ClinicalDocument><effectiveTime value=\"20261114110000+0100\"/></ClinicalDocument>", to: "export_cda.xml")
    let (report, sink) = try importExport(at: folder.path)
    #expect(report.read == 200 && report.stored == 200 && report.skipped == 0)
    #expect(report.others == [.exportDate, .characteristics, .clinicalDocument])
    #expect(sink.withData.count == 1)
    _ = try folder.write("<Document/>", to: "export_cda.xml")
    let (other, _) = try importExport(at: folder.path)
    #expect(other.read == 200 && other.stored == 200 && other.others == [.exportDate, .characteristics])
    #expect(other.droppedParts.map(\.element) == ["export_cda.xml"])
  }

  @Test("Without an ExportDate, the printed offset is that of the first record")
  func noHead() throws {
    let (report, sink) = try importExport(ExportText.document(ExportText.record(), head: ""))
    #expect(sink.header?.exportDate == nil)
    #expect(sink.header?.printedOffset == 3_600)
    #expect(report.read == 1)
  }

  @Test("A nonsensical header is left out")
  func badHead() throws {
    let (report, sink) = try importExport(ExportText.document("", head: "<ExportDate value=\"now\"/><Me/>"))
    #expect(report.droppedParts.map(\.element) == ["ExportDate", "Me"])
    #expect(report.droppedParts.map(\.reason) == ["badDate", "emptyHeader"])
    #expect(report.read == 0 && report.skipped == 0 && report.others.isEmpty && report.storedNothing)
    #expect(sink.header != nil)
  }

  @Test("Implausible dates in the header are ignored")
  func farHead() throws {
    let birth = "HKCharacteristicTypeIdentifierDateOfBirth"
    let (report, sink) = try importExport(
      ExportText.document(
        "", head: "<ExportDate value=\"9999-12-31 23:59:59 +0000\"/><Me \(birth)=\"0190-01-02\" x=\"y\"/>"))
    #expect(report.read == 0 && report.skipped == 0 && report.others == [.characteristics])
    #expect(report.exportDate == nil)
    #expect(sink.header?.characteristics == ["x": "y"])
    #expect(report.droppedParts.map(\.element) == ["ExportDate", "Me"])
    #expect(report.droppedParts.map(\.reason) == ["dateOutOfRange", "dateOutOfRange"])
    let alone = try importExport(ExportText.document("", head: "<Me \(birth)=\"2190-01-02\"/>")).report
    #expect(alone.droppedParts.map(\.reason) == ["dateOutOfRange"] && alone.others.isEmpty)
    let old = try importExport(ExportText.document("", head: "<Me \(birth)=\"1900-01-01\"/>")).report
    #expect(old.others == [.characteristics])
  }

  @Test("Parts of a workout with implausible dates or numbers are left out and reported")
  func farParts() throws {
    func workout(_ children: String, _ attributes: String = "") -> String {
      ExportText.document(
        " <Workout workoutActivityType=\"HKWorkoutActivityTypeYoga\" sourceName=\"x\" \(dates) \(attributes)>\n"
          + children + " </Workout>\n")
    }
    let event = "<WorkoutEvent type=\"HKWorkoutEventTypeLap\""
    let energy = "<WorkoutStatistics type=\"HKQuantityTypeIdentifierActiveEnergyBurned\" unit=\"kcal\""
    for (children, attributes, element, reason) in [
      ("\(event) date=\"0001-01-01 00:00:00 +0000\"/>\n", "", "WorkoutEvent", "dateOutOfRange"),
      (
        "\(event) date=\"2099-12-31 00:00:00 +0000\" duration=\"90\" durationUnit=\"d\"/>\n", "", "WorkoutEvent",
        "dateOutOfRange"
      ),
      ("\(event) date=\"2024-03-04 17:10:00 +0100\" duration=\"-5\"/>\n", "", "duration", "valueOutOfRange"),
      (
        "<WorkoutEvent type=\"HKWorkoutEventTypeNap\" date=\"2024-03-04 17:10:00 +0100\"/>\n", "", "WorkoutEvent",
        "badValue"
      ),
      ("<WorkoutActivity startDate=\"2126-03-04 17:10:00 +0100\"/>\n", "", "WorkoutActivity", "dateOutOfRange"),
      ("\(energy) sum=\"1e308\"/>\n", "", "sum", "valueOutOfRange"),
      ("\(energy) startDate=\"9999-03-04 17:10:00 +0100\" sum=\"5\"/>\n", "", "WorkoutStatistics", "dateOutOfRange"),
      ("", "duration=\"1e300\"", "duration", "valueOutOfRange"),
      ("", "totalEnergyBurned=\"1e300\" totalEnergyBurnedUnit=\"kcal\"", "totalEnergyBurned", "valueOutOfRange"),
      ("<WorkoutRoute><Location latitude=\"1\"/></WorkoutRoute>\n", "", "Location", "badValue"),
    ] {
      let (report, sink) = try importExport(workout(children, attributes))
      #expect(sink.workouts.count == 1)
      #expect(report.droppedParts.map(\.element) == [element], "\(children) \(attributes)")
      #expect(report.droppedParts.map(\.reason) == [reason], "\(children) \(attributes)")
    }
  }
}
