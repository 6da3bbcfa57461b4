import HealthModel

/// Writes an export as Apple's phones do: records by type, then workouts, then the activity summaries; all times with
/// the single UTC offset that the phone had during the export.
///
/// The same days and seed give the same bytes.
struct ExportWriter: ~Copyable {
  private var file: ByteFile
  private var random: SeededGenerator
  private let days: [ExportDay]
  private let exportDay: Day
  /// The rings' totals of each day, for the summaries.
  private var rings: [(move: Double, exercise: Int, stand: Int)]

  /// Writes an export of whole days, made on the morning after the last.
  ///
  /// - Returns: the number of elements directly under `HealthData`, except the date and the user.
  @discardableResult
  static func write(_ days: ClosedRange<Day>, to path: String, seed: UInt64 = 7) throws -> Int {
    var writer = try ExportWriter(days: days, path: path, seed: seed)
    return try writer.write()
  }

  private init(days: ClosedRange<Day>, path: String, seed: UInt64) throws {
    file = try ByteFile(path: path)
    random = SeededGenerator(seed: seed)
    self.days = days.map(ExportDay.init)
    exportDay = days.upperBound + 1
    rings = Array(repeating: (0, 0, 0), count: days.count)
  }

  private mutating func write() throws -> Int {
    var elements = 0
    file.write(ExportDocument.head)
    file.write(" <ExportDate value=\"\(exportDay) 05:00:00 -0500\"/>\n")
    file.write(ExportDocument.user)
    for shape in ExportShape.all {
      for day in days.indices { elements += try writeRecords(shape, day) }
    }
    for day in days.indices { elements += try writeStandHours(day) }
    for day in days.indices { elements += try writeSleep(day) }
    for day in days.indices where day.isMultiple(of: 2) { elements += try writeWorkout(day) }
    for day in days.indices { elements += try writeSummary(day) }
    file.write(ExportDocument.tail)
    try file.flush(all: true)
    return elements
  }

  private mutating func writeRecords(_ shape: ExportShape, _ day: Int) throws -> Int {
    // A fraction of a record per day means one record on some days.
    let count = Int(shape.daily) + (random.fraction() < shape.daily - shape.daily.rounded(.down) ? 1 : 0)
    guard count > 0 else { return 0 }
    for device in shape.devices {
      let slot = 86_400 / count
      for index in 0..<count {
        let room = max(0, slot - shape.longest - 1)
        let start = index * slot + random.whole(0...room)
        let length = shape.longest == 0 ? 0 : max(1, shape.longest - random.whole(0...(shape.longest / 2)))
        let value =
          shape.values.lowerBound + random.fraction() * (shape.values.upperBound - shape.values.lowerBound)
        if shape.type.hasSuffix("ActiveEnergyBurned") { rings[day].move += value }
        if shape.type.hasSuffix("ExerciseTime") { rings[day].exercise += 1 }
        beginRecord(shape.type, device)
        file.write(" unit=\"")
        file.write(shape.unit)
        file.write("\"")
        writeTimes(day, start, start + min(length, slot - 1))
        file.write(" value=\"")
        file.write(value, decimals: shape.decimals)
        writeEnd(shape.child, at: start)
        try file.flush()
      }
    }
    return count * shape.devices.count
  }

  private mutating func writeEnd(_ child: ExportShape.Child, at second: Int) {
    switch child {
    case .none:
      file.write("\"/>\n")
      return
    case .motionContext:
      file.write("\">\n  <MetadataEntry key=\"HKMetadataKeyHeartRateMotionContext\" value=\"")
      file.write(random.whole(0...2))
      file.write("\"/>\n")
    case .beats:
      file.write("\">\n  <HeartRateVariabilityMetadataList>\n")
      for beat in 0..<43 {
        file.write("   <InstantaneousBeatsPerMinute bpm=\"")
        file.write(random.whole(50...80))
        file.write("\" time=\"")
        file.write((second / 3_600 + 11) % 12 + 1)
        file.write(":")
        file.write(second / 60 % 60, digits: 2)
        file.write(":")
        file.write(beat, digits: 2)
        file.write(".")
        file.write(random.whole(0...99), digits: 2)
        file.write(second < 43_200 ? " AM\"/>\n" : " PM\"/>\n")
      }
      file.write("  </HeartRateVariabilityMetadataList>\n")
    }
    file.write(" </Record>\n")
  }

  private mutating func writeStandHours(_ day: Int) throws -> Int {
    let hours = 4..<24
    for hour in hours {
      let isStood = (7..<22).contains(hour) && random.fraction() < 0.8
      if isStood { rings[day].stand += 1 }
      beginRecord("HKCategoryTypeIdentifierAppleStandHour", .watch)
      writeTimes(day, hour * 3_600, hour * 3_600 + 3_600)
      file.write(" value=\"HKCategoryValueAppleStandHour")
      file.write(isStood ? "Stood\"/>\n" : "Idle\"/>\n")
      try file.flush()
    }
    return hours.count
  }

