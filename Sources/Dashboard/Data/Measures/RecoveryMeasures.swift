import FoundationEssentials
import HealthAnalysis
import HealthModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The night that ends on a day, against the nights before.
struct RecoveryMeasures {
  let all: [NamedMeasure]

  /// The nights for regularity, midsleep and social jet lag.
  private static let weeks = 28

  init(_ store: some HealthReader, _ day: Day) throws {
    let nights = try store.nights((day - 89)...day).sorted { $0.night.day < $1.night.day }
    let night = nights.last.flatMap { $0.night.day == day ? $0.night : nil }
    let timed = nights.compactMap { night -> TimedNight? in
      let sleep = night.bands.filter { $0.stage.isAsleep && $0.start < night.wakeUp && $0.end > night.bedtime }
      guard let first = sleep.map(\.start).min(), let last = sleep.map(\.end).max(), let asleep = night.night.asleep
      else { return nil }
      return TimedNight(day: night.night.day, onset: first, wakeUp: last, asleep: asleep)
    }
    let recent = timed.filter { $0.day > day - Self.weeks }
    let jetLag = SleepTiming.socialJetLag(recent)
    let efficiency = night?.efficiency ?? .failure(.undefined("no sleep was recorded"))
    var measures = try Self.vitals(store, day, nights.map(\.night))
    measures.append(try Self.variability(store, day))
    measures.append(NamedMeasure(.sleepRegularity, try Self.regularity(store, day, nights.map(\.night))))
    let midsleep = SleepTiming.midsleep(recent)
    measures.append(
      NamedMeasure(.midsleep, midsleep, note: { "+/- \(Int($0.deviation.rounded())) min" }, \.mean))
    measures.append(NamedMeasure(.socialJetLag, jetLag))
    measures.append(NamedMeasure(.sleepDebt, SleepTiming.debt(timed, on: day)))
    measures.append(NamedMeasure(.sleepEfficiency, efficiency) { $0.efficiency * 100 })
    measures.append(
      NamedMeasure(
        .sleepInterruptions, efficiency, note: { "\(Int(($0.awake / 60).rounded())) min awake" },
        { Double($0.interruptions) }))
    measures.append(
      NamedMeasure(
        .cycleLength, try Self.cycles(store, day),
        note: { "+/- \(($0.deviation * 10).rounded() / 10), from \($0.shortest) to \($0.longest)" }, \.mean))
    all = measures
  }

  // MARK: - Vitals

  private static func vitals(
    _ store: some HealthReader, _ day: Day, _ nights: [SleepNight]
  ) throws -> [NamedMeasure] {
    let nights = nights.filter { $0.day >= day - NightVitals.bandNights }
    // Ascending and without overlaps.
    var spans: [Range<Date>] = []
    for night in nights {
      let start = max(night.bedtime, spans.last?.upperBound ?? .distantPast)
      spans.append(start..<max(start, night.wakeUp))
    }
    var values = nights.map { night in night.asleep.map { [NightVital.asleep: $0] } ?? [:] }
    let types: [(NightVital, String)] = [
      (.heartRate, TypeIdentifier.heartRate), (.respiratoryRate, "HKQuantityTypeIdentifierRespiratoryRate"),
      (.oxygen, "HKQuantityTypeIdentifierOxygenSaturation"),
    ]
    for (vital, type) in types {
      for (index, found) in try store.statisticsOverTime(type, over: spans).enumerated() {
        values[index][vital] = found?.average
      }
    }
    // The temperature of a night is one sample, which may begin before the sleep.
    if let first = nights.first?.day {
      let temperatures = try store.dailyNights("HKQuantityTypeIdentifierAppleSleepingWristTemperature", first...day)
      for (index, night) in nights.enumerated() { values[index][.wristTemperature] = temperatures[night.day - first] }
    }
    let isKnown = nights.last?.day == day
    let vitals = NightVitals(
      night: isKnown ? values.last ?? [:] : [:], earlier: isKnown ? values.dropLast() : values)
    let names: [(NightVital, MeasureName)] = [
      (.heartRate, .nightHeartRate), (.respiratoryRate, .nightRespiratoryRate),
      (.wristTemperature, .nightWristTemperature), (.oxygen, .nightOxygen), (.asleep, .nightSleep),
    ]
    return names.map { vital, name in
      // Fractions are shown as percentages, and bands of sleep in hours.
      let scale = vital == .oxygen ? 100.0 : 1
      let (shown, unit) = vital == .asleep ? (1 / 3_600, " h") : (scale, "")
      func text(_ value: Double) -> String { "\((value * shown * 10).rounded() / 10)\(unit)" }
      let band = vitals.bands[vital] ?? .failure(.undefined("nothing was measured in this night"))
      var measure = NamedMeasure(
        name, band,
        note: { band in
          (band.isOutside ? band.value > band.usual ? "above " : "below " : "within ")
            + "\(text(band.band.lowerBound)) to \(text(band.band.upperBound))"
        }, { $0.value * scale })
      measure.band = (try? band.get().value.band).map { $0.lowerBound * scale...$0.upperBound * scale }
      return measure
    }
  }

