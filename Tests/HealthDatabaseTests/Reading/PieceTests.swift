import Foundation
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("Reading samples in pieces")
struct PieceTests {
  @Test("gives the same as reading all at once, with everything that they refer to")
  func sameAsWhole() throws {
    let test = try TestStore()
    var random = SplitMix(seed: 3)
    let samples = (0..<5_000).map { index in
      var sample = FakeSample(
        index.isMultiple(of: 3) ? RingType.stepCount : RingType.distance, Double(index),
        from: date("2026-03-01 00:00") + Double(Int.random(in: 0..<900_000, using: &random)),
        source: index.isMultiple(of: 7) ? .phone : .watch)
      if index.isMultiple(of: 5) { sample.uuid = UUID() }
      if index.isMultiple(of: 11) {
        sample.metadata = Metadata([.init(key: "number", value: .number(Double(index % 1_100)))])
      }
      return sample
    }
    try FakeExport(samples).run(into: test.store, batchSize: 999)
    let requests = [SampleRequest(type: RingType.stepCount), SampleRequest(type: RingType.distance)]
    for (sort, limit) in [([], nil), ([SampleSort(.start, isAscending: false)], 4_100)] as [([SampleSort], Int?)] {
      let whole = try test.store.view(.everything).samples(requests, sort: sort, limit: limit)
      var all: [StoredSample] = []
      var lengths: [Int] = []
      try test.store.view(.everything).forEachPiece(of: requests, sort: sort, limit: limit) { piece in
        all += piece.samples
        lengths.append(piece.samples.count)
        for sample in piece.samples {
          #expect(piece.types[sample.type] == whole.types[sample.type])
          #expect(piece.provenances[sample.provenance] == whole.provenances[sample.provenance])
          #expect(piece.metadata[sample.metadata] == whole.metadata[sample.metadata])
          #expect(sample.metadata == 0 || piece.metadata[sample.metadata] != nil)
        }
      }
      #expect(all == whole.samples)
      #expect(all.count == limit ?? samples.count)
      #expect(lengths.count > 3 && lengths.dropLast().allSatisfy { $0 == lengths[0] })
    }
    let own = Set(samples.compactMap(\.uuid))
    #expect(own.isSubset(of: try test.store.view(.everything).samples(requests).samples.map(\.uuid)))
  }

  @Test("a set of keys contains each key once, including keys that are in no table")
  func keySet() {
    var keys = KeySet()
    for _ in 0..<2 {
      for key in [3, 900, 3, 0, -4, 1 << 40, -4, 900, 63, 64] as [Int64] { keys.insert(key) }
      #expect(keys.keys == [3, 900, 0, -4, 1 << 40, 63, 64])
      keys.removeAll()
      #expect(keys.keys.isEmpty)
    }
  }
}
