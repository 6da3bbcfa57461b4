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

/// The nights that end on several days, each against the nights before.
struct RecoveryMeasures {
  /// Ascending, with those before that the measures need.
  private let nights: [SleepDays.Night]
  private let timed: [TimedNight]
  private let nightly: [Day: [NightVital: Double]]
  private let recordings: [Day: [Measure<Double>]]
  /// The mean SDNN of each day with one.
  private let sdnn: [Day: Double]
  /// What is known of a day, from evening to evening, in seconds.
  private let evenings: [Day: Range<Double>]
  private let bleeding: Set<Day>
  /// The days that are marked as the start of a cycle.
  private let marked: Set<Day>

  /// The nights before a day that are read for it, and those for regularity, midsleep and social jet lag.
  private static let longest = 90
  private static let weeks = 28

  init(_ store: some HealthReader, _ memory: DayMemory, _ days: ClosedRange<Day>) throws {
    // A sleep belongs to the night that contains its middle.
    let kind = DayValue<SleepDays.Night>(
      name: "nights", types: [TypeIdentifier.sleepAnalysis], before: 1, after: 1)
    nights = try memory.values(kind, on: (days.lowerBound - (Self.longest - 1))...days.upperBound) { days in
      // With the days beside them, so that a night is the same in every range.
      let nights = try store.nights((days.lowerBound - 1)...(days.upperBound + 1))
      return Dictionary(nights.filter { days.contains($0.night.day) }.map { ($0.night.day, $0) }) { first, _ in first }
    }.values.sorted { $0.night.day < $1.night.day }
    timed = nights.compactMap { night -> TimedNight? in
      let sleep = night.bands.filter { $0.stage.isAsleep && $0.start < night.wakeUp && $0.end > night.bedtime }
      guard let first = sleep.map(\.start).min(), let last = sleep.map(\.end).max(), let asleep = night.night.asleep
      else { return nil }
      return TimedNight(day: night.night.day, onset: first, wakeUp: last, asleep: asleep)
    }
    let band = (days.lowerBound - (VariabilityBand.bandDays - 1))...days.upperBound
    sdnn = try memory.means(TypeIdentifier.variabilitySDNN, on: band, in: store)
    let weeks = (days.lowerBound - (Self.weeks - 1))...days.upperBound
    evenings = Dictionary(
      uniqueKeysWithValues: try store.intervals(of: weeks).map { entry in
        let (start, end) = (entry.interval.lowerBound, entry.interval.upperBound)
        return (
          entry.day, start.timeIntervalSinceReferenceDate - 21_600..<end.timeIntervalSinceReferenceDate - 21_600
        )
      })
    (bleeding, marked) = try Self.cycles(store, memory, days)
    let measured = try Self.measured(
      store, memory, nights.map(\.night), (days.lowerBound - NightVitals.bandNights)...days.upperBound)
    (nightly, recordings) = (measured.mapValues(\.vitals), measured.mapValues(\.recordings))
  }

  func measures(on day: Day) -> [NamedMeasure] {
    let night = nights.last { $0.night.day == day }?.night
    let timed = timed.filter { $0.day <= day && $0.day > day - Self.longest }
    let recent = timed.filter { $0.day > day - Self.weeks }
    let efficiency = night?.efficiency ?? .failure(.undefined("no sleep was recorded"))
    var measures = vitals(day, isKnown: night != nil)
    measures.append(variability(.variability, (0..<VariabilityBand.bandDays).reversed().map { sdnn[day - $0] }))
    measures.append(
      NamedMeasure(
        .nightRMSSD,
        night == nil ? .failure(.undefined("no sleep was recorded")) : HeartRateVariability.night(recordings[day] ?? [])
      ))
    measures.append(
      variability(
        .variabilityRMSSD,
        (0..<VariabilityBand.bandDays).reversed().map { back in
          recordings[day - back].flatMap { try? HeartRateVariability.night($0).get().value }
        }))
    measures.append(NamedMeasure(.sleepRegularity, regularity(day)))
    measures.append(
      NamedMeasure(
        .midsleep, SleepTiming.midsleep(recent), note: { "+/- \(Int($0.deviation.rounded())) min" }, \.mean))
    measures.append(NamedMeasure(.socialJetLag, SleepTiming.socialJetLag(recent)))
    measures.append(NamedMeasure(.sleepDebt, SleepTiming.debt(timed, on: day)))
    measures.append(NamedMeasure(.sleepEfficiency, efficiency) { $0.efficiency * 100 })
    measures.append(
      NamedMeasure(
        .sleepInterruptions, efficiency, note: { "\(Int(($0.awake / 60).rounded())) min awake" },
        { Double($0.interruptions) }))
    measures.append(
      NamedMeasure(
        .cycleLength, cycles(day),
        note: { "+/- \($0.deviation, decimals: 1), from \($0.shortest) to \($0.longest)" }, \.mean))
    return measures
  }

