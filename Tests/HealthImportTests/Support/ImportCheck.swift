import HealthImport
import HealthModel
import Testing

/// Imports a file's bytes and checks the invariant of every import: every record is accounted for.
@discardableResult
func importExport(
  _ bytes: [UInt8], named name: String = "export.xml", force: Bool = false, batchSize: Int = 16_384,
  into sink: MemorySink = MemorySink(), sourceLocation: SourceLocation = #_sourceLocation
) throws -> (report: ImportReport, sink: MemorySink) {
  let folder = try TemporaryFolder()
  // Keeps the folder alive while the import reads from it.
  defer { withExtendedLifetime(folder) {} }
  let path = try folder.write(bytes, to: name)
  return try importExport(at: path, force: force, batchSize: batchSize, into: sink, sourceLocation: sourceLocation)
}

@discardableResult
func importExport(
  _ text: String, sourceLocation: SourceLocation = #_sourceLocation
) throws -> (report: ImportReport, sink: MemorySink) {
  try importExport(Array(text.utf8), sourceLocation: sourceLocation)
}

@discardableResult
func importExport(
  at path: String, force: Bool = false, batchSize: Int = 16_384, into sink: MemorySink = MemorySink(),
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> (report: ImportReport, sink: MemorySink) {
  let report = try AppleExportImporter(path: path, force: force, batchSize: batchSize).run(into: sink)
  expectClosedBooks(report, sourceLocation: sourceLocation)
  #expect(sink.finished == report.isComplete, sourceLocation: sourceLocation)
  return (report, sink)
}

func expectClosedBooks(_ report: ImportReport, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(
    report.read == report.stored + report.alreadyPresent + report.skipped, "every record is accounted for",
    sourceLocation: sourceLocation)
  let routes = report.routes
  #expect(
    report.readPoints == routes.storedPoints + routes.alreadyPresentPoints + routes.refusedPoints
      + report.droppedPoints,
    "every point is accounted for", sourceLocation: sourceLocation)
  #expect(report.skipped == report.skipCounts.values.reduce(0, +), sourceLocation: sourceLocation)
  #expect(report.skips.count == min(report.skipped, ImportReport.listedSkips), sourceLocation: sourceLocation)
}
