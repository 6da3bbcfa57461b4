import FoundationEssentials
import HealthImport
import HealthModel

/// Reads the rows of Hadge's tables.
struct HadgeReader {
  var batcher: FeedBatcher
  private let context: ImportContext
  /// Added to the days of rows that have only a day.
  var shift = 0
  /// The rings by day: of a repeated day the last row counts.
  private var summaries: [Day: (record: AppleSummaryRecord, place: String)] = [:]
  /// The files with routes that no workout has taken, by the workout's UUID.
  private var routes: [UUID: OfferedFile] = [:]
  /// The type of the latest quantity, which mostly is the next one's; nil for a name that is in no catalog.
  private var lastType: (name: String, identifier: String?)?

  init(context: ImportContext, batcher: FeedBatcher) {
    self.context = context
    self.batcher = batcher
  }

  /// A route's file is in a folder that has the workout's UUID as its name.
  mutating func offer(route file: OfferedFile) {
    guard let workout = file.name.split(separator: "/").dropLast().last.flatMap({ UUIDParser.uuid(String($0)) }) else {
      return batcher.skip(.missingFile, at: "\(file.name): the workout")
    }
    routes[workout] = file
  }

  mutating func read(
    _ row: CSVTable.Row, _ kind: HadgeFormat.Kind, _ headings: [String], _ place: () -> String
  ) throws {
    switch kind {
    case .activity: try readActivity(row, place)
    case .distances: try readDistances(row, place)
    case .heartRates: try readHeartRates(row, place)
    case .workouts: try readWorkout(row, place)
    case .quantities: try readQuantity(row, place)
    case .categories: try readCategory(row, place)
    case .pressures: try readPressure(row, place)
    case .series: try readSeries(row, headings, place)
    case .route: break
    }
  }

  mutating func finish() throws {
    for (_, summary) in summaries.sorted(by: { $0.key < $1.key }) { try batcher.add(summary.record) }
    for file in routes.values.sorted(by: { $0.name < $1.name }) {
      batcher.skip(.missingFile, at: "\(file.name): the workout")
    }
  }

  // MARK: - Days

  /// The day in the first column: the app writes `2026-11-19`, and a date with slashes may mean two days.
  static func day(_ row: CSVTable.Row) -> Day? {
    row.fields.first.flatMap { $0.contains("/") ? nil : WallClock.day($0) }
  }

  private func day(_ row: CSVTable.Row) -> Day? {
    Self.day(row).map { $0 + shift }.flatMap { SampleBounds.allows($0) ? $0 : nil }
  }

  /// The date, then for each ring the value and the goal.
  private mutating func readActivity(_ row: CSVTable.Row, _ place: () -> String) throws {
    guard let day = day(row) else { return batcher.skip(.badDate, at: place()) }
    let numbers = row.fields.dropFirst().prefix(6).map(CSVTable.number)
    guard numbers.count == 6, !numbers.contains(nil) else { return batcher.skip(.badValue, at: place()) }
    let values = numbers.compactMap(\.self)
    // The longest day has 25 hours.
    guard values.allSatisfy({ $0 >= 0 && SampleBounds.allows($0) }), values[2] <= 25 * 60, values[4] <= 25 else {
      return batcher.skip(.valueOutOfRange, at: place())
    }
    let record = AppleSummaryRecord(
      day: day, energy: values[0], energyGoal: values[1], exercise: values[2], exerciseGoal: values[3],
      stand: values[4], standGoal: values[5])
    if let earlier = summaries.updateValue((record, place()), forKey: day) {
      batcher.skip("repeatedDay", at: earlier.place)
    }
  }

  static let distances = [
    (TypeIdentifier.distanceWalkingRunning, "m"), (TypeIdentifier.stepCount, "count"),
    ("HKQuantityTypeIdentifierDistanceSwimming", "m"), ("HKQuantityTypeIdentifierSwimmingStrokeCount", "count"),
    ("HKQuantityTypeIdentifierDistanceCycling", "m"), ("HKQuantityTypeIdentifierDistanceWheelchair", "m"),
    ("HKQuantityTypeIdentifierDistanceDownhillSnowSports", "m"),
  ]

