import CNCurses

/// The characters that the C library supports, independent of the terminal.
package struct CharacterSupport: Hashable, Sendable {
  /// Whether characters beyond ASCII may be drawn.
  package var isUTF8: Bool
  /// Whether sextants and wedges are supported.
  package var knowsLegacySymbols: Bool
  /// Whether octants are supported; they were added in Unicode 16.
  package var knowsOctants: Bool

  package init(isUTF8: Bool, knowsLegacySymbols: Bool, knowsOctants: Bool) {
    self.isUTF8 = isUTF8
    self.knowsLegacySymbols = knowsLegacySymbols
    self.knowsOctants = knowsOctants
  }

  /// Sets the character encoding of the process from the locale, and determines which characters it supports. The
  /// format of numbers, dates and messages is unchanged.
  ///
  /// A common UTF-8 locale is used instead if the locale is unknown or not set. If it has another encoding, as with
  /// `LC_ALL=C`, UTF-8 is used only on a terminal whose line is in UTF-8 mode, because any other terminal would show
  /// garbage.
  ///
  /// - Parameters:
  ///   - locale: a name, or empty for the environment's.
  ///   - terminal: the terminal's descriptor; nil for text that is written elsewhere, which is always UTF-8.
  package static func adoptingLocale(_ locale: String = "", terminal: Int32?) -> CharacterSupport {
    let isUTF8 = terminal_set_locale(locale, terminal ?? -1)
    return CharacterSupport(
      isUTF8: isUTF8,
      knowsLegacySymbols: isUTF8 && terminal_scalar_width(0x1FB00) == 1 && terminal_scalar_width(0x1FB3C) == 1,
      knowsOctants: isUTF8 && terminal_scalar_width(0x1CD00) == 1)
  }
}
