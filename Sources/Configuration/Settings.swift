package import Dashboard
import Foundation
package import HealthModel
package import Presentation
package import TerminalModel

/// The settings in the configuration file; missing ones follow the locale.
///
/// Options on the command line take precedence.
package struct Settings: Hashable {
  package var glyphs: GlyphLevel?
  /// Whether rings are drawn in pixels.
  var pixels = false
  package var color: ColorLevel?
  var background: BackgroundArgument?
  /// The name of a theme; nil for the one that matches the background.
  var theme: String?
  package var animations = true
  /// The panels beside the day on a large screen.
  package var composition = DayComposition.overview
  /// The goal of the user's own that has a ring.
  package var ownRing: GoalAmount?
  package var mouse = true
  /// By ISO 8601: Monday is 1.
  package var weekStart = 1
  /// The format of numbers, dates, hours and units.
  package var formatting = Formatting.english
  /// The heart rates that take precedence over those derived from the data.
  package var heartRateLimits = HeartRateLimits()
  /// The identifier of the home zone for the first import; nil to detect it.
  package var zone: String?
  /// Whether `ringtop watch` shows desktop notifications.
  package var notifies = false
  /// The dashboard's alert when a ring closes.
  package var alert = AlertWord.off
  /// The tmux option that `ringtop watch` sets to the status line; nil for none.
  package var tmuxOption: String?
  /// The commands that `ringtop watch` runs on events.
  package var hooks: [Hook] = []
  /// The keys of actions, in the order of the file.
  var keys: [KeySetting] = []
  /// The keymap with these keys; nil for the default one, which most commands need not create.
  private var remapped: Keymap?
  package var keymap: Keymap {
    get { remapped ?? .standard }
    set { remapped = newValue }
  }
  /// Colours by role, indexed by the name of the theme.
  var themes: [String: [String: RGB]] = [:]

  /// The keys that the user has assigned to an action.
  struct KeySetting: Hashable {
    var action: String
    /// By their names in footer and help.
    var keys: [String]
    /// The line in the file.
    var line: Int?
  }

  /// The settings without a file.
  init(locale: UserLocale = UserLocale([:])) {
    weekStart = locale.weekStart ?? 1
    if let separators = locale.separators { formatting.setSeparators(separators.group, separators.decimal) }
    if let order = locale.dateOrder { formatting.dateStyle = order == .monthFirst ? .monthDay : .dayMonth }
    formatting.hasTwelveHours = locale.hasTwelveHours ?? false
    if locale.usesMiles == true { formatting.distanceUnit = .miles }
    if locale.usesKilojoules == true { formatting.energy = .kilojoules }
  }
}

extension Settings {
  /// The built-in themes and the user's own, which may replace built-in ones.
  package var allThemes: [Theme] {
    let own = themes.sorted { $0.key < $1.key }.map { name, colors in
      let isLight = colors["background"].map { $0.relativeLuminance > 0.18 } ?? false
      return Theme(
        name: name, basedOn: Theme.builtIn.first { $0.name == name } ?? (isLight ? .light : .dark), colors: colors)
    }
    return Theme.builtIn.filter { theme in !own.contains { $0.name == theme.name } } + own
  }

  /// The configured theme; nil if the background determines it.
  package var chosenTheme: Theme? {
    theme.flatMap { name in allThemes.first { $0.name == name } }
  }
}
