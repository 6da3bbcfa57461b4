import FoundationEssentials
import HealthModel

extension HealthAutoExportParser {
  /// A workout in either version of the format, with its route and its heart rates. The other series only make up for
  /// totals that are missing: their values are also sent as metrics, and would count twice.
  mutating func workout(_ reader: inout JSONReader) throws {
    var workout = PhoneWorkout()
    try reader.object { reader, key in
      switch (key, try reader.kind()) {
      case ("id", _): workout.identifier = try reader.textOrNil(limit: 128)
      case ("name", _): workout.name = try reader.textOrNil(limit: 256) ?? ""
      case ("location", _): workout.location = try reader.textOrNil(limit: 64) ?? ""
      case ("source", _): workout.source = try reader.textOrNil(limit: 4_096) ?? ""
      case ("start", _): workout.start = try self.instant(&reader)?.date
      case ("end", _): workout.end = try self.instant(&reader)?.date
      case ("duration", _): workout.duration = try reader.numberOrNil()
      case ("isIndoor", .boolean): workout.isIndoor = try reader.boolean()
      case ("heartRateData", .array), ("heartRateRecovery", .array):
        try reader.array { reader, _ in
          guard let rate = try self.seriesValue(&reader) else {
            return workout.odd.append((reader.place, .badValue))
          }
          guard workout.heartRates.count + workout.recovery.count < SampleLimits.mostWorkoutSamples else {
            return workout.odd.append((reader.place, .tooLarge))
          }
          if key == "heartRateData" { workout.heartRates.append(rate) } else { workout.recovery.append(rate) }
        }
      case ("route", .array):
        try reader.array { reader, _ in
          guard let point = try self.point(&reader), workout.route.count < SampleLimits.mostPoints else { return }
          workout.route.append(point)
        }
      case (_, .object): workout.amounts[key] = try Self.amount(&reader)
      case (_, .array):
        var sum: PhoneWorkout.Amount?
        try reader.array { reader, _ in
          guard let value = try self.seriesValue(&reader), sum == nil || sum?.unit == value.unit else { return }
          sum = PhoneWorkout.Amount(quantity: (sum?.quantity ?? 0) + value.mean, unit: value.unit)
        }
        workout.sums[key] = sum
      default: try reader.skip()
      }
    }
    let place = reader.place
    guard let start = workout.start, let end = workout.end else { return batcher.skip(.badDate, at: place) }
    let details = FeedBatcher.Details(
      provenance: batcher.provenance(workout.source), metadata: workout.metadata,
      uuid: workout.identifier.flatMap { UUIDParser.uuid($0) })
    guard let sample = batcher.workout(workout.activity, from: start, to: end, details, at: place) else { return }
    let seconds = end.timeIntervalSince(start)
    var record = WorkoutRecord(
      sample: sample,
      duration: workout.duration.flatMap { (0...seconds + 1).contains($0) ? min($0, seconds) : nil } ?? seconds)
    record.statistics = workout.statistics(from: start, to: end)
    let points = workout.route.filter(\.isPlausible).sorted { $0.date < $1.date }
    if !points.isEmpty { record.routes = [batcher.route(points, details.provenance)] }
    try batcher.add(record, at: place)
    for odd in workout.odd { batcher.skip(odd.reason, at: odd.place) }
    for rate in workout.heartRates + workout.recovery {
      try batcher.add(
        quantity: TypeIdentifier.heartRate, rate.mean, "count/min", from: rate.date, to: rate.date,
        FeedBatcher.Details(provenance: batcher.provenance(rate.source.isEmpty ? workout.source : rate.source)),
        at: place)
    }
  }

  /// A value of a series; nil for one without a date or a number.
  private mutating func seriesValue(_ reader: inout JSONReader) throws -> PhoneWorkout.SeriesValue? {
    guard try reader.kind() == .object else {
      try reader.skip()
      return nil
    }
    var date: Date?
    var numbers: [String: Double] = [:]
    var (unit, source) = ("", "")
    try reader.object { reader, key in
      switch key {
      case "date": date = try self.instant(&reader)?.date
      case "units": unit = try reader.textOrNil(limit: 64) ?? ""
      case "source": source = try reader.textOrNil(limit: 4_096) ?? ""
      case "qty", "Min", "Avg", "Max": numbers[key] = try reader.numberOrNil()
      default: try reader.skip()
      }
    }
    guard let date, SampleBounds.allows(date), let mean = numbers["qty"] ?? numbers["Avg"], SampleBounds.allows(mean)
    else { return nil }
    return PhoneWorkout.SeriesValue(
      date: date, mean: mean, minimum: numbers["Min"] ?? mean, maximum: numbers["Max"] ?? mean, unit: unit,
      source: source)
  }

