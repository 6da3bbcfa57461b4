import CFreeType
import CTypeface
import Synchronization

/// FreeType's rasterizer, stroker and fonts, started when something is first drawn.
///
/// Its objects are used by one thread at a time.
final class FreeType {
  static let shared = Mutex(FreeType())

  private var library: FT_Library?
  private var stroker: FT_Stroker?
  private var faces: [Typeface.Weight: FT_Face] = [:]
  var glyphs: [Typeface.GlyphKey: Typeface.Glyph] = [:]
  private var points: [FT_Vector] = []
  private var tags: [UInt8] = []
  private var contours: [UInt16] = []

  private init() {
    guard FT_Init_FreeType(&library) == 0 else { return }
    FT_Stroker_New(library, &stroker)
  }

  // The shared instance lives as long as the process.

  /// The coordinates beyond which FreeType's rasterizer gives up, in pixels.
  private static let farthest = 16_000.0
  /// FreeType counts the points of an outline in 15 bits.
  private static let mostPoints = 32_000

  /// Adds the coverage of a shape to a mask.
  func fill(_ path: Path, _ transform: Transform, into mask: inout CoverageMask) {
    load(path, transform, mask)
    flatten()
    withOutline { render(&$0, into: &mask) }
  }

  /// Adds the coverage of a line to a mask.
  func stroke(_ path: Path, _ stroke: Stroke, _ transform: Transform, into mask: inout CoverageMask) {
    let radius = min(Self.farthest, stroke.width * transform.factor / 2)
    guard let stroker, radius > 0 else { return }
    FT_Stroker_Set(
      stroker, FT_Fixed((radius * 64).rounded()), stroke.isRound ? FT_STROKER_LINECAP_ROUND : FT_STROKER_LINECAP_BUTT,
      stroke.isRound ? FT_STROKER_LINEJOIN_ROUND : FT_STROKER_LINEJOIN_MITER_FIXED, 4 << 16)
    let path = stroke.dash.map { path.dashed($0) } ?? path
    for (part, isClosed) in path.strokedParts {
      load(part, transform, mask)
      var (pointCount, contourCount) = (FT_UInt(0), FT_UInt(0))
      withOutline { outline in
        guard FT_Stroker_ParseOutline(stroker, &outline, isClosed ? 0 : 1) == 0 else { return }
        FT_Stroker_GetCounts(stroker, &pointCount, &contourCount)
      }
      guard (1...Self.mostPoints).contains(Int(pointCount)) else { continue }
      points = Array(repeating: FT_Vector(), count: Int(pointCount))
      tags = Array(repeating: 0, count: Int(pointCount))
      contours = Array(repeating: 0, count: Int(contourCount))
      withOutline(isEmpty: true) { FT_Stroker_Export(stroker, &$0) }
      flatten()
      withOutline { render(&$0, into: &mask) }
    }
  }

  /// Converts a path to the points of an outline, in 64ths of a pixel from the lower left corner of the mask.
  private func load(_ path: Path, _ transform: Transform, _ mask: CoverageMask) {
    points.removeAll(keepingCapacity: true)
    tags.removeAll(keepingCapacity: true)
    contours.removeAll(keepingCapacity: true)
    func add(_ point: Point, _ tag: UInt8) {
      let place = transform(point) - Point(Double(mask.left), Double(mask.top))
      let x = min(Self.farthest, max(-Self.farthest, place.x))
      let y = min(Self.farthest, max(-Self.farthest, Double(mask.height) - place.y))
      points.append(FT_Vector(x: FT_Pos((x * 64).rounded()), y: FT_Pos((y * 64).rounded())))
      tags.append(tag)
    }
    func end() {
      guard let last = UInt16(exactly: points.count - 1), last > contours.last ?? 0 || contours.isEmpty else { return }
      contours.append(last)
    }
    for element in path.elements where points.count < Self.mostPoints {
      switch element {
      case .move(let point):
        end()
        add(point, 1)
      case .line(let point): add(point, 1)
      case .curve(let first, let second, let point):
        add(first, 2)
        add(second, 2)
        add(point, 1)
      case .close: break
      }
    }
    end()
  }

