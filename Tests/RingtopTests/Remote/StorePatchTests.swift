import Foundation
import HealthModel
import OpenHealthKit
import TestSupport
import Testing

@testable import Serving

@Suite("Patches between states of a store", .serialized, .programs, .timeLimit(.minutes(10)))
struct StorePatchTests {
  /// The whole body, read in pieces of varying sizes.
  private func bytes(_ file: any HTTPFile, pieces: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: pieces)
    while bytes.count < file.size {
      let count = piece.withUnsafeMutableBytes { file.read(into: $0, at: bytes.count) }
      guard count > 0 else { break }
      bytes += piece.prefix(count)
    }
    return bytes
  }

  /// Patches a copy as a client does.
  private func patched(_ copy: [UInt8], _ patch: [UInt8], pieces: Int, in sandbox: Sandbox) throws -> [UInt8] {
    let path = sandbox.file("patched")
    try Data(copy).write(to: URL(filePath: path))
    let descriptor = open(path, O_RDWR)
    defer { close(descriptor) }
    var reader = try StorePatch(changing: descriptor)
    var rest = patch[...]
    while !rest.isEmpty {
      try reader.take(rest.prefix(pieces))
      rest = rest.dropFirst(pieces)
    }
    try reader.finish()
    return Array(try Data(contentsOf: URL(filePath: path)))
  }

  @Test("a patch turns an earlier copy into the later one, byte for byte", arguments: [1, 2])
  func random(seed: UInt64) async throws {
    var random = SplitMix(seed: seed)
    let sandbox = try Sandbox()
    let store = HKHealthStore(configuration: .init(path: sandbox.file("store.sqlite"), authorization: .allowAll))
    let snapshots = StoreSnapshots(store: store.connection, folder: TemporaryFolder(in: sandbox.path))
    func samples(_ count: Int) -> [HKQuantitySample] {
      let start = Date(timeIntervalSince1970: Double.random(in: 1_780_000_000...1_794_000_000, using: &random))
      var samples: [HKQuantitySample] = []
      for index in 0..<count {
        let begin = start.addingTimeInterval(Double(index) * 60)
        let quantity = HKQuantity(unit: .count(), doubleValue: Double(index))
        samples.append(
          HKQuantitySample(
            type: HKQuantityType(.stepCount), quantity: quantity, start: begin, end: begin.addingTimeInterval(30)))
      }
      return samples
    }
    var saved = samples(3_000)
    try await store.save(saved)
    var copies: [(snapshot: StoreSnapshots.Snapshot, bytes: [UInt8])] = []
    var patches = 0
    for step in 0..<12 {
      if step % 4 == 3 {
        saved.shuffle(using: &random)
        let count = Int.random(in: 1...1_000, using: &random)
        try await store.delete(Array(saved.prefix(count)))
        saved.removeFirst(count)
      } else if step > 0 {
        let new = samples(Int.random(in: 1...100, using: &random))
        try await store.save(new)
        saved += new
      }
      let snapshot = try snapshots.make()
      copies.append((snapshot, bytes(snapshot, pieces: 65_536)))
      guard let base = copies.dropLast().suffix(3).randomElement(using: &random),
        // Unknown tags do no harm.
        let (changes, tag) = snapshots.changes(of: snapshot, since: ["x", base.snapshot.tag])
      else { continue }
      patches += 1
      #expect(tag == base.snapshot.tag && changes.size < snapshot.size / 2)
      let patch = bytes(changes, pieces: Int.random(in: 1...5_000, using: &random))
      #expect(patch.count == changes.size)
      let made = try patched(base.bytes, patch, pieces: Int.random(in: 1...5_000, using: &random), in: sandbox)
      #expect(made == copies[copies.count - 1].bytes, "seed \(seed), step \(step)")
    }
    #expect(patches > 1)
  }

  @Test("a patch is rejected if it does not match the copy, is truncated, or refers to missing pages")
  func wrong() throws {
    let sandbox = try Sandbox()
    var copy = [UInt8](repeating: 0, count: 8_192)
    copy.replaceSubrange(0..<16, with: Array("SQLite format 3\0".utf8))
    copy[16] = 0x10
    let page = [UInt8](repeating: 7, count: 4_096)
    let good = StorePatch.pair(4_096, 3) + StorePatch.pair(1, 2) + page + page
    #expect(try patched(copy, good, pieces: 100, in: sandbox) == Array(copy.prefix(4_096)) + page + page)
    #expect(try patched(copy, StorePatch.pair(4_096, 1), pieces: 3, in: sandbox) == Array(copy.prefix(4_096)))
    let two = StorePatch.pair(4_096, 2)
    var wrong: [[UInt8]] = [[], Array(good.dropLast()), good + [0], StorePatch.pair(8_192, 1)]
    wrong.append(StorePatch.pair(4_096, 0))
    wrong.append(two + StorePatch.pair(1, 2) + page + page)
    wrong.append(two + StorePatch.pair(0, 0))
    wrong.append(two + StorePatch.pair(0xFFFF_FFFF, 0xFFFF_FFFF) + page)
    for bad in wrong {
      #expect(throws: StorePatch.Fault.self, "\(bad.prefix(16))") {
        try patched(copy, bad, pieces: 1_000, in: sandbox)
      }
    }
    #expect(throws: StorePatch.Fault.self) {
      try patched(Array("no database".utf8), good, pieces: 1_000, in: sandbox)
    }
  }
}
