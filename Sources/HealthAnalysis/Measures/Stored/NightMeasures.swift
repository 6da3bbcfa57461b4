import FoundationEssentials
package import HealthModel

/// The nights that end on several days, and their vitals, each against the nights before.
struct NightMeasures {
  /// Ascending, with those before that the measures need.
  let all: [SleepDays.Night]
  /// The days whose vitals are read.
  let banded: ClosedRange<Day>
  private let byDay: [Day: SleepDays.Night]
  private var nightly: [Day: [NightVital: Double]] = [:]

  /// - Parameter before: how many days before the first one are read.
  init(_ store: some HealthReader, _ memory: DayMemory, _ days: ClosedRange<Day>, before: Int) throws {
    // A sleep belongs to the night that contains its middle.
    let kind = DayValue<SleepDays.Night>(
      name: "nights", types: [TypeIdentifier.sleepAnalysis], before: 1, after: 1)
    byDay = try memory.values(kind, on: (days.lowerBound - before)...days.upperBound) { days in
      // With the days beside them, so that a night is the same in every range.
      let nights = try store.nights((days.lowerBound - 1)...(days.upperBound + 1))
      return Dictionary(nights.filter { days.contains($0.night.day) }.map { ($0.night.day, $0) }) { first, _ in first }
    }
    all = byDay.values.sorted { $0.night.day < $1.night.day }
    banded = (days.lowerBound - NightVitals.bandNights)...days.upperBound
    nightly = try vitals(store, memory)
  }

  /// The night that ends on a day; nil without one.
  func night(_ day: Day) -> SleepDays.Night? { byDay[day] }

  /// From falling asleep to waking up, or the time in bed where only that was recorded; ascending and without overlaps.
  func spans(in days: ClosedRange<Day>) -> [(day: Day, span: Range<Date>)] {
    var end = Date.distantPast
    var spans: [(day: Day, span: Range<Date>)] = []
    for night in all.map(\.night) where night.day <= days.upperBound {
      let sleep = night.sleep ?? night.bedtime..<night.wakeUp
      let start = max(sleep.lowerBound, end)
      end = max(start, sleep.upperBound)
      if night.day >= days.lowerBound { spans.append((night.day, start..<end)) }
    }
    return spans
  }

  /// What was measured between falling asleep and waking up.
  private func vitals(_ store: some HealthReader, _ memory: DayMemory) throws -> [Day: [NightVital: Double]] {
    // A night begins on the day before, and ends the one before it.
    let kind = DayValue<[NightVital: Double]>(
      name: "vitals",
      types: [
        TypeIdentifier.sleepAnalysis, TypeIdentifier.heartRate, TypeIdentifier.respiratoryRate,
        TypeIdentifier.oxygenSaturation, TypeIdentifier.sleepingWristTemperature,
      ], before: 1, after: 2)
    return try memory.values(kind, on: banded) { days in
      let spans = spans(in: days)
      guard let first = spans.first?.day, let last = spans.last?.day else { return [:] }
      var vitals = spans.map { day, _ in byDay[day]?.night.asleep.map { [NightVital.asleep: $0] } ?? [:] }
      let types: [(NightVital, String)] = [
        (.heartRate, TypeIdentifier.heartRate), (.respiratoryRate, TypeIdentifier.respiratoryRate),
        (.oxygen, TypeIdentifier.oxygenSaturation),
      ]
      for (vital, type) in types {
        for (index, mean) in try store.rankedMeans(type, in: spans.map(\.span)).enumerated() {
          vitals[index][vital] = mean
        }
      }
      // The temperature of a night is one sample, which may begin before the sleep.
      let temperatures = try store.statistics(
        TypeIdentifier.sleepingWristTemperature, over: store.nightSpans(first...last).map(\.span))
      for (index, night) in spans.enumerated() {
        vitals[index][.wristTemperature] = temperatures[night.day - first]?.average
      }
      return Dictionary(zip(spans.map(\.day), vitals)) { first, _ in first }
    }
  }

  /// The vitals of the night that ends on a day, in their order.
  func vitals(on day: Day) -> [NamedMeasure] {
    let night = byDay[day]
    let earlier = ((day - NightVitals.bandNights)..<day).compactMap { nightly[$0] }
    let vitals = NightVitals(night: nightly[day] ?? [:], earlier: earlier)
    // Bands are those of the spans, in local time.
    let asleep = zip(night?.night.spans ?? [], night?.bands ?? []).filter { span, _ in
      span.stage.isAsleep && night?.night.ownSpans.contains(span) == true
    }.map(\.1)
    let limits = [("fell asleep", asleep.first?.start), ("woke up", asleep.last?.end)].compactMap { name, minutes in
      minutes.map { MeasureInput(name, $0, "min", origin: "after midnight") }
    }
    return zip(NightVital.allCases, MeasureName.ofNight).map { vital, name in
      // Fractions are shown as percentages.
      let scale = vital == .oxygen ? 100.0 : 1
      let band = (vitals.bands[vital] ?? .failure(.undefined("nothing was measured in this night")))
        .map { $0.adding(limits) }
      var measure = NamedMeasure(
        name, band,
        note: { band in
          let place = band.isOutside ? band.value > band.usual ? "above" : "below" : "within"
          let (low, high) = (band.band.lowerBound * scale, band.band.upperBound * scale)
          return vital == .asleep
            ? "\(place) \(seconds: low) to \(seconds: high)"
            : "\(place) \(low, decimals: 1) to \(high, decimals: 1)"
        }, { $0.value * scale })
      measure.band = (try? band.get().value.band).map { $0.lowerBound * scale...$0.upperBound * scale }
      return measure
    }
  }
}

extension HealthReader {
  /// Whether the night that ends on a day was as usual; nil if nothing can be said of it.
  package func nightState(on day: Day, _ memory: DayMemory) throws -> NightState? {
    // The night before the first one that counts may overlap it.
    NightState(try NightMeasures(self, memory, day...day, before: NightVitals.bandNights + 1).vitals(on: day))
  }
}