  /// Replaces curves by lines that deviate by at most a 64th of a pixel: FreeType's own deviate by more than a twentieth,
  /// which makes circles smaller.
  private func flatten() {
    var (flat, ends): ([FT_Vector], [UInt16]) = ([], [])
    var start = 0
    for contour in contours {
      let end = Int(contour)
      var index = start
      while index <= end {
        guard tags[index] & 3 == 2, index > start, index < end else {
          flat.append(points[index])
          index += 1
          continue
        }
        func place(_ index: Int) -> Point { Point(Double(points[index].x), Double(points[index].y)) }
        let (from, first, second) = (place(index - 1), place(index), place(index + 1))
        let to = place(index + 2 <= end ? index + 2 : start)
        let (early, late) = (from - 2 * first + second, first - 2 * second + to)
        let bend = max((early * early).sum(), (late * late).sum()).squareRoot()
        let count = min(1_000, max(1, Int((0.75 * bend).squareRoot().rounded(.up))))
        for step in 1..<max(2, count) where step < count {
          let point = Path.point(from, first, second, to, at: Double(step) / Double(count))
          flat.append(FT_Vector(x: FT_Pos(point.x.rounded()), y: FT_Pos(point.y.rounded())))
        }
        index += 2
      }
      start = end + 1
      guard flat.count <= Self.mostPoints else { return }
      ends.append(UInt16(flat.count - 1))
    }
    (points, contours, tags) = (flat, ends, Array(repeating: 1, count: flat.count))
  }

  private func withOutline(isEmpty: Bool = false, _ body: (inout FT_Outline) -> Void) {
    guard !points.isEmpty, !contours.isEmpty else { return }
    points.withUnsafeMutableBufferPointer { points in
      tags.withUnsafeMutableBufferPointer { tags in
        contours.withUnsafeMutableBufferPointer { contours in
          var outline = freetype_outline(
            points.baseAddress, tags.baseAddress, contours.baseAddress, isEmpty ? 0 : Int32(points.count),
            isEmpty ? 0 : Int32(contours.count))
          body(&outline)
        }
      }
    }
  }

  private func render(_ outline: inout FT_Outline, into mask: inout CoverageMask) {
    guard mask.width > 0, mask.height > 0 else { return }
    guard !mask.isEmpty else { return draw(&outline, into: &mask) }
    // FreeType replaces what is there.
    var other = mask.cleared()
    draw(&outline, into: &other)
    mask.add(other)
  }

  private func draw(_ outline: inout FT_Outline, into mask: inout CoverageMask) {
    let (width, height) = (mask.width, mask.height)
    mask.isEmpty = false
    mask.coverage.withUnsafeMutableBufferPointer { coverage in
      var bitmap = FT_Bitmap()
      bitmap.rows = UInt32(height)
      bitmap.width = UInt32(width)
      bitmap.pitch = Int32(width)
      bitmap.buffer = coverage.baseAddress
      bitmap.num_grays = 256
      bitmap.pixel_mode = UInt8(FT_PIXEL_MODE_GRAY.rawValue)
      FT_Outline_Get_Bitmap(library, &outline, &bitmap)
    }
  }
}

extension Path {
  /// Its open and its closed lines, in parts of at most a thousand elements: the outlines around them have more points.
  fileprivate var strokedParts: [(Path, isClosed: Bool)] {
    var (open, closed, run) = ([Path()], [Path()], Path())
    func add(_ run: Path, to parts: inout [Path]) {
      if parts[parts.count - 1].elements.count + run.elements.count > 1_000 { parts.append(Path()) }
      parts[parts.count - 1].append(run)
    }
    for element in elements {
      if case .move = element {
        add(run, to: &open)
        run = Path()
      }
      run.elements.append(element)
      if element == .close {
        add(run, to: &closed)
        run = Path()
      } else if run.elements.count == 500, case .line(let point) = element {
        add(run, to: &open)
        run = Path()
        run.move(to: point)
      }
    }
    add(run, to: &open)
    return open.filter { !$0.elements.isEmpty }.map { ($0, false) }
      + closed.filter { !$0.elements.isEmpty }.map { ($0, true) }
  }
}

