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
  private let nights: NightMeasures
  private let timed: [TimedNight]
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
    let nights = try NightMeasures(store, memory, days, before: Self.longest - 1)
    self.nights = nights
    timed = nights.all.compactMap { night in
      night.midsleep.map { TimedNight(day: night.night.day, midsleep: $0, asleep: night.night.asleep ?? 0) }
    }
    let band = (days.lowerBound - (VariabilityBand.bandDays - 1))...days.upperBound
    sdnn = try memory.means(TypeIdentifier.variabilitySDNN, on: band, in: store)
    let weeks = (days.lowerBound - (Self.weeks - 1))...days.upperBound
    evenings = Dictionary(
      uniqueKeysWithValues: try store.nightSpans(weeks).map { day, span in
        (day, span.lowerBound.timeIntervalSinceReferenceDate..<span.upperBound.timeIntervalSinceReferenceDate)
      })
    (bleeding, marked, ovulation) = try Self.cycles(store, memory, days)
    recordings = try Self.recordings(store, memory, nights)
  }

  func measures(on day: Day) -> [NamedMeasure] {
    let night = nights.night(day)?.night
    let timed = timed.filter { $0.day <= day && $0.day > day - Self.longest }
    let recent = timed.filter { $0.day > day - Self.weeks }
    let efficiency = night?.efficiency ?? .failure(.undefined("no sleep was recorded"))
    var measures = nights.vitals(on: day)
    measures.append(variability(.variability, "SDNN", day) { sdnn[$0] })
    measures.append(
      NamedMeasure(
        .nightRMSSD,
        night == nil ? .failure(.undefined("no sleep was recorded")) : HeartRateVariability.night(recordings[day] ?? [])
      ))
    measures.append(
      variability(.variabilityRMSSD, "rMSSD", day) { day in
        recordings[day].flatMap { try? HeartRateVariability.night($0).get().value }
      })
    measures.append(NamedMeasure(.sleepRegularity, regularity(day)))
    measures.append(
      NamedMeasure(
        .midsleep, SleepTiming.midsleep(recent), note: { "\u{B1}\($0.deviation, decimals: 0) min" }, \.mean))
    measures.append(NamedMeasure(.socialJetLag, SleepTiming.socialJetLag(recent)))
    measures.append(NamedMeasure(.sleepDebt, SleepTiming.debt(timed, on: day)))
    measures.append(NamedMeasure(.sleepEfficiency, efficiency) { $0.efficiency * 100 })
    measures.append(
      NamedMeasure(
        .sleepInterruptions, efficiency, note: { "\(seconds: $0.awake) awake" },
        { Double($0.interruptions) }))
    measures.append(
      NamedMeasure(
        .cycleLength, cycles(day),
        note: { cycles in
          let running = cycles.dayOfCycle(day).map { ", day \($0)" } ?? ""
          return "\u{B1}\(cycles.deviation, decimals: 1), from \(cycles.shortest) to \(cycles.longest)\(running)"
        }, \.mean))
    return measures
  }

  // MARK: - Variability

  /// The rMSSD of each recording of beats that began in a night.
  private static func recordings(
    _ store: some HealthReader, _ memory: DayMemory, _ nights: NightMeasures
  ) throws -> [Day: [Measure<Double>]] {
    let kind = DayValue<[Measure<Double>]>(
      name: "recordings", types: [TypeIdentifier.sleepAnalysis, TypeIdentifier.heartbeatSeries], before: 1, after: 2)
    return try memory.values(kind, on: nights.banded) { days in
      let spans = nights.spans(in: days)
      guard let first = spans.first?.span, let last = spans.last?.span else { return [:] }
      var found: [Day: [Measure<Double>]] = [:]
      var index = 0
      try store.forEachHeartbeatSeries(from: first.lowerBound, to: last.upperBound) { start, beats in
        while index < spans.count, spans[index].span.upperBound <= start { index += 1 }
        guard index < spans.count, spans[index].span.contains(start) else { return }
        found[spans[index].day, default: []].append(HeartRateVariability.rMSSD(beats))
      }
      return found
    }
  }

  private func variability(
    _ name: MeasureName, _ value: String, _ day: Day, _ of: (Day) -> Double?
  ) -> NamedMeasure {
    let days = (day - (VariabilityBand.bandDays - 1))...day
    let values = days.map(of)
    let band = VariabilityBand.band(values).map { found in
      found.adding(
        zip(days, values).compactMap { day, known in
          known.map { MeasureInput(value, $0, name.unit, origin: day.description) }
        })
    }
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
    let recorded = nights.all.map(\.night).filter {
      $0.day <= day && $0.day > day - Self.weeks && $0.spans.contains(where: \.stage.isAsleep)
    }
    return SleepRegularityIndex.index(
      asleep: recorded.flatMap(\.spans).filter(\.stage.isAsleep).map {
        $0.start.timeIntervalSinceReferenceDate..<$0.end.timeIntervalSinceReferenceDate
      }, known: recorded.compactMap { evenings[$0.day] }, days: recorded.map(\.day))
  }
}