  // MARK: - Vitals

  /// What was measured in a night, and the rMSSD of each recording of beats that began in it.
  private struct NightValues: Sendable {
    var vitals: [NightVital: Double]
    var recordings: [Measure<Double>] = []
  }

  /// - Parameter nights: ascending.
  private static func measured(
    _ store: some HealthReader, _ memory: DayMemory, _ nights: [SleepNight], _ days: ClosedRange<Day>
  ) throws -> [Day: NightValues] {
    // A night begins on the day before, and ends the one before it.
    let kind = DayValue<NightValues>(
      name: "vitals",
      types: [
        TypeIdentifier.sleepAnalysis, TypeIdentifier.heartRate, TypeIdentifier.respiratoryRate,
        TypeIdentifier.oxygenSaturation, TypeIdentifier.sleepingWristTemperature, TypeIdentifier.heartbeatSeries,
      ], before: 1, after: 2)
    return try memory.values(kind, on: days) { days in
      let before = nights.last { $0.day < days.lowerBound }
      return try read(store, nights.filter { days.contains($0.day) }, after: before?.wakeUp ?? .distantPast)
    }
  }

  private static func read(
    _ store: some HealthReader, _ nights: [SleepNight], after wakeUp: Date
  ) throws -> [Day: NightValues] {
    guard let first = nights.first, let last = nights.last else { return [:] }
    // Ascending and without overlaps.
    var spans: [Range<Date>] = []
    for night in nights {
      let start = max(night.bedtime, spans.last?.upperBound ?? wakeUp)
      spans.append(start..<max(start, night.wakeUp))
    }
    var measured = nights.map { night in NightValues(vitals: night.asleep.map { [.asleep: $0] } ?? [:]) }
    let types: [(NightVital, String)] = [
      (.heartRate, TypeIdentifier.heartRate), (.respiratoryRate, TypeIdentifier.respiratoryRate),
      (.oxygen, TypeIdentifier.oxygenSaturation),
    ]
    for (vital, type) in types {
      for (index, found) in try store.statisticsOverTime(type, over: spans).enumerated() {
        measured[index].vitals[vital] = found?.average
      }
    }
    // The temperature of a night is one sample, which may begin before the sleep.
    let temperatures = try store.dailyNights(TypeIdentifier.sleepingWristTemperature, first.day...last.day)
    for (index, night) in nights.enumerated() {
      measured[index].vitals[.wristTemperature] = temperatures[night.day - first.day]
    }
    var index = 0
    try store.forEachHeartbeatSeries(from: spans[0].lowerBound, to: spans[spans.count - 1].upperBound) { start, beats in
      while index < spans.count, spans[index].upperBound <= start { index += 1 }
      guard index < spans.count, spans[index].contains(start) else { return }
      measured[index].recordings.append(HeartRateVariability.rMSSD(beats))
    }
    return Dictionary(zip(nights.map(\.day), measured)) { first, _ in first }
  }

  private func vitals(_ day: Day, isKnown: Bool) -> [NamedMeasure] {
    let earlier = ((day - NightVitals.bandNights)..<day).compactMap { nightly[$0] }
    let vitals = NightVitals(night: isKnown ? nightly[day] ?? [:] : [:], earlier: earlier)
    let names: [(NightVital, MeasureName)] = [
      (.heartRate, .nightHeartRate), (.respiratoryRate, .nightRespiratoryRate),
      (.wristTemperature, .nightWristTemperature), (.oxygen, .nightOxygen), (.asleep, .nightSleep),
    ]
    return names.map { vital, name in
      // Fractions are shown as percentages, and bands of sleep in hours.
      let scale = vital == .oxygen ? 100.0 : 1
      let (shown, unit) = vital == .asleep ? (1 / 3_600, " h") : (scale, "")
      let band = vitals.bands[vital] ?? .failure(.undefined("nothing was measured in this night"))
      var measure = NamedMeasure(
        name, band,
        note: { band in
          let place = band.isOutside ? band.value > band.usual ? "above" : "below" : "within"
          let (low, high) = (band.band.lowerBound * shown, band.band.upperBound * shown)
          return "\(place) \(low, decimals: 1)\(unit) to \(high, decimals: 1)\(unit)"
        }, { $0.value * scale })
      measure.band = (try? band.get().value.band).map { $0.lowerBound * scale...$0.upperBound * scale }
      return measure
    }
  }