extension FreeType {
  /// The outline of a character in units of the em square, with its base line at 0; the box of unknown characters for one
  /// that the typeface lacks.
  func outline(of scalar: Unicode.Scalar, weight: Typeface.Weight) -> (path: Path, advance: Double, index: UInt32)? {
    guard let face = face(weight) else { return nil }
    let index = FT_Get_Char_Index(face, FT_ULong(scalar.value))
    guard FT_Load_Glyph(face, index, Int32(FT_LOAD_NO_SCALE)) == 0, let slot = face.pointee.glyph else { return nil }
    let reading = Reading(unit: 1 / Double(face.pointee.units_per_EM))
    var functions = FT_Outline_Funcs()
    functions.move_to = { point, reading in Reading.add(point, reading) { .move($0) } }
    functions.line_to = { point, reading in Reading.add(point, reading) { .line($0) } }
    functions.conic_to = { control, end, pointer in
      guard let control, let end, let pointer else { return 1 }
      return Reading.of(pointer).addConic(control.pointee, end.pointee)
    }
    functions.cubic_to = { first, second, end, pointer in
      guard let first, let second, let end, let pointer else { return 1 }
      let reading = Reading.of(pointer)
      reading.path.curve(
        reading.place(first.pointee), reading.place(second.pointee), to: reading.place(end.pointee))
      return 0
    }
    FT_Outline_Decompose(&slot.pointee.outline, &functions, Unmanaged.passUnretained(reading).toOpaque())
    return (reading.path, Double(slot.pointee.advance.x) * reading.unit, index)
  }

  /// The kerning between two glyphs, in units of the em square.
  func kerning(_ left: UInt32, _ right: UInt32, weight: Typeface.Weight) -> Double {
    guard let face = face(weight) else { return 0 }
    var kerning = FT_Vector()
    guard FT_Get_Kerning(face, left, right, FT_UInt(FT_KERNING_UNSCALED.rawValue), &kerning) == 0 else { return 0 }
    return Double(kerning.x) / Double(face.pointee.units_per_EM)
  }

  private func face(_ weight: Typeface.Weight) -> FT_Face? {
    if let face = faces[weight] { return face }
    let data = weight.data
    var face: FT_Face?
    guard FT_New_Memory_Face(library, data.baseAddress, FT_Long(data.count), 0, &face) == 0, let face else {
      return nil
    }
    faces[weight] = face
    return face
  }

  /// An outline that is being read.
  private final class Reading {
    var path = Path()
    let unit: Double
    private var last = Point()

    init(unit: Double) { self.unit = unit }

    static func of(_ pointer: UnsafeMutableRawPointer) -> Reading {
      Unmanaged<Reading>.fromOpaque(pointer).takeUnretainedValue()
    }

    static func add(
      _ point: UnsafePointer<FT_Vector>?, _ pointer: UnsafeMutableRawPointer?, _ element: (Point) -> Path.Element
    ) -> Int32 {
      guard let point, let pointer else { return 1 }
      let reading = of(pointer)
      reading.last = reading.place(point.pointee)
      reading.path.elements.append(element(reading.last))
      return 0
    }

    func place(_ vector: FT_Vector) -> Point { Point(Double(vector.x), -Double(vector.y)) * unit }

    func addConic(_ control: FT_Vector, _ end: FT_Vector) -> Int32 {
      let (middle, end) = (place(control), place(end))
      path.curve(last + (middle - last) * (2 / 3), end + (middle - end) * (2 / 3), to: end)
      last = end
      return 0
    }
  }
}
