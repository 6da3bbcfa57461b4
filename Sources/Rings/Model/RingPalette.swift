package import TerminalModel

/// The colours of one ring.
package struct RingColors: Hashable, Sendable {
  /// The colour at the start of the arc.
  package var start: RGB
  /// The colour at the end of the arc.
  package var end: RGB
  /// The colour of the unfilled part, in the ring's own hue.
  package var track: RGB
  /// The colour toward which the shadow of a head darkens the arc.
  package var shadow: RGB
  /// Entries of the 256-colour palette along the arc, from start to end. If start and end have the same hue, all
  /// entries share it: the colour cube has few colours, and a step to a paler one looks like another ring.
  package var arcEntries: [UInt8]
  /// The entry of the 256-colour palette for the track.
  package var trackEntry: UInt8
  /// The entry of the 16-colour palette for the arc.
  package var basicArc: UInt8
  /// The entry of the 16-colour palette for the track.
  package var basicTrack: UInt8

  package init(
    start: RGB, end: RGB, track: RGB, shadow: RGB, arcEntries: [UInt8], trackEntry: UInt8, basicArc: UInt8,
    basicTrack: UInt8
  ) {
    self.start = start
    self.end = end
    self.track = track
    self.shadow = shadow
    self.arcEntries = arcEntries
    self.trackEntry = trackEntry
    self.basicArc = basicArc
    self.basicTrack = basicTrack
  }
}

/// The colours of a set of rings on one kind of background.
package struct RingPalette: Hashable, Sendable {
  package var move: RingColors
  package var exercise: RingColors
  package var stand: RingColors
  /// The colours of a goal of the user's own.
  package var own: RingColors
  /// The colours of all rings on a paused day.
  package var paused: RingColors
  /// The assumed colour of the terminal's default background, for cells that show both it and a ring.
  package var background: RGB

  /// The colours of one ring of a day.
  package func colors(of ring: Ring, isPaused: Bool) -> RingColors {
    if isPaused { return paused }
    switch ring {
    case .move: return move
    case .exercise: return exercise
    case .stand: return stand
    case .own: return own
    }
  }

  /// Colours for dark backgrounds.
  ///
  /// They lie near entries of the 256-colour cube, tracks in its pure red, green and cyan, so that the rings look the
  /// same on terminals without truecolour.
  package static let standard = RingPalette(
    move: RingColors(
      start: RGB(250, 10, 86), end: RGB(255, 92, 150), track: RGB(74, 0, 0),
      shadow: RGB(40, 0, 8), arcEntries: [197], trackEntry: 52, basicArc: 9, basicTrack: 1),
    exercise: RingColors(
      start: RGB(96, 215, 8), end: RGB(184, 255, 84), track: RGB(0, 62, 0),
      shadow: RGB(0, 36, 0), arcEntries: [76, 118, 155], trackEntry: 22, basicArc: 10, basicTrack: 2),
    stand: RingColors(
      start: RGB(6, 168, 222), end: RGB(84, 248, 216), track: RGB(0, 56, 66),
      shadow: RGB(0, 30, 44), arcEntries: [38, 44, 86], trackEntry: 23, basicArc: 14, basicTrack: 6),
    own: RingColors(
      start: RGB(255, 158, 10), end: RGB(255, 222, 92), track: RGB(66, 44, 0),
      shadow: RGB(40, 22, 0), arcEntries: [214, 220, 221], trackEntry: 58, basicArc: 11, basicTrack: 3),
    paused: RingColors(
      start: RGB(112, 114, 120), end: RGB(184, 186, 192), track: RGB(38, 38, 40),
      shadow: RGB(20, 20, 22), arcEntries: [243, 246, 249], trackEntry: 235, basicArc: 7, basicTrack: 8),
    background: RGB(0, 0, 0))

  /// Colours for light backgrounds.
  package static let light = RingPalette(
    move: RingColors(
      start: RGB(214, 12, 58), end: RGB(250, 70, 140), track: RGB(246, 208, 216),
      shadow: RGB(128, 0, 44), arcEntries: [161, 197], trackEntry: 224, basicArc: 1, basicTrack: 9),
    exercise: RingColors(
      start: RGB(54, 158, 8), end: RGB(130, 204, 20), track: RGB(214, 236, 202),
      shadow: RGB(18, 92, 0), arcEntries: [64, 70, 112], trackEntry: 194, basicArc: 2, basicTrack: 10),
    stand: RingColors(
      start: RGB(0, 126, 196), end: RGB(10, 190, 186), track: RGB(204, 230, 240),
      shadow: RGB(0, 66, 112), arcEntries: [31, 37, 37], trackEntry: 195, basicArc: 6, basicTrack: 14),
    own: RingColors(
      start: RGB(206, 124, 0), end: RGB(240, 178, 16), track: RGB(248, 232, 200),
      shadow: RGB(120, 62, 0), arcEntries: [172, 172, 214], trackEntry: 230, basicArc: 3, basicTrack: 11),
    paused: RingColors(
      start: RGB(150, 152, 158), end: RGB(112, 114, 120), track: RGB(228, 229, 232),
      shadow: RGB(62, 64, 70), arcEntries: [247, 245, 243], trackEntry: 254, basicArc: 8, basicTrack: 7),
    background: RGB(255, 255, 255))
}
