import Foundation
import HealthImport
import HealthModel
import Testing

@Suite("Archives")
struct ZipInputTests {
  private let export = Array(ExportText.mixture.utf8)

  /// - Parameter others: how many records lie beside the export: a route that no workout names.
  private func reads(
    _ zip: ZipBuilder, others: Int = 0, _ sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (report, sink) = try importExport(zip.build(), named: "export.zip", sourceLocation: sourceLocation)
    #expect(report.isComplete, sourceLocation: sourceLocation)
    #expect(report.damage == nil, sourceLocation: sourceLocation)
    #expect(report.read == 8 + others, sourceLocation: sourceLocation)
    #expect(sink.samples.count == 5, sourceLocation: sourceLocation)
  }

  /// The code of the error thrown by opening.
  private func code(_ bytes: [UInt8], force: Bool = false) throws -> ImportError.Code? {
    do {
      try importExport(bytes, named: "export.zip", force: force)
      return nil
    } catch let error as ImportError {
      return error.code
    }
  }

  @Test("Stored and deflated entries, in any combination of long fields, descriptors and comments", arguments: 0..<32)
  func forms(bits: Int) throws {
    var entry = ZipBuilder.Entry("apple_health_export/export.xml", export, deflates: bits & 1 != 0)
    entry.usesLongFields = bits & 2 != 0
    entry.usesDescriptor = bits & 4 != 0
    var zip = ZipBuilder(entry)
    zip.usesLongEnd = bits & 8 != 0
    if bits & 16 != 0 {
      zip.comment = Array("PK\u{05}\u{06} is how it ends, PK\u{05}\u{06} again".utf8)
      zip.preamble = Array("HTTP/1.1 200 OK\r\n\r\n".utf8)
    }
    try reads(zip)
  }

  @Test("The export is found by its content, in any language, despite decoys")
  func names() throws {
    for name in ["apple_health_export/导出.xml", "eksport_Asger.xml", "exportar.xml", "data.bin", "x/y/z"] {
      let decoy = Array(("<?xml version=\"1.0\"?>\n<ClinicalDocument>" + String(repeating: "x", count: 9_000)).utf8)
      try reads(
        ZipBuilder(
          ZipBuilder.Entry("apple_health_export/", [], deflates: false),
          ZipBuilder.Entry("apple_health_export/export_cda.xml", decoy),
          ZipBuilder.Entry("export.xml", Array("<gpx><HealthDat/></gpx>".utf8)),
          ZipBuilder.Entry(name, export),
          ZipBuilder.Entry("apple_health_export/workout-routes/route.gpx", Array("<gpx/>".utf8))),
        others: name.hasPrefix("apple_health_export/") ? 1 : 0)
    }
  }

  @Test("A name that is not UTF-8 is accepted like any other")
  func foreignName() throws {
    var entry = ZipBuilder.Entry("", export)
    entry.name = [0xC4, 0xDC, 0x2E, 0x78, 0x6D, 0x6C]
    try reads(ZipBuilder(entry))
  }

  @Test("Errors distinguish files that are not archives, archives without an export and unreadable ones")
  func failures() throws {
    #expect(try code([]) == .emptyFile)
    #expect(try code(Array("not an archive".utf8)) == .notAZip)
    #expect(try code(Array("<ClinicalDocument/>".utf8)) == .notAZip)
    #expect(try code(ZipBuilder().build()) == .noExportInside)
    #expect(try code(ZipBuilder(ZipBuilder.Entry("a.txt", [1, 2, 3])).build()) == .noExportInside)
    var encrypted = ZipBuilder.Entry("export.xml", export)
    encrypted.isEncrypted = true
    #expect(try code(ZipBuilder(encrypted).build()) == .encryptedZip)
    var unsupported = ZipBuilder.Entry("export.xml", export)
    unsupported.method = 93
    #expect(try code(ZipBuilder(unsupported).build()) == .noExportInside)
    #expect(throws: ImportError.self) { try AppleExportImporter(path: "/nowhere/export.zip") }
  }