  private mutating func point(_ reader: inout JSONReader) throws -> RoutePoint? {
    guard try reader.kind() == .object else {
      try reader.skip()
      return nil
    }
    var date: Date?
    var numbers: [String: Double] = [:]
    try reader.object { reader, key in
      switch key {
      case "timestamp": date = try self.instant(&reader)?.date
      case "latitude", "lat": numbers["latitude"] = try reader.numberOrNil()
      case "longitude", "lon": numbers["longitude"] = try reader.numberOrNil()
      case "altitude", "course", "courseAccuracy", "horizontalAccuracy", "verticalAccuracy", "speed", "speedAccuracy":
        numbers[key] = try reader.numberOrNil()
      default: try reader.skip()
      }
    }
    guard let date, let latitude = numbers["latitude"], let longitude = numbers["longitude"] else { return nil }
    var point = RoutePoint(date: date, latitude: latitude, longitude: longitude)
    point.altitude = numbers["altitude"] ?? 0
    point.course = numbers["course"] ?? -1
    point.courseAccuracy = numbers["courseAccuracy"] ?? -1
    point.horizontalAccuracy = numbers["horizontalAccuracy"] ?? -1
    point.verticalAccuracy = numbers["verticalAccuracy"] ?? -1
    point.speed = numbers["speed"] ?? -1
    point.speedAccuracy = numbers["speedAccuracy"] ?? -1
    return point
  }

  /// `{"qty": 5, "units": "km"}`, or for elevation `{"ascent": 20, "descent": 18, "units": "m"}`.
  static func amount(_ reader: inout JSONReader) throws -> PhoneWorkout.Amount? {
    var numbers: [String: Double] = [:]
    var unit = ""
    try reader.object { reader, key in
      switch key {
      case "qty", "ascent", "descent": numbers[key] = try reader.numberOrNil()
      case "units": unit = try reader.textOrNil(limit: 64) ?? ""
      default: try reader.skip()
      }
    }
    guard let quantity = numbers["qty"] ?? numbers["ascent"] else { return nil }
    return PhoneWorkout.Amount(quantity: quantity, unit: unit, descent: numbers["descent"])
  }
}

/// A workout as the phone describes it.
struct PhoneWorkout {
  struct Amount {
    var quantity: Double
    var unit: String
    var descent: Double?
  }

  struct SeriesValue {
    var date: Date
    var mean: Double
    var minimum: Double
    var maximum: Double
    var unit: String
    var source: String
  }

  var identifier: String?
  var name = ""
  var location = ""
  var source = ""
  var start: Date?
  var end: Date?
  var duration: Double?
  var isIndoor: Bool?
  /// The fields that are a quantity, and the sums of those that are a series.
  var amounts: [String: Amount] = [:]
  var sums: [String: Amount] = [:]
  var heartRates: [SeriesValue] = []
  /// The heart rates after its end, of which the first may be of the same second.
  var recovery: [SeriesValue] = []
  /// Heart rates that cannot be stored.
  var odd: [(place: String, reason: SkipReason)] = []
  var route: [RoutePoint] = []

  var activity: Int { MetricCatalog.activity(named: name) }