  /// Daily sums. Zero means that nothing was measured, and is not a record.
  private mutating func readDistances(_ row: CSVTable.Row, _ place: () -> String) throws {
    guard let day = day(row) else { return batcher.skip(.badDate, at: place()) }
    let details = FeedBatcher.Details(provenance: batcher.provenance(""))
    let (start, end) = (context.instant(day), context.instant(day + 1))
    for (field, (type, unit)) in zip(row.fields.dropFirst(), Self.distances) {
      guard let value = CSVTable.number(field) else {
        batcher.skip(.badValue, at: place())
        continue
      }
      guard value != 0 else { continue }
      try batcher.add(quantity: type, value, unit, from: start, to: end, details, at: place())
    }
  }

  /// A day's lowest, highest and mean rate: one value for the day, marked as derived.
  private mutating func readHeartRates(_ row: CSVTable.Row, _ place: () -> String) throws {
    guard let day = day(row) else { return batcher.skip(.badDate, at: place()) }
    let numbers = row.fields[1...3].map(CSVTable.number)
    guard let low = numbers[0], let high = numbers[1], let mean = numbers[2], low <= mean, mean <= high,
      SampleBounds.allows(low), SampleBounds.allows(high)
    else { return batcher.skip(.badValue, at: place()) }
    var details = FeedBatcher.Details(provenance: batcher.provenance(""))
    details.isDerived = true
    details.metadata = Metadata.Entry.extremes(low, high)
    try batcher.add(
      quantity: TypeIdentifier.heartRate, mean, row.fields[4], from: context.instant(day), to: context.instant(day + 1),
      details, at: place())
  }

  // MARK: - Measurements

  /// The start and the end in these columns; nil if the row was skipped.
  private mutating func dates(_ row: CSVTable.Row, from column: Int, _ place: () -> String) -> (start: Date, end: Date)?
  {
    let context = context
    let dates = row.fields.withBytes(column) { first in
      row.fields.withBytes(column + 1) { second -> (start: Date, end: Date)? in
        guard let start = WallClock.instant(first, context)?.date else { return nil }
        // A measurement mostly begins and ends at one time.
        if first.equals(second) { return (start, start) }
        return WallClock.instant(second, context).map { (start, $0.date) }
      }
    }
    if dates == nil { batcher.skip(.badDate, at: place()) }
    return dates
  }

  private mutating func details(_ row: CSVTable.Row, source column: Int) -> FeedBatcher.Details {
    // Some tables have no sources.
    FeedBatcher.Details(
      provenance: batcher.provenance(column < row.fields.count ? row.fields[column] : ""),
      uuid: row.fields.withBytes(0, UUIDParser.uuid))
  }

  /// The types by the names that the app gives them, as far as a name is not the type's own in words.
  private static let types: [String: String] = [
    "Heart Rate Variability SDNN": "HeartRateVariabilitySDNN",
    "Sleeping Wrist Temperature": "AppleSleepingWristTemperature",
    "One-Minute Heart Rate Recovery": "HeartRateRecoveryOneMinute", "Water": "DietaryWater",
    "Energy Consumed": "DietaryEnergyConsumed", "Protein": "DietaryProtein", "Carbohydrates": "DietaryCarbohydrates",
    "Total Fat": "DietaryFatTotal", "Fiber": "DietaryFiber", "Sugar": "DietarySugar", "Sodium": "DietarySodium",
    "Caffeine": "DietaryCaffeine", "Six-Minute Walk Test Distance": "SixMinuteWalkTestDistance",
    "Walking Asymmetry": "WalkingAsymmetryPercentage", "Walking Double Support": "WalkingDoubleSupportPercentage",
    "Walking Steadiness": "AppleWalkingSteadiness",
  ]

