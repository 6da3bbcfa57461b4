import Dashboard
import Foundation
import TerminalModel

/// What the user has chosen in the configuration file; what the file leaves open comes from the locale.
///
/// Options on the command line take precedence.
struct Settings: Hashable {
  var glyphs: GlyphLevel?
  /// Whether rings shall be drawn in pixels.
  var pixels = false
  var color: ColorLevel?
  var background: BackgroundArgument?
  /// The name of a theme; nil for the one that suits the background.
  var theme: String?
  var animations = true
  var mouse = true
  /// By ISO 8601: Monday is 1.
  var weekStart = 1
  /// How numbers, dates, hours and units are written.
  var formatting = Formatting.english
  /// The identifier of the home zone for a first import; nil to find it out.
  var zone: String?
  /// Whether `ringtop watch` shows notifications on the desktop.
  var notifies = false
  /// What an open dashboard does when a ring closes.
  var alert = AlertWord.off
  /// The option of tmux that `ringtop watch` sets to the status line; nil for none.
  var tmuxOption: String?
  /// Commands that `ringtop watch` tells facts.
  var hooks: [Hook] = []
  /// The keys of actions, in the order of the file.
  var keys: [KeySetting] = []
  /// The keymap with these keys.
  var keymap = Keymap.standard
  /// Colours by role, by the name of the theme.
  var themes: [String: [String: RGB]] = [:]

  /// The keys that the user has given to an action.
  struct KeySetting: Hashable {
    var action: String
    /// As footer and help write them.
    var keys: [String]
    /// Where it stands in the file.
    var line: Int?
  }

  /// What holds where the file says nothing.
  init(locale: UserLocale = UserLocale([:])) {
    weekStart = locale.weekStart ?? 1
    if let separators = locale.separators { formatting.setSeparators(separators.group, separators.decimal) }
    if let order = locale.dateOrder { formatting.dateStyle = order == .monthFirst ? .monthDay : .dayMonth }
    formatting.hasTwelveHours = locale.hasTwelveHours ?? false
    if locale.usesMiles == true { formatting.distanceUnit = .miles }
    if locale.usesKilojoules == true { formatting.energy = .kilojoules }
  }
}