  @Test("A directory larger than any real archive's is treated as damage and not read")
  func largeDirectory() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Array("PK\u{3}\u{4}".utf8), to: "export.zip")
    let size = 65 << 20
    #expect(truncate(path, off_t(size + 64)) == 0)
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.seekToEnd()
    let sizes = (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
    try handle.write(contentsOf: Array("PK\u{5}\u{6}".utf8) + [0, 0, 0, 0, 1, 0, 1, 0] + sizes + [64, 0, 0, 0, 0, 0])
    try handle.close()
    let error = #expect(throws: ImportError.self) { try AppleExportImporter(path: path) }
    #expect(error?.code == .corruptZip && error?.context == "directory outside the file")
  }

  @Test("An archive cut anywhere is refused as corrupt")
  func cutArchive() throws {
    let bytes = ZipBuilder(ZipBuilder.Entry("export.xml", export)).build()
    for length in stride(from: 4, to: bytes.count, by: 97) {
      #expect(try code(Array(bytes.prefix(length))) == .corruptZip, "cut at \(length)")
    }
  }

  @Test(
    "Random damage to an archive gives an error, or every record is accounted for, never a crash",
    arguments: Mutation.seeds(300))
  func mutations(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var zip = ZipBuilder(ZipBuilder.Entry("a", [1, 2, 3]), ZipBuilder.Entry("export.xml", export))
    zip.usesLongEnd = seed % 2 == 0
    let bytes = Mutation.random(zip.build(), count: Int.random(in: 1...6, using: &random), using: &random)
    do {
      try importExport(bytes, named: "export.zip")
    } catch is ImportError {
    }
  }

  @Test("With a wrong checksum, everything that could be read is imported, as incomplete")
  func checksum() throws {
    var entry = ZipBuilder.Entry("export.xml", export)
    entry.statedCRC = 1
    let (report, sink) = try importExport(ZipBuilder(entry).build(), named: "export.zip")
    #expect(!report.isComplete)
    #expect(report.damage?.code == .corruptZip)
    #expect(sink.samples.count == 5)
  }

  @Test("With damaged data, everything before the damage is imported, as incomplete")
  func damagedData() throws {
    var random = SeededGenerator(seed: 7)
    let body = (0..<20_000).map { _ in ExportText.record(value: "\(Int.random(in: 0...9_999, using: &random))") }
    var bytes = ZipBuilder(ZipBuilder.Entry("export.xml", Array(ExportText.document(body.joined()).utf8))).build()
    for place in bytes.count / 2..<bytes.count / 2 + 40 { bytes[place] = 0xFF }
    let (report, sink) = try importExport(bytes, named: "export.zip")
    #expect(report.damage?.code == .corruptZip)
    #expect((5_000..<20_000).contains(sink.samples.count))
  }

  @Test("An archive that expands to more than 200 times its size is refused before anything is read, unless forced")
  func bomb() throws {
    let filler = [UInt8](repeating: 0x20, count: 4_000_000)
    let bomb = Array(ExportText.document(ExportText.record(), isClosed: false).utf8) + filler
    var entry = ZipBuilder.Entry("export.xml", bomb)
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = try folder.write(ZipBuilder(entry).build(), to: "export.zip")
    #expect(throws: ImportError.self) { try AppleExportImporter(path: path) }
    #expect(try code(ZipBuilder(entry).build(), force: true) == nil)
    // One with a false size is detected while it is being read.
    entry.statedSize = 1_000
    #expect(try code(ZipBuilder(entry).build()) == .unpacksTooLarge)
  }

  @Test("Only the low 32 bits of a size count if the archiver stored no more")
  func wrappedSize() throws {
    var entry = ZipBuilder.Entry("export.xml", export)
    entry.statedSize = export.count + 1 << 32
    try reads(ZipBuilder(entry))
    entry.usesLongFields = true
    let (report, _) = try importExport(ZipBuilder(entry).build(), named: "export.zip", force: true)
    #expect(report.damage?.code == .corruptZip)
  }

  @Test("A large export is extracted from its archive unchanged")
  func large() throws {
    let body = (0..<30_000).map { ExportText.record(value: "\($0)") }.joined()
    let bytes = Array(ExportText.document(body).utf8)
    for deflates in [true, false] {
      let zip = ZipBuilder(ZipBuilder.Entry("export.xml", bytes, deflates: deflates)).build()
      let (report, sink) = try importExport(zip, named: "export.zip")
      #expect(report.isComplete)
      #expect(sink.samples.map(\.value) == (0..<30_000).map { Double($0) })
    }
  }

  @Test("Offsets that overflow are treated as damage, in every 64-bit field")
  func overflow() throws {
    var entry = ZipBuilder.Entry("export.xml", export)
    entry.usesLongFields = true
    var zip = ZipBuilder(entry)
    zip.usesLongEnd = true
    zip.preamble = [0]
    let bytes = zip.build()
    for value in [UInt64(Int.max), UInt64(Int.max) - 20, .max, 1 << 62] {
      let field = (0..<8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
      for place in bytes.count - 250..<bytes.count - 8 {
        var damaged = bytes
        damaged.replaceSubrange(place..<place + 8, with: field)
        _ = try? importExport(damaged, named: "export.zip")
      }
    }
    // The smallest that overflowed: an entry whose header is at the largest offset, after one byte.
    var small = ZipBuilder.Entry("", [])
    small.usesLongFields = true
    let offset = (0..<8).map { UInt8(truncatingIfNeeded: UInt64(Int.max) >> ($0 * 8)) }
    var far = ZipBuilder(small)
    far.preamble = [0]
    var archive = far.build()
    let end = archive.count - 22
    archive.replaceSubrange(end - 8..<end, with: offset)
    #expect(try code(archive) == .corruptZip)
  }

  @Test("The export is found in an archive of many files, and no more than necessary is kept of the others")
  func manyFiles() throws {
    let decoys = (0..<20_000).map { ZipBuilder.Entry("\($0).txt", [1, 2, 3], deflates: false) }
    var zip = ZipBuilder()
    zip.entries = decoys.prefix(10_000) + [ZipBuilder.Entry("apple_health_export/export.xml", export)] + decoys
    try reads(zip)
    // Larger files of other kinds do not hide it.
    zip.entries = (0..<3_000).map { ZipBuilder.Entry("\($0).jpg", [UInt8](repeating: 7, count: 20_000)) }
    zip.entries.append(ZipBuilder.Entry("export.XML", export))
    try reads(zip)
  }
}
