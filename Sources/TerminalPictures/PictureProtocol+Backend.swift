package import Curses
package import TerminalImages

extension PictureProtocol {
  /// Its sequences.
  package func backend(isInsideTmux: Bool) -> any PictureBackend {
    switch self {
    case .kittyPlaceholders: KittyPlaceholders(isInsideTmux: isInsideTmux)
    case .kittyPlaces: KittyPlaces()
    case .iterm2: ITerm2Inline(isInsideTmux: isInsideTmux)
    case .sixel: Sixels()
    }
  }
}

extension TerminalDecision {
  /// The sequences that show images; nil if there are none.
  package var pictureBackend: (any PictureBackend)? { pictures?.backend(isInsideTmux: isInsideTmux) }
}
