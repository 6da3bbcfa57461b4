import CNCurses

/// Which characters the C library lets a program draw, whatever the terminal can.
package struct CharacterSupport: Hashable, Sendable {
  /// Whether characters beyond ASCII may be drawn at all.
  package var isUTF8: Bool
  /// Whether sextants and wedges are known.
  package var knowsLegacySymbols: Bool
  /// Whether octants are known; they came with Unicode 16.
  package var knowsOctants: Bool

  package init(isUTF8: Bool, knowsLegacySymbols: Bool, knowsOctants: Bool) {
    self.isUTF8 = isUTF8
    self.knowsLegacySymbols = knowsLegacySymbols
    self.knowsOctants = knowsOctants
  }

  /// Takes the character encoding of the process from the locale, and looks which characters it knows. Numbers, dates and
  /// messages keep their locale.
  ///
  /// A common UTF-8 locale takes its place where it is unknown here, and where nobody has chosen one. Where another
  /// encoding was chosen, as by `LC_ALL=C`, that is done only on a terminal whose line is in UTF-8: any other would show
  /// rubbish.
  ///
  /// - Parameters:
  ///   - locale: a name, or empty for the environment's.
  ///   - terminal: the terminal's descriptor; nil for text that goes elsewhere, which is UTF-8 always.
  package static func adoptingLocale(_ locale: String = "", terminal: Int32?) -> CharacterSupport {
    let isUTF8 = terminal_set_locale(locale, terminal ?? -1)
    return CharacterSupport(
      isUTF8: isUTF8,
      knowsLegacySymbols: isUTF8 && terminal_scalar_width(0x1FB00) == 1 && terminal_scalar_width(0x1FB3C) == 1,
      knowsOctants: isUTF8 && terminal_scalar_width(0x1CD00) == 1)
  }
}
