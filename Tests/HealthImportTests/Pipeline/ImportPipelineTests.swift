import HealthImport
import HealthModel
import Testing

@Suite("An import across its two threads")
struct ImportPipelineTests {
  private struct StoreFailure: Error {}

  private let many = ExportText.document((0..<20_000).map { ExportText.record(value: "\($0)") }.joined())

  /// The file stays open, so the folder may be deleted.
  private func importer() throws -> AppleExportImporter {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    return try AppleExportImporter(path: try folder.write(many, to: "export.xml"), batchSize: 500)
  }

  @Test("Batches arrive in the file's order and add up")
  func batches() throws {
    let sink = MemorySink()
    let report = try importer().run(into: sink)
    expectClosedBooks(report)
    #expect(sink.batchSizes.count > 5)
    #expect(sink.samples.map(\.value) == (0..<20_000).map { Double($0) })
  }

  @Test("Progress is reported after every batch and finishes at the end")
  func progress() throws {
    var told: [ImportProgress] = []
    let sink = MemorySink()
    try _ = importer().run(into: sink) { told.append($0) }
    #expect(told.count == sink.batchSizes.count)
    #expect(told.map(\.bytesDone) == told.map(\.bytesDone).sorted())
    #expect(told.last == ImportProgress(bytesDone: many.utf8.count, bytesTotal: many.utf8.count, records: 20_000))
  }

  @Test("A failing sink ends the import with its error", arguments: [0, 1, 5])
  func failingSink(batch: Int) throws {
    let sink = MemorySink()
    sink.onReceive = { if $0 == batch { throw StoreFailure() } }
    #expect(throws: StoreFailure.self) { try importer().run(into: sink) }
    #expect(sink.batchSizes.count == batch)
    #expect(sink.finished == nil)
  }

  @Test("A cancelled import leaves complete batches and does not finish")
  func cancellation() throws {
    let cancellation = ImportCancellation()
    let sink = MemorySink()
    sink.onReceive = { if $0 == 2 { cancellation.cancel() } }
    let report = try importer().run(into: sink, cancellation: cancellation)
    #expect(report.isCancelled)
    #expect(!report.isComplete)
    #expect(sink.batchSizes.count == 3)
    #expect(sink.finished == nil)
    #expect(report.stored == sink.samples.count)
    expectClosedBooks(report)
  }

  @Test("An import that is cancelled before it begins changes nothing")
  func cancelledBefore() throws {
    let cancellation = ImportCancellation()
    cancellation.cancel()
    let sink = MemorySink()
    let report = try importer().run(into: sink, cancellation: cancellation)
    #expect(report.isCancelled)
    #expect(sink.samples.isEmpty)
    #expect(sink.header == nil)
  }

  @Test("Records that the sink refuses or already has are in the report, by line")
  func sinkCounts() throws {
    let sink = MemorySink()
    sink.refusedTypes = ["HKQuantityTypeIdentifierHeartRate"]
    let text = ExportText.document(
      ExportText.record("HKQuantityTypeIdentifierHeartRate", unit: "count/min") + ExportText.record(start: nil)
        + ExportText.record() + ExportText.record("HKQuantityTypeIdentifierHeartRate", unit: "count/min"))
    let first = ExportText.document("").count { $0 == "\n" }
    sink.knownLines = [first + 2]
    let (report, _) = try importExport(Array(text.utf8), into: sink)
    #expect(report.alreadyPresent == 1)
    #expect(report.skipCounts == ["refused": 2, "missingStartDate": 1])
    #expect(report.skips.map(\.line) == [first, first + 1, first + 3])
  }

  @Test("Only the first thousand skips are listed, but all are counted")
  func manySkips() throws {
    let body = String(repeating: ExportText.record(start: nil), count: 1_500)
    let (report, _) = try importExport(Array(ExportText.document(body).utf8), batchSize: 100)
    #expect(report.skipped == 1_500)
    #expect(report.skips.count == 1_000)
  }
}
