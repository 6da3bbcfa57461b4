import Dashboard
import TerminalModel

extension Settings {
  /// The themes that come with the program, and the user's own, which may take the place of one of them.
  var allThemes: [Theme] {
    let own = themes.sorted { $0.key < $1.key }.map { name, colors in
      let isLight = colors["background"].map { $0.relativeLuminance > 0.18 } ?? false
      return Theme(
        name: name, basedOn: Theme.builtIn.first { $0.name == name } ?? (isLight ? .light : .dark), colors: colors)
    }
    return Theme.builtIn.filter { theme in !own.contains { $0.name == theme.name } } + own
  }

  /// The theme that the configuration names; nil where the background chooses.
  var chosenTheme: Theme? {
    theme.flatMap { name in allThemes.first { $0.name == name } }
  }
}
