package import HealthAnalysis

extension NamedMeasure {
  /// The value with its unit: `54`, `61 bpm`, `4:52`; `-` without one.
  package func words(_ formatting: Formatting) -> String {
    guard let value = try? measure.get().value else { return "-" }
    return name.words(value, formatting)
  }

  /// What there is to say of the value, or why there is none.
  package func remark(_ formatting: Formatting) -> String {
    if case .failure(let reason) = measure { return reason.description }
    return note.parts.map { part in
      switch part {
      case .text(let text): text
      case .number(let number, let decimals): formatting.number(number, decimals)
      case .duration(let seconds): formatting.hoursAndMinutes(seconds)
      case .day(let day): formatting.date(day)
      }
    }.joined()
  }
}

extension Formatting {
  /// For scripts.
  package static let plain: Formatting = {
    var formatting = Formatting.english
    formatting.dateStyle = .iso
    return formatting
  }()
}

extension MeasureName {
  /// The size of the unit in which a value is shown: 3,600 for hours of seconds.
  package var shownUnit: Double { [.nightSleep, .sleepDebt].contains(self) ? 3_600 : 1 }

  /// A value with its unit: `54`, `61 bpm`, `4:52`.
  package func words(_ value: Double, _ formatting: Formatting) -> String {
    switch self {
    case .nightSleep, .sleepDebt: return (value <= -30 ? "-" : "") + formatting.hoursAndMinutes(abs(value))
    case .midsleep: return formatting.time(minutes: value)
    case .longestDistance: return formatting.distanceNumber(value) + " " + formatting.distanceUnit.symbol
    case .longestDuration, .fastest1km, .fastest5km, .fastest10km, .fastestHalfMarathon, .fastestMarathon:
      return formatting.clockDuration(value)
    case .cycleLength: return formatting.number(value, 1) + " days"
    case .power5Seconds, .power1Minute, .power5Minutes, .power20Minutes, .power1Hour:
      return formatting.number(value, 0) + " W"
    case .weekAgainstMonth, .monotony: return formatting.number(value, 2)
    case .nightRespiratoryRate: return formatting.number(value, 1) + " a minute"
    case .nightWristTemperature: return formatting.number(value, 2) + " \u{B0}C"
    default: break
    }
    switch unit {
    case "count/min": return formatting.number(value, 0) + " bpm"
    case "%": return formatting.number(value, 0) + "%"
    case "min": return formatting.number(value, 0) + " min"
    case "mL/min\u{B7}kg": return formatting.number(value, 1) + " mL/kg/min"
    case "": return formatting.number(value, self == .form ? 1 : 0)
    default: return formatting.number(value, 1) + " " + unit
    }
  }
}