  /// nil for a name that is in no catalog.
  private mutating func type(named name: String) -> String? {
    if let lastType, lastType.name.hasSameBytes(as: name) { return lastType.identifier }
    let identifier = "HKQuantityTypeIdentifier" + (Self.types[name] ?? name.filter { $0 != " " })
    let type = TypeName.identifier(for: identifier).flatMap { QuantityTypeCatalog.entry(for: $0)?.identifier }
    lastType = (name, type)
    return type
  }

  /// UUID, Start Date, End Date, Type, Value, Unit, Source.
  private mutating func readQuantity(_ row: CSVTable.Row, _ place: () -> String) throws {
    guard let (start, end) = dates(row, from: 1, place) else { return }
    guard var value = CSVTable.number(row.fields[4]) else { return batcher.skip(.badValue, at: place()) }
    let name = row.fields[3]
    var unit = row.fields[5]
    // Percent from 0 to 100.
    if unit == "%" { value /= 100 }
    if unit == "mL/(kg*min)" { unit = "mL/kg·min" }
    let details = details(row, source: 6)
    if let type = type(named: name) {
      try batcher.add(quantity: type, value, unit, from: start, to: end, details, at: place())
    } else {
      try batcher.add(unlisted: name, value, unit, from: start, to: end, details, at: place())
    }
  }

  /// UUID, Start Date, End Date, Type, Value, Source: stages of sleep, and mindful sessions.
  private mutating func readCategory(_ row: CSVTable.Row, _ place: () -> String) throws {
    guard let (start, end) = dates(row, from: 1, place) else { return }
    let type =
      row.fields[3] == "Mindful Session" ? "HKCategoryTypeIdentifierMindfulSession" : TypeIdentifier.sleepAnalysis
    let field = row.fields[4]
    guard !field.isEmpty else { return batcher.skip(.missingValue, at: place()) }
    let number = CSVTable.number(field).flatMap { Int(exactly: $0) }
    var details = details(row, source: 5)
    // A word that is in no catalog is kept.
    if number == nil { details.metadata = [Metadata.Entry(key: MetadataKey.unknownValue, value: .text(field))] }
    guard number.map({ SampleBounds.allows(Double($0)) }) ?? true else { return batcher.skip(.badValue, at: place()) }
    try batcher.add(category: type, number.map(Double.init) ?? .nan, from: start, to: end, details, at: place())
  }

  /// UUID, Start Date, End Date, Systolic, Diastolic, Unit, Source.
  private mutating func readPressure(_ row: CSVTable.Row, _ place: () -> String) throws {
    guard let (start, end) = dates(row, from: 1, place) else { return }
    guard row.fields.count > 4, let systolic = CSVTable.number(row.fields[3]),
      let diastolic = CSVTable.number(row.fields[4])
    else {
      return batcher.skip(.missingValue, at: place())
    }
    try batcher.add(
      bloodPressure: systolic, diastolic, from: start, to: end, details(row, source: row.fields.count - 1), at: place())
  }

  // MARK: - Workouts

  /// UUID, Start Date, End Date, Type, Name, Duration, Distance, Elevation Ascended, Flights Climbed, Swim Strokes,
  /// Total Energy.
  private mutating func readWorkout(_ row: CSVTable.Row, _ place: () -> String) throws {
    guard row.fields.count >= 11 else { return batcher.skip(.damaged, at: place()) }
    guard let (start, end) = dates(row, from: 1, place) else { return }
    guard let number = CSVTable.number(row.fields[3]).flatMap({ Int(exactly: $0) }) else {
      return batcher.skip(.badValue, at: place())
    }
    let uuid = row.fields.withBytes(0, UUIDParser.uuid)
    var details = FeedBatcher.Details(provenance: batcher.provenance(""), uuid: uuid)
    if let metres = CSVTable.number(row.fields[7]), metres > 0, SampleBounds.allows(metres) {
      details.metadata = [Metadata.Entry(key: "HKElevationAscended", value: .quantity(metres, unit: "m"))]
    }
    guard
      let sample = batcher.workout(WorkoutActivityCatalog.known(number), from: start, to: end, details, at: place())
    else { return }
    let lasts = end.timeIntervalSince(start)
    let duration = CSVTable.number(row.fields[5]).flatMap { $0 >= 0 ? min($0, lasts) : nil }
    var workout = WorkoutRecord(sample: sample, duration: duration ?? lasts)
    let distance = WorkoutTotal.distance.type(forActivity: WorkoutActivityCatalog.known(number))
    for (field, type, unit) in [
      (6, distance, "m"), (8, "HKQuantityTypeIdentifierFlightsClimbed", "count"),
      (9, "HKQuantityTypeIdentifierSwimmingStrokeCount", "count"), (10, TypeIdentifier.activeEnergyBurned, "kcal"),
    ] {
      guard let sum = CSVTable.number(row.fields[field]), sum > 0, SampleBounds.allows(sum) else { continue }
      workout.statistics.append(WorkoutStatisticsRecord(type: type, unit: unit, start: start, end: end, sum: sum))
    }
    if let file = uuid.flatMap({ routes.removeValue(forKey: $0) }), let points = try points(file) {
      workout.routes = [batcher.route(points, details.provenance)]
    }
    try batcher.add(workout)
  }

