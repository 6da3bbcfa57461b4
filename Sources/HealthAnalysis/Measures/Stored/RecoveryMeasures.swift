import FoundationEssentials
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
  /// The raw result of the ovulation test of each day with one.
  private let ovulation: [Day: Double]

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
    timed = nights.compactMap { night in
      night.midsleep.map { TimedNight(day: night.night.day, midsleep: $0, asleep: night.night.asleepWithoutNaps ?? 0) }
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
    (bleeding, marked, ovulation) = try Self.cycles(store, memory, days)
    let measured = try Self.measured(
      store, memory, nights.map(\.night), (days.lowerBound - NightVitals.bandNights)...days.upperBound)
    (nightly, recordings) = (measured.mapValues(\.vitals), measured.mapValues(\.recordings))
  }

  func measures(on day: Day) -> [NamedMeasure] {
    let last = nights.last { $0.night.day == day }
    let night = last?.night
    let timed = timed.filter { $0.day <= day && $0.day > day - Self.longest }
    let recent = timed.filter { $0.day > day - Self.weeks }
    let efficiency = night?.efficiency ?? .failure(.undefined("no sleep was recorded"))
    var measures = vitals(day, last)
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
        note: { cycles in
          let running = cycles.dayOfCycle(day).map { ", day \($0)" } ?? ""
          return "+/- \(cycles.deviation, decimals: 1), from \(cycles.shortest) to \(cycles.longest)\(running)"
        }, \.mean))
    return measures
  }

  // MARK: - Vitals

  /// What was measured between falling asleep and waking up, and the rMSSD of each recording of beats that began in it.
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
      return try read(
        store, nights.filter { days.contains($0.day) }, after: before?.asleepOrInBed.upperBound ?? .distantPast)
    }
  }

  private static func read(
    _ store: some HealthReader, _ nights: [SleepNight], after wakeUp: Date
  ) throws -> [Day: NightValues] {
    guard let first = nights.first, let last = nights.last else { return [:] }
    // Ascending and without overlaps.
    var spans: [Range<Date>] = []
    for night in nights {
      let sleep = night.asleepOrInBed
      let start = max(sleep.lowerBound, spans.last?.upperBound ?? wakeUp)
      spans.append(start..<max(start, sleep.upperBound))
    }
    var measured = nights.map { night in NightValues(vitals: night.asleepWithoutNaps.map { [.asleep: $0] } ?? [:]) }
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

  /// - Parameter night: that of the day, nil without one.
  private func vitals(_ day: Day, _ night: SleepDays.Night?) -> [NamedMeasure] {
    let earlier = ((day - NightVitals.bandNights)..<day).compactMap { nightly[$0] }
    let vitals = NightVitals(night: night == nil ? [:] : nightly[day] ?? [:], earlier: earlier)
    let names: [(NightVital, MeasureName)] = [
      (.heartRate, .nightHeartRate), (.respiratoryRate, .nightRespiratoryRate),
      (.wristTemperature, .nightWristTemperature), (.oxygen, .nightOxygen), (.asleep, .nightSleep),
    ]
    // Bands are those of the spans, in local time.
    let asleep = zip(night?.night.spans ?? [], night?.bands ?? []).filter { span, _ in
      span.stage.isAsleep && night?.night.ownSpans.contains(span) == true
    }.map(\.1)
    let limits = [("fell asleep", asleep.first?.start), ("woke up", asleep.last?.end)].compactMap { name, minutes in
      minutes.map { MeasureInput(name, $0, "min", origin: "after midnight") }
    }
    return names.map { vital, name in
      // Fractions are shown as percentages, and bands of sleep in hours.
      let scale = vital == .oxygen ? 100.0 : 1
      let (shown, unit) = vital == .asleep ? (1 / 3_600, " h") : (scale, "")
      let band = (vitals.bands[vital] ?? .failure(.undefined("nothing was measured in this night")))
        .map { $0.adding(limits) }
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

  private static let ovulationResults = [1: "negative", 2: "positive", 3: "indeterminate", 4: "estrogen surge"]

  /// A logged day.
  private struct Logged: Sendable {
    var row: Int64
    var value: Double
  }

  private static func cycles(
    _ store: some HealthReader, _ memory: DayMemory, _ days: ClosedRange<Day>
  ) throws -> (bleeding: Set<Day>, marked: Set<Day>, ovulation: [Day: Double]) {
    // A bleeding that began before the two years is no start.
    let days = (days.lowerBound - (cycleDays + CycleLengths.fewestFreeDays))...days.upperBound
    func logged(_ type: String) throws -> [Day: Logged] {
      try memory.values(DayValue<Logged>(name: "logged \(type)", types: [type]), on: days) { days in
        var found: [Day: Logged] = [:]
        var request = SampleListRequest(type: type, days: days, limit: 1_000)
        while true {
          let page = try store.samples(request)
          for sample in page where type != TypeIdentifier.menstrualFlow || sample.value != noFlow {
            found[sample.day] = Logged(row: sample.row, value: sample.value)
          }
          guard page.count == request.limit, let last = page.last else { return found }
          request.after = last.cursor
        }
      }
    }
    let bleeding = try logged(TypeIdentifier.menstrualFlow)
    // Only the first day of a bleeding is marked as the start of a cycle.
    let marked = try bleeding.filter { bleeding[$0.key - 1] == nil }.filter { day, logged in
      let kind = DayValue<Bool>(name: "cycle start", types: [TypeIdentifier.menstrualFlow])
      return try memory.value(kind, of: day, key: logged.row) {
        try store.sample(row: logged.row)?.metadata["HKMenstrualCycleStart"] == .flag(true)
      }
    }
    return (Set(bleeding.keys), Set(marked.keys), try logged(TypeIdentifier.ovulationTest).mapValues(\.value))
  }

  private func cycles(_ day: Day) -> Measure<CycleLengths> {
    let days = (day - (Self.cycleDays - 1))...day
    var before = bleeding.filter { $0 < days.lowerBound }.max()
    let own = bleeding.filter(days.contains).sorted().drop { day in
      defer { before = day }
      return before.map { day - $0 <= CycleLengths.fewestFreeDays } ?? false
    }
    return CycleLengths.lengths(bleeding: Set(own), marked: marked.filter(days.contains)).map { found in
      let cycles = found.value
      let bleeding = own.filter { $0 >= cycles.starts.last ?? day }.count
      // The tests of the running cycle, and of the one before it.
      let tests = ovulation.filter { ($0.key >= cycles.starts.suffix(2).first ?? day) && $0.key <= day }
      return found.adding(
        cycles.parts.map { MeasureInput("cycle", Double($0.days), "d", origin: "from \($0.start)") }
          + (cycles.dayOfCycle(day).map {
            [
              MeasureInput("day of the running cycle", Double($0)),
              MeasureInput("days with bleeding in it", Double(bleeding)),
            ]
          } ?? [])
          + tests.sorted { $0.key < $1.key }.map { day, value in
            let result = Int(exactly: value).flatMap { Self.ovulationResults[$0] } ?? "unknown"
            return MeasureInput("ovulation test, \(result)", value, origin: day.description)
          })
    }
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

extension SleepNight {
  /// The time in which the vitals of a night are measured: asleep, or in bed where only that was recorded.
  fileprivate var asleepOrInBed: Range<Date> { sleep ?? bedtime..<wakeUp }
}

extension HealthReader {
  /// The mean of a type from 18:00 on the previous day to 18:00, by the length of the day.
  fileprivate func dailyNights(_ type: String, _ days: ClosedRange<Day>) throws -> [Double?] {
    let spans = try intervals(of: days).map { $0.interval.lowerBound - 21_600..<$0.interval.upperBound - 21_600 }
    return try statistics(type, over: spans).map { $0?.average }
  }
}
