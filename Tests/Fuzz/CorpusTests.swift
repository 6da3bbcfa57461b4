import Foundation
import Testing

/// The inputs from which fuzzing starts, and those that it has found: none may break a condition again.
@Suite("The corpus of the fuzzed parsers")
struct CorpusTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus").path
  private static let parsers = FuzzParsers.all.keys.sorted()

  @Test("every parser has a corpus")
  func complete() throws {
    #expect(try FileManager.default.contentsOfDirectory(atPath: Self.folder).sorted() == Self.parsers)
  }

  @Test("every input is parsed, whole and cut off, without breaking a condition", arguments: parsers)
  func parses(parser: String) async throws {
    let folder = Self.folder + "/" + parser
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(!names.isEmpty)
    // A broken condition ends the process.
    await #expect(processExitsWith: .success, "\(parser): \(names)") {
      [parser, folder = folder as String, names = names as [String]] in
      let parse = try #require(FuzzParsers.all[parser])
      for name in names {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder + "/" + name)))
        bytes.withUnsafeBytes(parse)
        for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 40)) {
          bytes.withUnsafeBytes { parse(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
        }
      }
    }
  }
}