  // MARK: - Variability

  private func variability(_ name: MeasureName, _ days: [Double?]) -> NamedMeasure {
    let band = VariabilityBand.band(days)
    var measure = NamedMeasure(
      name, band,
      note: { band in
        let place = band.isBelow ? "below" : band.isAbove ? "above" : "within"
        return "\(place) \(exp(band.band.lowerBound), decimals: 1) to \(exp(band.band.upperBound), decimals: 1)"
      }, { exp($0.mean) })
    measure.band = (try? band.get().value.band).map { exp($0.lowerBound)...exp($0.upperBound) }
    return measure
  }

  // MARK: - Cycle

  /// Two years: older cycles say little about the present ones.
  private static let cycleDays = 730
  /// The raw value of a day without bleeding.
  private static let noFlow = 5.0

  private static func cycles(
    _ store: some HealthReader, _ memory: DayMemory, _ days: ClosedRange<Day>
  ) throws -> (bleeding: Set<Day>, marked: Set<Day>) {
    // A bleeding that began before the two years is no start.
    let days = (days.lowerBound - (cycleDays + CycleLengths.fewestFreeDays))...days.upperBound
    let types: Set = [TypeIdentifier.menstrualFlow]
    let rows = try memory.values(DayValue<Int64>(name: "bleeding", types: types), on: days) { days in
      var rows: [Day: Int64] = [:]
      var request = SampleListRequest(type: TypeIdentifier.menstrualFlow, days: days, limit: 1_000)
      while true {
        let page = try store.samples(request)
        for sample in page where sample.value != noFlow { rows[sample.day] = sample.row }
        guard page.count == request.limit, let last = page.last else { return rows }
        request.after = last.cursor
      }
    }
    // Only the first day of a bleeding is marked as the start of a cycle.
    let marked = try rows.filter { rows[$0.key - 1] == nil }.filter { day, row in
      try memory.value(DayValue<Bool>(name: "cycle start", types: types), of: day, key: row) {
        try store.sample(row: row)?.metadata["HKMenstrualCycleStart"] == .flag(true)
      }
    }
    return (Set(rows.keys), Set(marked.keys))
  }

  private func cycles(_ day: Day) -> Measure<CycleLengths> {
    let days = (day - (Self.cycleDays - 1))...day
    var before = bleeding.filter { $0 < days.lowerBound }.max()
    let own = bleeding.filter(days.contains).sorted().drop { day in
      defer { before = day }
      return before.map { day - $0 <= CycleLengths.fewestFreeDays } ?? false
    }
    return CycleLengths.lengths(bleeding: Set(own), marked: marked.filter(days.contains))
  }

  // MARK: - Regularity

  /// A day counts as known, from evening to evening, if sleep was recorded in its night.
  private func regularity(_ day: Day) -> Measure<Double> {
    let recorded = nights.map(\.night).filter { $0.day <= day && $0.day > day - Self.weeks && $0.asleep != nil }
    return SleepRegularityIndex.index(
      asleep: recorded.flatMap(\.spans).filter(\.stage.isAsleep).map {
        $0.start.timeIntervalSinceReferenceDate..<$0.end.timeIntervalSinceReferenceDate
      }, known: recorded.compactMap { evenings[$0.day] })
  }
}

extension HealthReader {
  /// The mean of a type from 18:00 on the previous day to 18:00, by the length of the day.
  fileprivate func dailyNights(_ type: String, _ days: ClosedRange<Day>) throws -> [Double?] {
    let spans = try intervals(of: days).map { $0.interval.lowerBound - 21_600..<$0.interval.upperBound - 21_600 }
    return try statistics(type, over: spans).map { $0?.average }
  }
}
