import FoundationEssentials
import HealthModel

extension AppleExportParser {
  /// The maximum size of an electrocardiogram's file in bytes: half a minute of voltages has about 150,000.
  private static let longestFile = 16 << 20

  /// Reads the electrocardiograms beside the XML. The XML does not refer to them, so each file is an element of its
  /// own.
  mutating func readElectrocardiograms() {
    for path in files?.paths(in: "electrocardiograms", ending: ".csv") ?? [] {
      guard failure == nil, !isStopped() else { return }
      cutIfFull()
      read += 1
      do throws(ImportError) {
        switch try files?.bytes(of: path, ending: ".csv", most: Self.longestFile) {
        case .success(let bytes): add(electrocardiogram: bytes)
        case .failure(let fault): skip(fault.reason, line: 0)
        case nil: return
        }
      } catch {
        skip(fileDamage(error), line: 0)
      }
    }
  }

  private mutating func add(electrocardiogram bytes: [UInt8]) {
    let csv: ElectrocardiogramCSV
    do throws(ElectrocardiogramCSV.Fault) {
      csv = try ElectrocardiogramCSV(bytes)
    } catch {
      return skip(error.reason, line: 0)
    }
    sample.reset()
    for _ in 0..<csv.droppedLines { drop(.badValue, "electrocardiogram", line: 0) }
    let provenance = Provenance(
      // Apple's app has this name in every language; the file contains no other name.
      source: Source(name: "ECG"), version: csv.version,
      device: csv.device.map { Device(name: "Apple Watch", manufacturer: "Apple Inc.", hardwareVersion: $0) })
    let record = SampleRecord(
      type: tables.type(TypeIdentifier.electrocardiogram).index, provenance: tables.provenance(provenance),
      metadata: tables.metadata(Metadata([csv.content.entry])), start: csv.start, end: csv.start + csv.duration,
      value: .nan)
    batch.withData.append(DataRecord(sample: record, data: ElectrocardiogramContent.data(csv.voltages)))
    weight += 8 + csv.voltages.count / 32
  }
}
