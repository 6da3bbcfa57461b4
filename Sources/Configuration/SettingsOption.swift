import Dashboard
import Foundation
import HealthModel
import Presentation
import TOML
import TerminalModel

/// An option of the configuration file: its name, its values, and its description. The default file, the parser,
/// `config show` and the README are all derived from these entries.
struct SettingsOption: Sendable {
  let key: String
  /// The value in the default file, which changes nothing.
  let standard: String
  /// One or more lines.
  let comment: String
  /// Applies a value.
  ///
  /// - Returns: nil, or a description of valid values.
  let read: @Sendable (TOMLValue, inout Settings) -> String?
  /// The effective value, in the syntax of the file.
  let show: @Sendable (Settings) -> String

  static let all: [SettingsOption] = [
    word(
      "glyphs", GlyphsArgument.self, "The symbols for the rings: NAMES.",
      set: {
        $0.glyphs = $1.level
        $0.pixels = $1 == .pixels
      }, show: { $0.pixels ? GlyphsArgument.pixels.rawValue : $0.glyphs?.rawValue }),
    word(
      "color", ColorArgument.self, "The number of colours: NAMES.", set: { $0.color = $1.level },
      show: { $0.color?.rawValue }),
    word(
      "background", BackgroundArgument.self, "The terminal's background: NAMES.",
      set: { $0.background = $1 == .auto ? nil : $1 }, show: { $0.background?.rawValue }),
    SettingsOption(
      key: "theme", standard: "\"auto\"",
      comment: "The theme: auto matches the background; the dashboard's theme dialog lists the others.",
      read: { value, settings in
        guard let name = value.string, !name.isEmpty else { return "the name of a theme in quotes" }
        settings.theme = name == "auto" ? nil : name
        return nil
      }, show: { quoted($0.chosenTheme?.name ?? "auto") }),
    flag("animations", \.animations, "Whether rings and charts move."),
    SettingsOption(
      key: "layout", standard: quoted("overview"),
      comment: "The panels beside the day on a large screen: overview; training; recovery; or up to four of\n"
        + DayPanel.allCases.map(\.rawValue).joined(separator: ", ") + ", for example [\"month\", \"night\"].",
      read: { value, settings in
        let panels = value.array?.compactMap { $0.string.flatMap(DayPanel.init(rawValue:)) }
        let own = panels.flatMap { $0.count == value.array?.count ? DayComposition($0) : nil }
        guard let composition = DayComposition.presets.first(where: { $0.name == value.string }) ?? own else {
          return "\"overview\", \"training\", \"recovery\", or up to four panels, for example [\"month\", \"night\"]"
        }
        settings.composition = composition
        return nil
      },
      show: { settings in
        settings.composition.name.map(quoted)
          ?? "[" + settings.composition.panels.map { quoted($0.rawValue) }.joined(separator: ", ") + "]"
      }),
    SettingsOption(
      key: "fourth_ring", standard: quoted(""),
      comment: "The type whose goal has a ring inside the others, for example \"steps\"; empty for three rings.",
      read: { value, settings in
        let goal = value.string.flatMap { GoalAmount(named: $0, .day) }
        guard goal != nil || value.string == "" else {
          return "a type with an amount, such as \"steps\" or \"sleep\", or \"\""
        }
        settings.ownRing = goal
        return nil
      }, show: { quoted($0.ownRing?.key ?? "") }),
    flag("mouse", \.mouse, "Whether the dashboard uses the mouse."),
    word(
      "energy", EnergyWord.self, "The unit of energy: NAMES.",
      set: { settings, word in
        if let unit = word.unit { settings.formatting.energy = unit }
      }, show: { $0.formatting.energy.symbol }),
    word(
      "distance", DistanceWord.self, "The unit of distances: NAMES.",
      set: { settings, word in
        if let unit = word.unit { settings.formatting.distanceUnit = unit }
      }, show: { $0.formatting.distanceUnit.symbol }),
    word(
      "numbers", NumberWord.self, "The format of numbers: NAMES.",
      set: { settings, word in
        if let separators = word.separators { settings.formatting.setSeparators(separators.group, separators.decimal) }
      }, show: { $0.formatting.number(1234.5, 1) }),
    word(
      "dates", DateWord.self, "The format of dates, and the order of day and month in typed dates: NAMES.",
      set: { settings, word in
        if let style = word.style { settings.formatting.dateStyle = style }
      }, show: { settings in DateWord.allCases.first { $0.style == settings.formatting.dateStyle }?.rawValue }),
    word(
      "hours", HourWord.self, "The 12-hour or 24-hour clock: NAMES.",
      set: { settings, word in
        if word != .auto { settings.formatting.hasTwelveHours = word == .twelve }
      }, show: { $0.formatting.hasTwelveHours ? "12" : "24" }),
    word(
      "week_start", WeekdayWord.self, "The first day of the week: NAMES.",
      set: { settings, word in
        if let number = word.number { settings.weekStart = number }
      }, show: { settings in WeekdayWord.allCases.first { $0.number == settings.weekStart }?.rawValue }),
    SettingsOption(
      key: "zone", standard: "\"auto\"",
      comment: "The home time zone for a first import, for example \"Europe/Berlin\"; auto detects it.",
      read: { value, settings in
        guard let name = value.string, name == "auto" || TimeZone(identifier: name) != nil else {
          return "the name of a time zone, for example \"Europe/Berlin\""
        }
        settings.zone = name == "auto" ? nil : name
        return nil
      }, show: { quoted($0.zone ?? "auto") }),
    rate(
      "resting_heart_rate", \.heartRateLimits.resting, 25...120,
      "Your resting heart rate, for loads and zones; 0 for that of the data."),
    rate(
      "max_heart_rate", \.heartRateLimits.maximum, 100...250,
      "Your maximum heart rate; 0 for that of your age and the data."),
    SettingsOption(
      key: "heart_rate_zones", standard: "[]",
      comment: "The lowest heart rates of zones 2 to 5, for example [120, 135, 150, 165]; [] for those of the reserve.",
      read: { value, settings in
        let rates = value.array?.compactMap { $0.int ?? $0.double.flatMap { Int(exactly: $0) } }.map(Double.init)
        guard let rates, rates.count == value.array?.count, rates.isEmpty || HeartRateLimits.isZones(rates) else {
          return "four ascending heart rates, for example [120, 135, 150, 165], or []"
        }
        settings.heartRateLimits.zones = rates.isEmpty ? nil : rates
        return nil
      },
      show: { settings in
        "[" + (settings.heartRateLimits.zones ?? []).map { String(Int($0)) }.joined(separator: ", ") + "]"
      }),
    flag(
      "notify", \.notifies, standard: false,
      "Whether ringtop watch shows desktop notifications when a ring closes, and reminders to stand."),
    word(
      "alert", AlertWord.self, standard: "off",
      "The dashboard's alert when a ring closes: NAMES.", set: { $0.alert = $1 },
      show: { $0.alert.rawValue }),
    SettingsOption(
      key: "tmux_option", standard: "\"\"",
      comment:
        "The tmux option that ringtop watch sets to the status line, for example \"@ringtop\"; empty for none.",
      read: { value, settings in
        guard let name = value.string, name.isEmpty || (name.hasPrefix("@") && name.count > 1) else {
          return "the name of an option that begins with @, for example \"@ringtop\""
        }
        settings.tmuxOption = name.isEmpty ? nil : name
        return nil
      }, show: { quoted($0.tmuxOption ?? "") }),
  ]

