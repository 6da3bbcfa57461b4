package import HealthModel

/// The effect of another order of sources, in words.
package struct SourceOrderWords {
  private let effect: SourceOrderEffect
  private let formatting: Formatting

  package init(_ effect: SourceOrderEffect, _ formatting: Formatting) {
    self.effect = effect
    self.formatting = formatting
  }

  private var unit: ShownUnit { formatting.unit(of: effect.type) }

  private func number(_ value: Double) -> String {
    let shown = value * unit.scale
    // Distances are shown with decimals, everything else as whole numbers.
    return formatting.number(shown, unit.scale < 0.1 ? 2 : 0)
  }

  /// `12 of 406 days change: 214,512 to 212,008 kcal in all, -1.2%.`
  package var sentence: String {
    guard !effect.changes.isEmpty else {
      return effect.days == 0 ? "There are no samples of this type." : "No day changes."
    }
    let days = "\(formatting.number(effect.changes.count)) of \(DayWords.count(effect.days, "day", "days"))"
    let percent = effect.before > 0 ? (effect.after / effect.before - 1) * 100 : 0
    return "\(days) \(effect.changes.count == 1 ? "changes" : "change"): \(number(effect.before)) to "
      + "\(number(effect.after))\(unit.symbol.isEmpty ? "" : " " + unit.symbol) in all, "
      + (percent > 0 ? "+" : "") + formatting.number(percent, abs(percent) < 10 ? 1 : 0) + "%."
  }

  /// How many open days would be closed, and vice versa; nil if there are none.
  package var ringSentence: String? {
    let (closed, open) = (effect.newlyClosed, effect.newlyOpen)
    guard closed + open > 0 else { return nil }
    let name = effect.type == RingType.exerciseTime ? "Exercise" : "Move"
    var parts: [String] = []
    if closed > 0 { parts.append("closes on \(DayWords.count(closed, "day", "days")) more") }
    if open > 0 { parts.append("stays open on \(DayWords.count(open, "day", "days")) that it closed") }
    return "\(name) \(parts.joined(separator: " and "))."
  }

  /// The day, its current value, its new value, and the difference.
  package func cells(_ change: SourceOrderEffect.DayChange) -> [String] {
    // What is shown is rounded down, as everywhere, and the difference is that of the shown numbers.
    func shown(_ value: Double) -> Double {
      unit.scale < 0.1 ? value : ((value * unit.scale + 1e-9).rounded(.down)) / unit.scale
    }
    let (before, after) = (shown(change.before), shown(change.after))
    let difference = number(after - before)
    let symbol = unit.symbol.isEmpty ? "" : " " + unit.symbol
    return [
      formatting.shortDateAndYear(change.day), number(before),
      number(after) + symbol, after > before ? "+" + difference : difference,
    ]
  }
}
