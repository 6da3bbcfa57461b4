import FoundationEssentials

/// Encodes some hundreds of points of a route compactly and exactly: about 20 bytes per point. See `SeriesChunk`.
package enum RouteChunk {
  /// The maximum number of points in one chunk.
  package static let length = 512

  // MARK: - Writing

  /// - Parameter points: at most `length`.
  package static func encode(_ points: [RoutePoint]) -> [UInt8] {
    SeriesChunk.encode(RoutePoint.columns.map { column in points.map { $0[keyPath: column] } })
  }

  // MARK: - Reading

  /// The points, nil for bytes that `encode` has not produced.
  package static func decode(_ bytes: UnsafeRawBufferPointer) -> [RoutePoint]? {
    guard let columns = SeriesChunk.decode(bytes, columns: RoutePoint.columns.count, most: length) else { return nil }
    var points = [RoutePoint](
      repeating: RoutePoint(date: Date(timeIntervalSinceReferenceDate: 0), latitude: 0, longitude: 0),
      count: columns[0].count)
    for (column, values) in zip(RoutePoint.columns, columns) {
      for index in points.indices { points[index][keyPath: column] = values[index] }
    }
    return points.allSatisfy(\.isPlausible) ? points : nil
  }
}

/// The points of a route, encoded in chunks as they arrive, so that a long route uses little memory.
package struct RoutePoints: Sendable {
  private var closed: [[UInt8]] = []
  private var open: [RoutePoint] = []
  package private(set) var count = 0

  package init() {}

  package init(_ points: some Sequence<RoutePoint>) {
    for point in points { append(point) }
  }

  package var isEmpty: Bool { count == 0 }

  /// Appends a point. The caller must enforce the maximum.
  package mutating func append(_ point: RoutePoint) {
    open.append(point)
    count += 1
    if open.count == RouteChunk.length {
      closed.append(RouteChunk.encode(open))
      open.removeAll(keepingCapacity: true)
    }
  }

  /// The encoded chunks, as they are stored.
  package var chunks: [[UInt8]] {
    open.isEmpty ? closed : closed + [RouteChunk.encode(open)]
  }

  /// All points, in order.
  package var points: [RoutePoint] {
    closed.flatMap { chunk in chunk.withUnsafeBytes { RouteChunk.decode($0) } ?? [] } + open
  }
}