  // MARK: - Kinds

  private static func word<Word: RawRepresentable & CaseIterable & SendableMetatype>(
    _ key: String, _: Word.Type, standard: String = "auto", _ comment: String,
    set: @escaping @Sendable (inout Settings, Word) -> Void,
    show: @escaping @Sendable (Settings) -> String?
  ) -> SettingsOption where Word.RawValue == String {
    let names = Word.allCases.map(\.rawValue)
    return SettingsOption(
      key: key, standard: quoted(standard), comment: comment.replacing("NAMES", with: names.joined(separator: "; ")),
      read: { value, settings in
        // 256 without quotes is a number.
        guard let text = value.string ?? value.int.map(String.init), let word = Word(rawValue: text) else {
          return "one of " + names.map(quoted).joined(separator: ", ")
        }
        set(&settings, word)
        return nil
      }, show: { quoted(show($0) ?? "auto") })
  }

  private static func flag(
    _ key: String, _ path: any WritableKeyPath<Settings, Bool> & Sendable, standard: Bool = true, _ comment: String
  ) -> SettingsOption {
    SettingsOption(
      key: key, standard: String(standard), comment: comment,
      read: { value, settings in
        guard let flag = value.bool else { return "true or false" }
        settings[keyPath: path] = flag
        return nil
      }, show: { String($0[keyPath: path]) })
  }

