import Foundation
import HealthModel
import Testing

@Suite("Compact encoding of route points")
struct RouteChunkTests {
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  /// Points as printed in a file, or with any bits that a program may save.
  private func points(_ count: Int, isPrinted: Bool, _ random: inout Generator) -> [RoutePoint] {
    func number(_ range: ClosedRange<Double>) -> Double {
      let value = Double.random(in: range, using: &random)
      return isPrinted ? (value * 1e6).rounded() / 1e6 : value
    }
    return (0..<count).map { index in
      var point = RoutePoint(
        date: Date(timeIntervalSince1970: 1_700_000_000 + (isPrinted ? Double(index) : number(0...1e6))),
        latitude: number(-90...90), longitude: number(-180...180))
      point.altitude = number(-400...9_000)
      point.horizontalAccuracy = number(-1...100)
      if Bool.random(using: &random) { point.verticalAccuracy = number(-1...100) }
      if Bool.random(using: &random) {
        point.course = [-1, -0.0, 0, number(0...360)][Int.random(in: 0..<4, using: &random)]
      }
      point.speed = number(-1...40)
      return point
    }
  }

  @Test("Random points are decoded exactly, whatever their number", arguments: 0..<40 as Range<UInt64>)
  func roundTrip(seed: UInt64) {
    var random = Generator(state: seed)
    let count = [0, 1, 2, 511, 512, 513, 1_300][Int(seed % 7)]
    let points = points(count, isPrinted: seed.isMultiple(of: 2), &random)
    let stored = RoutePoints(points)
    #expect(stored.count == count)
    #expect(stored.chunks.count == (count + 511) / 512)
    let back = stored.chunks.flatMap { chunk in chunk.withUnsafeBytes { RouteChunk.decode($0) } ?? [] }
    #expect(back == points)
    #expect(back.map(\.course.bitPattern) == points.map(\.course.bitPattern))
    #expect(stored.points == points)
  }

  @Test("A walk as measured by a watch takes less than a third of the size of its numbers")
  func size() {
    var random = Generator(state: 7)
    var point = RoutePoint(date: Date(timeIntervalSince1970: 1_700_000_000), latitude: 48.653445, longitude: 6.135726)
    func moved(_ value: Double, _ by: Double) -> Double {
      ((value + Double.random(in: -by...by, using: &random)) * 1e6).rounded() / 1e6
    }
    let points = (0..<2_000).map { _ in
      point.date += 1
      point.latitude = moved(point.latitude, 3e-5)
      point.longitude = moved(point.longitude, 3e-5)
      point.altitude = moved(point.altitude, 0.3)
      point.horizontalAccuracy = moved(3, 1)
      point.verticalAccuracy = moved(2.5, 1)
      point.speed = moved(2, 0.5)
      point.course = moved(180, 90)
      return point
    }
    let bytes = RoutePoints(points).chunks.reduce(0) { $0 + $1.count }
    #expect(bytes < 2_000 * 80 / 3)
  }

  @Test("Bytes that are not valid points give none, and never crash")
  func damage() {
    var random = Generator(state: 3)
    let whole = RoutePoints(points(40, isPrinted: true, &random)).chunks[0]
    for length in 0..<whole.count {
      #expect(Array(whole.prefix(length)).withUnsafeBytes { RouteChunk.decode($0) } == nil)
    }
    #expect((whole + [0]).withUnsafeBytes { RouteChunk.decode($0) } == nil)
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let points = bytes.withUnsafeBytes { RouteChunk.decode($0) } ?? []
      #expect(points.allSatisfy { $0.isPlausible })
    }
  }
}