  /// What a route may have beside places, by heading.
  private static let columns: KeyValuePairs<String, any WritableKeyPath<RoutePoint, Double> & Sendable> = [
    "Speed": \.speed, "Course": \.course, "Horizontal Accuracy": \.horizontalAccuracy,
    "Vertical Accuracy": \.verticalAccuracy,
  ]

  /// Date, Latitude, Longitude, Altitude, and others in any order; nil without points.
  private mutating func points(_ file: OfferedFile) throws -> [RoutePoint]? {
    var points: [RoutePoint] = []
    let table = try CSVTable(file)
    let columns = Self.columns.compactMap { name, path in table.column(name).map { ($0, path) } }
    try table.forEachRow { row in
      let numbers = row.fields.map { CSVTable.number($0) ?? .nan }
      func place() -> String { "\(file.name), line \(row.line)" }
      guard numbers.count == table.headings.count, points.count < SampleLimits.mostPoints else {
        return batcher.skip(.damaged, at: place())
      }
      guard let date = WallClock.instant(row.fields[0], context)?.date else {
        return batcher.skip(.badDate, at: place())
      }
      var point = RoutePoint(date: date, latitude: numbers[1], longitude: numbers[2])
      point.altitude = numbers[3]
      for (column, path) in columns { point[keyPath: path] = numbers[column] }
      guard point.isPlausible else { return batcher.skip(.valueOutOfRange, at: place()) }
      points.append(point)
    }
    return points.isEmpty ? nil : points.sorted { $0.date < $1.date }
  }

  /// The types of a workout's series, by the heading of their values.
  static let series: [String: (type: String, unit: String)] = [
    "Heart Rate": (TypeIdentifier.heartRate, "count/min"), "Steps": (TypeIdentifier.stepCount, "count"),
    "Distance Cycling": ("HKQuantityTypeIdentifierDistanceCycling", "m"),
    "Distance Walking/Running": (TypeIdentifier.distanceWalkingRunning, "m"),
  ]

  /// The type and the unit, which the heading may name: `Heart Rate (count/min)`.
  static func series(_ heading: String) -> (type: String, unit: String)? {
    let (name, _, unit) = CSVTable.parts(of: heading)
    return series[name].map { ($0.type, unit.isEmpty ? $0.unit : unit) }
  }

  /// Start Date, End Date, the value, and in newer versions Source, Device.
  private mutating func readSeries(_ row: CSVTable.Row, _ headings: [String], _ place: () -> String) throws {
    guard let (type, unit) = Self.series(headings[2]), let (start, end) = dates(row, from: 0, place) else { return }
    let names = row.fields.dropFirst(3)
    let device = names.dropFirst().first.flatMap { $0.isEmpty ? nil : Device(name: $0) }
    try batcher.add(
      quantity: type, CSVTable.number(row.fields[2]), unit, from: start, to: end,
      FeedBatcher.Details(provenance: batcher.provenance(names.first ?? "", device: device)), at: place())
  }
}
