import Dashboard
import TerminalModel

extension Settings {
  /// The built-in themes and the user's own, which may replace built-in ones.
  var allThemes: [Theme] {
    let own = themes.sorted { $0.key < $1.key }.map { name, colors in
      let isLight = colors["background"].map { $0.relativeLuminance > 0.18 } ?? false
      return Theme(
        name: name, basedOn: Theme.builtIn.first { $0.name == name } ?? (isLight ? .light : .dark), colors: colors)
    }
    return Theme.builtIn.filter { theme in !own.contains { $0.name == theme.name } } + own
  }

  /// The configured theme; nil if the background determines it.
  var chosenTheme: Theme? {
    theme.flatMap { name in allThemes.first { $0.name == name } }
  }
}
