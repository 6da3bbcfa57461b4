import Foundation
import HealthAnalysis
import HealthModel
import TestSupport
import Testing

@Suite("Records")
struct WorkoutRecordsTests {
  private static let start = Date(timeIntervalSinceReferenceDate: 800_000_000)

  private static func piece(_ from: Double, _ to: Double, _ metres: Double) -> SourceMerger.Piece {
    let zero = start.timeIntervalSinceReferenceDate
    return SourceMerger.Piece(start: zero + from, end: zero + to, value: metres)
  }

  private static func time(_ seconds: Double, paused: Range<Double>? = nil) -> WorkoutTime {
    let events = paused.map { [(1, $0.lowerBound), (2, $0.upperBound)] } ?? []
    return WorkoutTime(
      start: start, end: start + seconds,
      events: events.map { WorkoutEventRecord(type: $0, start: start + $1, end: start + $1) })
  }

  @Test("the fastest kilometre lies anywhere in a workout")
  func fastest() throws {
    // 3 km: in 6 minutes, in 4, in 5; the fastest kilometre is the second.
    let pieces = [Self.piece(0, 360, 1_000), Self.piece(360, 600, 1_000), Self.piece(600, 900, 1_000)]
    #expect(abs(try WorkoutRecords.fastest([1_000], in: pieces, time: Self.time(900))[0].get().value - 240) < 1e-6)
    #expect(abs(try WorkoutRecords.fastest([2_000], in: pieces, time: Self.time(900))[0].get().value - 540) < 1e-6)
    // 500 m of it lie in the middle, the rest before and after.
    #expect(abs(try WorkoutRecords.fastest([1_500], in: pieces, time: Self.time(900))[0].get().value - 390) < 1e-6)
    #expect((try? WorkoutRecords.fastest([3_001], in: pieces, time: Self.time(900))[0].get()) == nil)
    // A pause takes no time.
    let paused = Self.time(900, paused: 400..<460)
    #expect(abs(try WorkoutRecords.fastest([1_000], in: pieces, time: paused)[0].get().value - 180) < 1e-6)
    // What another device measured during it does not count.
    let walked = pieces + [Self.piece(410, 450, 50)]
    #expect(WorkoutRecords.moving(walked, paused) == pieces)
    let around = [Self.piece(0, 400, 900), Self.piece(400, 460, 200), Self.piece(460, 900, 900)]
    #expect((try? WorkoutRecords.fastest([1_900], in: around, time: paused)[0].get()) == nil)
    #expect((try? WorkoutRecords.fastest([1_000], in: [], time: Self.time(900))[0].get()) == nil)
    #expect((try? WorkoutRecords.fastest([10], in: [Self.piece(5, 5, 100)], time: Self.time(900))[0].get()) == nil)
  }

  @Test("the fastest part is that of a model which tries every second", arguments: 1...30 as ClosedRange<UInt64>)
  func model(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let length = Int.random(in: 200...1_500, using: &random)
    let pause = Int.random(in: 0..<length, using: &random)
    let resume = min(length, pause + Int.random(in: 0...100, using: &random))
    var metres = [Double](repeating: 0, count: length)
    var pieces: [SourceMerger.Piece] = []
    var second = 0
    while second < length {
      let end = min(length, second + Int.random(in: 1...20, using: &random))
      let value = Double.random(in: 0...60, using: &random)
      if Int.random(in: 0..<8, using: &random) > 0 {
        pieces.append(Self.piece(Double(second), Double(end), value))
        // What was measured during the pause does not count.
        let counts = second < pause || end > resume
        for moment in second..<end where counts { metres[moment] += value / Double(end - second) }
      }
      second = end
    }
    var (way, times) = ([0.0], [0.0])
    for second in 0..<length {
      way.append(way[second] + metres[second])
      times.append(times[second] + ((pause..<resume).contains(second) ? 0 : 1))
    }
    let distance = Double.random(in: 10...900, using: &random)
    // From every second, and up to every second, between which speed is constant.
    var best = Double.infinity
    func time(_ target: Double, isFirst: Bool) -> Double {
      let index =
        isFirst ? way.firstIndex { $0 >= target } ?? length : max(1, (way.firstIndex { $0 > target } ?? length))
      guard index > 0, way[index] > way[index - 1] else { return times[index] }
      return times[index - 1]
        + (times[index] - times[index - 1]) * min(1, max(0, (target - way[index - 1]) / (way[index] - way[index - 1])))
    }
    for index in 0...length {
      if way[index] + distance <= way[length] {
        best = min(best, time(way[index] + distance, isFirst: true) - times[index])
      }
      if way[index] >= distance { best = min(best, times[index] - time(way[index] - distance, isFirst: false)) }
    }
    let found = try? WorkoutRecords.fastest(
      [distance], in: pieces, time: Self.time(Double(length), paused: Double(pause)..<Double(resume))
    )[0].get().value
    guard best.isFinite, best > 0 else {
      #expect(found == nil || way[length] - distance < 1e-6)
      return
    }
    #expect(abs((found ?? 0) - best) < 1e-6, "seed \(seed)")
  }

  @Test("the best mean is that of a model which tries every second", arguments: 1...30 as ClosedRange<UInt64>)
  func bestMean(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var points: [HeartRatePoint] = []
    var values: [Double] = []
    for _ in 0..<Int.random(in: 5...120, using: &random) {
      let rate = Double(Int.random(in: 60...400, using: &random))
      let gap = Int.random(in: 1...(Int.random(in: 0..<10, using: &random) == 0 ? 150 : 20), using: &random)
      points.append(HeartRatePoint(time: Self.start + Double(values.count), rate: rate))
      values += (0..<gap).map { $0 < 60 ? rate : 0 }
    }
    // The last value is held for a minute.
    guard let last = points.last else { return }
    let zero = Int(last.time.timeIntervalSince(Self.start))
    values = Array(values.prefix(zero)) + Array(repeating: last.rate, count: 60)
    let duration = Int.random(in: 5...300, using: &random)
    let found = try? WorkoutRecords.bestMean(points, over: Double(duration)).get().value
    guard values.count >= duration else {
      #expect(found == nil)
      return
    }
    var sums = [0.0]
    for value in values { sums.append((sums.last ?? 0) + value) }
    let best = (0...(values.count - duration)).map { sums[$0 + duration] - sums[$0] }.max() ?? 0
    #expect(abs((found ?? 0) - best / Double(duration)) < 1e-9, "seed \(seed)")
  }
}