  // MARK: - Variability

  private static func variability(_ store: some HealthReader, _ day: Day) throws -> NamedMeasure {
    let days = try store.dailyStatistics(
      "HKQuantityTypeIdentifierHeartRateVariabilitySDNN", (day - (VariabilityBand.bandDays - 1))...day)
    func text(_ value: Double) -> String { "\((exp(value) * 10).rounded() / 10)" }
    let band = VariabilityBand.band(days.map { $0?.average })
    var measure = NamedMeasure(
      .variability, band,
      note: { band in
        (band.isBelow ? "below " : band.isAbove ? "above " : "within ")
          + "\(text(band.band.lowerBound)) to \(text(band.band.upperBound))"
      }, { exp($0.mean) })
    measure.band = (try? band.get().value.band).map { exp($0.lowerBound)...exp($0.upperBound) }
    return measure
  }

  // MARK: - Cycle

  private static let flow = "HKCategoryTypeIdentifierMenstrualFlow"
  /// Two years: older cycles say little about the present ones.
  private static let cycleDays = 730
  /// The raw value of a day without bleeding.
  private static let noFlow = 5.0

  private static func cycles(_ store: some HealthReader, _ day: Day) throws -> Measure<CycleLengths> {
    var rows: [Day: Int64] = [:]
    var request = SampleListRequest(type: flow, days: (day - (cycleDays - 1))...day, limit: 1_000)
    while true {
      let page = try store.samples(request)
      for sample in page where sample.value != noFlow { rows[sample.day] = sample.row }
      guard page.count == request.limit, let last = page.last else { break }
      request.after = last.cursor
    }
    // Only the first day of a bleeding is marked as the start of a cycle.
    let marked = try rows.filter { rows[$0.key - 1] == nil }.filter { _, row in
      try store.sample(row: row)?.metadata["HKMenstrualCycleStart"] == .flag(true)
    }
    return CycleLengths.lengths(bleeding: Set(rows.keys), marked: Set(marked.keys))
  }

  // MARK: - Regularity

  /// A day counts as known, from evening to evening, if sleep was recorded in its night.
  private static func regularity(
    _ store: some HealthReader, _ day: Day, _ nights: [SleepNight]
  ) throws -> Measure<Double> {
    let days = (day - (weeks - 1))...day
    let recorded = nights.filter { days.contains($0.day) && $0.asleep != nil }
    let known = try store.intervals(of: days).filter { entry in recorded.contains { $0.day == entry.day } }.map {
      $0.interval.lowerBound.timeIntervalSinceReferenceDate - 21_600..<$0.interval.upperBound
        .timeIntervalSinceReferenceDate - 21_600
    }
    let asleep = recorded.flatMap(\.spans).filter(\.stage.isAsleep).map {
      $0.start.timeIntervalSinceReferenceDate..<$0.end.timeIntervalSinceReferenceDate
    }
    return SleepRegularityIndex.index(asleep: asleep, known: known)
  }
}

extension HealthReader {
  /// The mean of a type from 18:00 on the previous day to 18:00, by the length of the day.
  fileprivate func dailyNights(_ type: String, _ days: ClosedRange<Day>) throws -> [Double?] {
    let spans = try intervals(of: days).map { $0.interval.lowerBound - 21_600..<$0.interval.upperBound - 21_600 }
    return try statistics(type, over: spans).map { $0?.average }
  }
}
