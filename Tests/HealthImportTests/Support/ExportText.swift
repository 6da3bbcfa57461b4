/// Invented exports, piece by piece.
enum ExportText {
  /// The internal DTD that systems write, shortened; FoundationXML crashes on such attribute lists.
  static let doctype = """
    <!DOCTYPE HealthData [
    <!-- HealthKit Export Version: 13 -->
    <!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary)*)>
    <!ATTLIST HealthData
      locale CDATA #REQUIRED
    >
    <!ELEMENT Record ((MetadataEntry|HeartRateVariabilityMetadataList)*)>
    <!ATTLIST Record
      type          CDATA #REQUIRED
      unit          CDATA #IMPLIED
      value         CDATA #IMPLIED
    >
    <!-- Note: Any Records that appear as children of a correlation also appear as top-level records in this document. -->
    ]>

    """

  /// As iOS 16.0 wrote it: with an unterminated attribute list.
  static let brokenDoctype = """
    <!DOCTYPE HealthData [
    <!ELEMENT HealthData (ExportDate,Me,(Record|VisionPrescription)*)>
    <!ELEMENT VisionPrescription ((RightEye|LeftEye)*)>
    <!ATTLIST VisionPrescription
      type            CDATA #REQUIRED
      dateIssued      CDATA #REQUIRED
    <!ELEMENT RightEye EMPTY>
    <!ATTLIST RightEye
      sphere          CDATA #IMPLIED "unclosed
    >

    """

  static let head = """
     <ExportDate value="2024-03-05 18:30:00 +0100"/>
     <Me HKCharacteristicTypeIdentifierDateOfBirth="1990-01-02" HKCharacteristicTypeIdentifierBloodType="HKBloodTypeNotSet"/>

    """

  static let watch =
    "&lt;&lt;HKDevice: 0x2812ab340&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch6,2, software:9.4&gt;"

  static func document(_ body: String, doctype: String = doctype, head: String = head, isClosed: Bool = true) -> String
  {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + doctype + "<HealthData locale=\"en_US\">\n" + head + body
      + (isClosed ? "</HealthData>\n" : "")
  }

  /// A complete record on a line.
  static func record(
    _ type: String = "HKQuantityTypeIdentifierStepCount", unit: String? = "count", value: String? = "12",
    source: String = "Robin’s Apple\u{A0}Watch", device: String? = nil, start: String? = "2024-03-04 08:00:00 +0100",
    end: String? = "2024-03-04 08:01:30 +0100", extra: String = "", children: String = ""
  ) -> String {
    var text = " <Record type=\"\(type)\" sourceName=\"\(source)\" sourceVersion=\"9.4\""
    if let device { text += " device=\"\(device)\"" }
    if let unit { text += " unit=\"\(unit)\"" }
    text += " creationDate=\"2024-03-04 08:02:00 +0100\""
    if let start { text += " startDate=\"\(start)\"" }
    if let end { text += " endDate=\"\(end)\"" }
    if let value { text += " value=\"\(value)\"" }
    text += extra
    return text + (children.isEmpty ? "/>\n" : ">\n\(children) </Record>\n")
  }

  static func entry(_ key: String, _ value: String) -> String {
    "  <MetadataEntry key=\"\(key)\" value=\"\(value)\"/>\n"
  }

  /// A mixture of everything that an export may contain.
  static let mixture = document(
    record(device: watch)
      + record(
        "HKQuantityTypeIdentifierHeartRate", unit: "count/min", value: "61",
        children: entry("HKMetadataKeyHeartRateMotionContext", "1"))
      + record("HKCategoryTypeIdentifierAppleStandHour", unit: nil, value: "HKCategoryValueAppleStandHourStood")
      + record("HKDataTypeSleepDurationGoal", unit: "hr", value: "8")
        + """
         <Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" sourceName="Robin" unit="ms" startDate="2024-03-04 09:00:00 +0100" endDate="2024-03-04 09:01:00 +0100" value="48.2">
          <HeartRateVariabilityMetadataList>
           <InstantaneousBeatsPerMinute bpm="61" time="9:00:01.20 AM"/>
           <InstantaneousBeatsPerMinute bpm="64" time="9:00:02.20 AM"/>
          </HeartRateVariabilityMetadataList>
         </Record>
         <Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="Cuff" startDate="2024-03-04 10:00:00 +0100" endDate="2024-03-04 10:00:00 +0100">
          <MetadataEntry key="HKWasUserEntered" value="1"/>
          <Record type="HKQuantityTypeIdentifierBloodPressureSystolic" sourceName="Cuff" unit="mmHg" startDate="2024-03-04 10:00:00 +0100" endDate="2024-03-04 10:00:00 +0100" value="121">
           <MetadataEntry key="HKWasUserEntered" value="1"/>
          </Record>
          <Record type="HKQuantityTypeIdentifierBloodPressureDiastolic" sourceName="Cuff" unit="mmHg" startDate="2024-03-04 10:00:00 +0100" endDate="2024-03-04 10:00:00 +0100" value="79"/>
         </Correlation>
         <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30.5" durationUnit="min" sourceName="Robin" startDate="2024-03-04 17:00:00 +0100" endDate="2024-03-04 17:31:00 +0100">
          <WorkoutEvent type="HKWorkoutEventTypePause" date="2024-03-04 17:10:00 +0100"/>
          <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" startDate="2024-03-04 17:00:00 +0100" endDate="2024-03-04 17:31:00 +0100" sum="310.5" unit="kcal"/>
          <WorkoutRoute sourceName="Robin" startDate="2024-03-04 17:00:00 +0100" endDate="2024-03-04 17:31:00 +0100">
           <MetadataEntry key="HKMetadataKeySyncVersion" value="2"/>
           <FileReference path="/workout-routes/route_2024-03-04_5.31pm.gpx"/>
          </WorkoutRoute>
         </Workout>
         <ActivitySummary dateComponents="2024-03-04" activeEnergyBurned="412.5" activeEnergyBurnedGoal="500" activeEnergyBurnedUnit="kcal" appleMoveTime="0" appleMoveTimeGoal="0" appleExerciseTime="31" appleExerciseTimeGoal="30" appleStandHours="11" appleStandHoursGoal="12"/>

        """)
}