  /// A heart rate; 0 for none.
  private static func rate(
    _ key: String, _ path: any WritableKeyPath<Settings, Double?> & Sendable, _ range: ClosedRange<Int>,
    _ comment: String
  ) -> SettingsOption {
    SettingsOption(
      key: key, standard: "0", comment: comment,
      read: { value, settings in
        guard let rate = value.int, rate == 0 || range.contains(rate) else {
          return "a heart rate from \(range.lowerBound) to \(range.upperBound), or 0"
        }
        settings[keyPath: path] = rate == 0 ? nil : Double(rate)
        return nil
      }, show: { String(Int($0[keyPath: path] ?? 0)) })
  }

  private static func quoted(_ text: String) -> String { "\"\(text)\"" }
}

// MARK: - Words of the file

/// The kinds of alerts when a ring closes.
package enum AlertWord: String, CaseIterable {
  case off
  case bell
  /// A notification in the format of iTerm2, kitty, Ghostty, WezTerm and Windows Terminal.
  case osc9
  /// A notification with a title, in the format of urxvt, foot, Ghostty and WezTerm.
  case osc777
}

private enum EnergyWord: String, CaseIterable {
  case auto, kcal, kJ

  var unit: EnergyUnit? {
    switch self {
    case .auto: nil
    case .kcal: .kilocalories
    case .kJ: .kilojoules
    }
  }
}

private enum DistanceWord: String, CaseIterable {
  case auto, km, mi

  var unit: DistanceUnit? {
    switch self {
    case .auto: nil
    case .km: .kilometres
    case .mi: .miles
    }
  }
}

private enum NumberWord: String, CaseIterable {
  case auto
  case comma = "1,234.5"
  case point = "1.234,5"
  case blank = "1 234,5"
  case apostrophe = "1'234.5"
  case plain = "1234.5"

  var separators: (group: String, decimal: String)? {
    switch self {
    case .auto: nil
    case .comma: (",", ".")
    case .point: (".", ",")
    case .blank: (" ", ",")
    case .apostrophe: ("'", ".")
    case .plain: ("", ".")
    }
  }
}

private enum DateWord: String, CaseIterable {
  case auto
  case dayMonth = "day-month"
  case monthDay = "month-day"
  case iso

  var style: Formatting.DateStyle? {
    switch self {
    case .auto: nil
    case .dayMonth: .dayMonth
    case .monthDay: .monthDay
    case .iso: .iso
    }
  }
}

private enum HourWord: String, CaseIterable {
  case auto
  case twelve = "12"
  case twentyFour = "24"
}

private enum WeekdayWord: String, CaseIterable {
  case auto, monday, tuesday, wednesday, thursday, friday, saturday, sunday

  var number: Int? { self == .auto ? nil : Self.allCases.firstIndex(of: self) }
}