  private mutating func writeSleep(_ day: Int) throws -> Int {
    let stages: [StaticString] = ["InBed", "AsleepCore", "AsleepDeep", "AsleepCore", "AsleepREM"]
    var second = random.whole(0...3_600)
    for index in 0..<15 {
      let length = random.whole(600...2_400)
      beginRecord("HKCategoryTypeIdentifierSleepAnalysis", index == 0 ? .phone : .watch)
      writeTimes(day, second, second + length)
      file.write(" value=\"HKCategoryValueSleepAnalysis")
      file.write(stages[index % stages.count])
      file.write("\">\n  <MetadataEntry key=\"HKTimeZone\" value=\"America/New_York\"/>\n </Record>\n")
      second += length
      try file.flush()
    }
    return 15
  }

  private mutating func writeWorkout(_ day: Int) throws -> Int {
    let start = random.whole(60_000...70_000)
    let length = random.whole(1_200...4_000)
    file.write(" <Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"")
    file.write(Double(length) / 60, decimals: 14)
    file.write("\" durationUnit=\"min\"")
    writeSource(.watch)
    writeTimes(day, start, start + length)
    file.write(">\n  <MetadataEntry key=\"HKIndoorWorkout\" value=\"0\"/>\n")
    file.write("  <MetadataEntry key=\"HKTimeZone\" value=\"America/New_York\"/>\n")
    for statistics in ["ActiveEnergyBurned\" unit=\"Cal", "DistanceWalkingRunning\" unit=\"mi"] {
      file.write("  <WorkoutStatistics type=\"HKQuantityTypeIdentifier")
      file.write(statistics)
      file.write("\"")
      writeSpan(day, start, start + length)
      file.write(" sum=\"")
      file.write(random.fraction() * 300, decimals: 4)
      file.write("\"/>\n")
    }
    file.write("  <WorkoutEvent type=\"HKWorkoutEventTypeSegment\" date=\"")
    writeTime(day, start)
    file.write("\" duration=\"10\" durationUnit=\"min\"/>\n </Workout>\n")
    try file.flush()
    return 1
  }

  private mutating func writeSummary(_ day: Int) throws -> Int {
    file.write(" <ActivitySummary dateComponents=\"")
    file.write(days[day].text)
    file.write("\" activeEnergyBurned=\"")
    file.write(rings[day].move, decimals: 3)
    file.write("\" activeEnergyBurnedGoal=\"600\" activeEnergyBurnedUnit=\"Cal\" appleMoveTime=\"0\" ")
    file.write("appleMoveTimeGoal=\"0\" appleExerciseTime=\"")
    file.write(rings[day].exercise)
    file.write("\" appleExerciseTimeGoal=\"30\" appleStandHours=\"")
    file.write(rings[day].stand)
    file.write("\" appleStandHoursGoal=\"12\"/>\n")
    try file.flush()
    return 1
  }

  // MARK: - Attributes

  private mutating func beginRecord(_ type: String, _ device: ExportShape.Device) {
    file.write(" <Record type=\"")
    file.write(type)
    file.write("\"")
    writeSource(device)
  }

  private mutating func writeSource(_ device: ExportShape.Device) {
    switch device {
    case .watchWithoutDevice:
      file.write(" sourceName=\"Mira’s Apple\u{A0}Watch\"")
    case .watch:
      file.write(" sourceName=\"Mira’s Apple\u{A0}Watch\" sourceVersion=\"10.3.1\" device=\"")
      writePointer()
      file.write("name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch6,2, software:10.3.1&gt;\"")
    case .phone:
      file.write(" sourceName=\"Mira’s iPhone\" sourceVersion=\"17.3\" device=\"")
      writePointer()
      file.write("name:iPhone, manufacturer:Apple Inc., model:iPhone, hardware:iPhone14,2, software:17.3&gt;\"")
    }
  }

  /// The address of an object in the phone's memory, different on every record.
  private mutating func writePointer() {
    let digits = Array("0123456789abcdef".utf8)
    var bits = random.next()
    file.write("&lt;&lt;HKDevice: 0x28")
    file.write(
      (0..<6).map { _ in
        defer { bits >>= 4 }
        return digits[Int(bits & 15)]
      })
    file.write("0&gt;, ")
  }

  private mutating func writeTimes(_ day: Int, _ start: Int, _ end: Int) {
    file.write(" creationDate=\"")
    writeTime(day, end + 8)
    file.write("\"")
    writeSpan(day, start, end)
  }

  private mutating func writeSpan(_ day: Int, _ start: Int, _ end: Int) {
    file.write(" startDate=\"")
    writeTime(day, start)
    file.write("\" endDate=\"")
    writeTime(day, end)
    file.write("\"")
  }

  /// - Parameter second: of the day; a day's last records may end on the next.
  private mutating func writeTime(_ day: Int, _ second: Int) {
    file.write(second < 86_400 ? days[day].text : days[day].next)
    file.write(" ")
    let second = second % 86_400
    file.write(second / 3_600, digits: 2)
    file.write(":")
    file.write(second / 60 % 60, digits: 2)
    file.write(":")
    file.write(second % 60, digits: 2)
    file.write(" -0500")
  }
}

/// A day and the next one, as text.
private struct ExportDay {
  let text: [UInt8]
  let next: [UInt8]

  init(_ day: Day) {
    text = Array(day.description.utf8)
    next = Array((day + 1).description.utf8)
  }
}
