import Foundation
import OpenHealthKit
import TestSupport
import Testing

@Suite("A clinical document of many megabytes", .serialized, .programs, .timeLimit(.minutes(10)))
struct LongDocumentTests {
  private static let name = "export_cda.xml"

  /// No multiple of a piece.
  private static func document(count: Int) -> [UInt8] {
    var bytes = Array(
      "<ClinicalDocument><effectiveTime value=\"20261114110000+0100\"/><title>Vitals</title><component>".utf8)
    let block = (0..<65_521).map { UInt8(truncatingIfNeeded: $0 &* $0 &+ $0 >> 3) }
    while bytes.count < count { bytes += block }
    return bytes + Array("</component></ClinicalDocument>".utf8)
  }

  private func imported(_ sandbox: Sandbox, count: Int, zipped: Bool) async throws -> [UInt8] {
    let (document, export) = (Self.document(count: count), Array(ExportFixture(days: 1).xml.utf8))
    let file: String
    if zipped {
      let folder = "apple_health_export/"
      file = try sandbox.write(
        ZipText.archive([(folder + "export.xml", export), (folder + Self.name, document)]), to: "export.zip")
    } else {
      try sandbox.write(document, to: "in/" + Self.name)
      file = try sandbox.write(export, to: "in/export.xml")
    }
    let ending = try await sandbox.ringtop("import", file)
    #expect(ending.code == 0 && ending.output.contains("skipped 0,"), "\(ending)")
    return document
  }

  private func stored(_ store: String) async throws -> [Data?] {
    let type = try #require(HKObjectType.documentType(forIdentifier: .CDA))
    let health = HKHealthStore(configuration: .init(path: store, authorization: .allowAll))
    let (pieces, answer) = AsyncThrowingStream<Data?, any Error>.makeStream()
    health.execute(
      HKDocumentQuery(
        documentType: type, predicate: nil, limit: 0, sortDescriptors: nil, includeDocumentData: true
      ) { _, documents, done, error in
        for document in documents ?? [] { answer.yield((document as? HKCDADocumentSample)?.document?.documentData) }
        if done || error != nil { answer.finish(throwing: error) }
      })
    return try await pieces.reduce(into: []) { $0.append($1) }
  }

  @Test("is stored completely, from an archive and from a folder", arguments: [true, false])
  func stored(zipped: Bool) async throws {
    let sandbox = try Sandbox()
    let document = try await imported(sandbox, count: (zipped ? 2 : 17) << 20, zipped: zipped)
    let stored = try await stored(sandbox.store)
    #expect(stored == [Data(document)])
    #expect(try await sandbox.ringtop("doctor").code == 0)
  }

  @Test("is exported, added again, and in a backup", arguments: ["jsonl", "xml"])
  func exported(format: String) async throws {
    let sandbox = try Sandbox()
    let document = try await imported(sandbox, count: 3 << 20, zipped: false)
    let (first, second) = (sandbox.file("first.\(format)"), sandbox.file("second.\(format)"))
    #expect(try await sandbox.ringtop("export", "--output", first).code == 0)
    let other = sandbox.file("other.sqlite")
    let added =
      format == "xml"
      ? try await sandbox.ringtop("import", first, "--store", other)
      : try await sandbox.ringtop("add", "--json-lines", first, "--store", other)
    #expect(added.code == 0 && added.output.contains("already there 0, skipped 0,"), "\(added)")
    let copies = try await stored(other)
    #expect(copies == [Data(document)], "\(copies.map { $0?.count }) \(added)")
    #expect(try await sandbox.ringtop("export", "--output", second, "--store", other).code == 0)
    #expect(FileManager.default.contentsEqual(atPath: first, andPath: second))
    let backup = sandbox.file("backup.sqlite")
    #expect(try await sandbox.ringtop("backup", backup).code == 0)
    #expect(try await stored(backup) == [Data(document)])
  }

  @Test("A document that is none is reported with the name of its file")
  func named() async throws {
    let sandbox = try Sandbox()
    try sandbox.write("<Note/>", to: Self.name)
    let file = try sandbox.write(ExportFixture(days: 1).xml, to: "export.xml")
    let ending = try await sandbox.ringtop("import", file)
    #expect(ending.output.contains("left out: 1 \(Self.name) damaged"), "\(ending)")
  }

  @Test("A document that an earlier version kept in the metadata is exported as data", arguments: ["jsonl", "xml"])
  func inMetadata(format: String) async throws {
    let sandbox = try Sandbox()
    let old = try sandbox.write(
      #"{"type":"clinicalDocument","start":"2026-11-12T08:00:00Z","metadata":{"org.openhealthkit.document":"aGVsbG8="}}"#,
      to: "old.jsonl")
    #expect(try await sandbox.ringtop("add", "--json-lines", old).code == 0)
    let file = sandbox.file("out.\(format)")
    #expect(try await sandbox.ringtop("export", "--output", file).code == 0)
    #expect(try !String(contentsOfFile: file, encoding: .utf8).contains("org.openhealthkit.document"))
    let other = sandbox.file("other.sqlite")
    let added =
      format == "xml"
      ? try await sandbox.ringtop("import", file, "--store", other)
      : try await sandbox.ringtop("add", "--json-lines", file, "--store", other)
    #expect(added.code == 0, "\(added)")
    #expect(try await stored(other) == [Data("hello".utf8)])
    #expect(try await stored(sandbox.store) == [Data("hello".utf8)])
  }
}