  var metadata: [Metadata.Entry] {
    var entries: [Metadata.Entry] = []
    if let identifier { entries.append(Metadata.Entry(key: "HKExternalUUID", value: .text(identifier))) }
    if !name.isEmpty { entries.append(Metadata.Entry(key: MetadataKey.workoutName, value: .text(name))) }
    if isIndoor ?? (location.lowercased() == "indoor" || name.hasPrefix("Indoor ")) {
      entries.append(Metadata.Entry(key: "HKIndoorWorkout", value: .flag(true)))
    }
    let quantities: [(fields: [String], key: String, unit: HealthUnit)] = [
      (["elevationUp", "elevation"], "HKElevationAscended", .meter),
      (["elevationDown"], "HKElevationDescended", .meter),
      (["temperature"], "HKWeatherTemperature", .degreeCelsius), (["humidity"], "HKWeatherHumidity", .percent),
      // The app spells it both ways.
      (["intensity", "intesity"], "HKAverageMETs", .kilocaloriePerKilogramHour),
      (["avgSpeed", "speed"], "HKAverageSpeed", .meterPerSecond), (["maxSpeed"], "HKMaximumSpeed", .meterPerSecond),
      (["lapLength"], "HKLapLength", .meter),
    ]
    for (fields, key, unit) in quantities {
      guard let amount = fields.lazy.compactMap({ amounts[$0] }).first else { continue }
      let text = amount.unit == "MET" ? "kcal/(kg·hr)" : MetricCatalog.unit(amount.unit)
      guard let printed = try? HealthUnit(parsing: text), let value = printed.convert(amount.quantity, to: unit),
        SampleBounds.allows(value)
      else { continue }
      // A ratio is printed in percent, which is a number from 0 to 1 in HealthKit.
      let scale = amount.unit == "%" ? 0.01 : 1
      entries.append(Metadata.Entry(key: key, value: .quantity(value * scale, unit: unit.unitString)))
      if let descent = amount.descent.flatMap({ printed.convert($0, to: unit) }), SampleBounds.allows(descent) {
        entries.append(
          Metadata.Entry(key: "HKElevationDescended", value: .quantity(descent, unit: unit.unitString)))
      }
    }
    return entries
  }

  func statistics(from start: Date, to end: Date) -> [WorkoutStatisticsRecord] {
    let distance: (type: String, series: String) =
      switch activity {
      case MetricCatalog.activity(named: "swimming"): ("HKQuantityTypeIdentifierDistanceSwimming", "swimDistance")
      case MetricCatalog.activity(named: "cycling"): ("HKQuantityTypeIdentifierDistanceCycling", "cyclingDistance")
      default: (TypeIdentifier.distanceWalkingRunning, "walkingAndRunningDistance")
      }
    // The total, or else the sum of the series.
    let totals: [(type: String, amount: Amount?)] = [
      (
        TypeIdentifier.activeEnergyBurned,
        amounts["activeEnergyBurned"] ?? amounts["activeEnergy"] ?? sums["activeEnergy"]
      ),
      ("HKQuantityTypeIdentifierBasalEnergyBurned", amounts["basalEnergy"] ?? sums["basalEnergy"]),
      (distance.type, amounts["distance"] ?? sums[distance.series]),
      (TypeIdentifier.stepCount, amounts["stepCount"] ?? sums["stepCount"]),
      ("HKQuantityTypeIdentifierFlightsClimbed", amounts["flightsClimbed"]),
      ("HKQuantityTypeIdentifierSwimmingStrokeCount", amounts["totalSwimmingStrokeCount"] ?? sums["swimStroke"]),
    ]
    var statistics: [WorkoutStatisticsRecord] = []
    for (type, amount) in totals {
      guard let amount else { continue }
      statistics.append(
        WorkoutStatisticsRecord(
          type: type, unit: MetricCatalog.unit(amount.unit), start: start, end: end, sum: amount.quantity))
    }
    let type = QuantityTypeCatalog.entry(for: TypeIdentifier.heartRate)
    let during = heartRates.filter { rate in
      (start...end).contains(rate.date)
        && [rate.mean, rate.minimum, rate.maximum].allSatisfy { type?.values.contains($0) == true }
    }
    let average =
      amounts["avgHeartRate"]?.quantity
      ?? (during.isEmpty ? nil : during.reduce(0) { $0 + $1.mean } / Double(during.count))
    let maximum = amounts["maxHeartRate"]?.quantity ?? during.map(\.maximum).max()
    if average != nil || maximum != nil {
      statistics.append(
        WorkoutStatisticsRecord(
          type: TypeIdentifier.heartRate, unit: "count/min", start: start, end: end, average: average,
          minimum: during.map(\.minimum).min(), maximum: maximum))
    }
    return statistics
  }
}
