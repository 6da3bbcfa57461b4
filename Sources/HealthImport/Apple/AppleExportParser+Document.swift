import FoundationEssentials
import HealthModel

extension AppleExportParser {
  /// Reads the clinical document beside the XML: a copy of a part of the export in a clinical format. It is not one of
  /// the export's records, so it has a batch of its own, and is listed as left out if it cannot be stored.
  mutating func readDocument() {
    guard failure == nil, !isStopped() else { return }
    let path = ExportFilePath.document
    do throws(ImportError) {
      switch try files?.data(of: path, ending: ".xml", keeping: DocumentHead.longest) {
      case .success(let file):
        cut()
        if let reason = add(document: file) { leaveOut(reason) }
        cut(isDocument: true)
      case .failure(let fault) where fault.reason != .missingFile:
        leaveOut(fault.reason)
      case .failure, nil: return
      }
    } catch {
      leaveOut(fileDamage(error))
    }
  }

  /// Names the file, which has no line in the export.
  private mutating func leaveOut(_ reason: SkipReason) {
    sample.reset()
    var name = ExportFilePath.document
    name.withUTF8 { drop(reason, UnsafeRawBufferPointer($0), line: 0) }
  }

  /// - Returns: the reason why it cannot be stored, nil if it can.
  private mutating func add(document file: ExportFiles.FileData) -> SkipReason? {
    guard DocumentHead.isDocument(file.head) else { return .damaged }
    let head = DocumentHead(file.head)
    let written = head.effectiveTime.flatMap { text in
      Array(text.utf8).withUnsafeBytes { dates.instant($0)?.date }
    }
    guard let date = written ?? header.exportDate, SampleBounds.allows(date) else { return .missingStartDate }
    sample.reset()
    let record = SampleRecord(
      type: tables.type(TypeIdentifier.clinicalDocument).index,
      // The app that creates exports.
      provenance: tables.provenance(Provenance(source: Source(name: "Health"))),
      metadata: tables.metadata(Metadata([head.entry])), start: date, end: date, value: .nan)
    batch.withData.append(DataRecord(sample: record, data: file.data))
    weight += 8 + file.data.count / 256
    return nil
  }

  /// A piece of the data of a sample or of a file, from one of our own exports.
  mutating func appendData(_ tag: XMLTag) {
    do throws(ImportError) {
      if try !data.append(tag["value"]) { drop(.damaged, tag) }
    } catch {
      failure = error
    }
  }
}
