/// The differences between drawing and picture along one side of a cell, for eight options at a time.
///
/// Sides have eight places; on the left and right, each covers two rows. The values of the eight options at one place are
/// adjacent in memory.
struct CellSides {
  private let values: UnsafeMutablePointer<SIMD8<Float>>

  private static let places = 8
  private static let valueCount = 4 * places + 5

  init() {
    values = .allocate(capacity: Self.valueCount)
    values.initialize(repeating: SIMD8(repeating: 0), count: Self.valueCount)
  }

  func deallocate() { values.deallocate() }

  /// The options' shares of ink.
  private var shares: UnsafeMutablePointer<SIMD8<Float>> { values }
  private var red: UnsafeMutablePointer<SIMD8<Float>> { values + Self.places }
  private var green: UnsafeMutablePointer<SIMD8<Float>> { values + 2 * Self.places }
  private var blue: UnsafeMutablePointer<SIMD8<Float>> { values + 3 * Self.places }
  /// The sums of red, green and blue over the places.
  private var sums: UnsafeMutablePointer<SIMD8<Float>> { values + 4 * Self.places }
  /// The sum of the squares.
  private var squares: UnsafeMutablePointer<SIMD8<Float>> { values + 4 * Self.places + 3 }
  /// The displacement of the outline beyond which it is visible as a step: a squared sum of differences.
  private var tolerance: UnsafeMutablePointer<SIMD8<Float>> { values + 4 * Self.places + 4 }

  /// Sets the sides of a cell that does not differ from the picture.
  func clear() { values.update(repeating: SIMD8(repeating: 0), count: Self.valueCount) }

  /// Sets the share of ink along the side of one option.
  @inline(__always)
  func setShare(_ share: SIMD8<Float>, of option: Int) {
    let shares = UnsafeMutableRawPointer(shares).assumingMemoryBound(to: Float.self) + option
    for place in 0..<Self.places { shares[place * 8] = share[place] }
  }

  /// Computes the sides from the shares of ink.
  ///
  /// - Parameters:
  ///   - picture: the target colours along the side.
  ///   - visibleStep: the square of a displacement that is visible as a step, as a share of the contrast; nil if none is.
  func compute(_ options: CellOptions.Group, picture: PixelRow, visibleStep: Float?) {
    for place in 0..<Self.places {
      let share = shares[place]
      red[place] = share * options.contrast.red + options.paper.red - picture.red[place]
      green[place] = share * options.contrast.green + options.paper.green - picture.green[place]
      blue[place] = share * options.contrast.blue + options.paper.blue - picture.blue[place]
    }
    sums[0] = Self.total { red[$0] }
    sums[1] = Self.total { green[$0] }
    sums[2] = Self.total { blue[$0] }
    squares[0] = Self.total { red[$0] * red[$0] + green[$0] * green[$0] + blue[$0] * blue[$0] }
    guard let visibleStep else {
      tolerance[0] = SIMD8(repeating: .infinity)
      return
    }
    let contrast = options.contrast
    tolerance[0] =
      (contrast.red * contrast.red + contrast.green * contrast.green + contrast.blue * contrast.blue) * visibleStep
  }

  /// The discontinuity of the outline between a side of another cell and each of these sides, which it touches; equal
  /// differences on both do not count.
  ///
  /// It is the sum of a term for any difference along the side, which prevents thorns, and of terms for the displacement
  /// of the outline, which grow with the square of the distance: a row of small steps looks smoother than one large step.
  ///
  /// - Parameters:
  ///   - option: the option of the other cell.
  ///   - bearing: how far a displacement along the side moves the outline, as in `CellJoints`.
  @inline(__always)
  func breakCosts(_ other: CellSides, option: Int, bearing: Float) -> SIMD8<Float> {
    let others = UnsafeMutableRawPointer(other.values).assumingMemoryBound(to: Float.self) + option
    @inline(__always)
    func of(_ value: Int) -> Float { others[value * 8] }
    let product = Self.total { place in
      of(Self.places + place) * red[place] + of(2 * Self.places + place) * green[place]
        + of(3 * Self.places + place) * blue[place]
    }
    let redStep = of(4 * Self.places) - sums[0]
    let greenStep = of(4 * Self.places + 1) - sums[1]
    let blueStep = of(4 * Self.places + 2) - sums[2]
    let along = redStep * redStep + greenStep * greenStep + blueStep * blueStep
    let across = along * bearing
    let tolerance = tolerance[0].atLeast(of(4 * Self.places + 4))
    let excess = ((across - tolerance) * 5).replacing(with: 0, where: across .<= tolerance)
    return (of(4 * Self.places + 3) + squares[0] - 2 * product) * 0.7 + along * 0.1 + across + excess
  }

  /// The sum over the places.
  @inline(__always)
  private static func total(_ value: (Int) -> SIMD8<Float>) -> SIMD8<Float> {
    let even = value(0) + value(4) + (value(2) + value(6))
    let odd = value(1) + value(5) + (value(3) + value(7))
    return even + odd
  }

  /// The bearing where the outline is no circle.
  static let averageBearing: Float = 0.4
}
