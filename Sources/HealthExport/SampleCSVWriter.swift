import Foundation
package import HealthModel

/// Comma-separated values with a header, by RFC 4180, with one kind of value per column, so that it can be loaded
/// directly. It does not contain parts of workouts or members of correlations.
package struct SampleCSVWriter: ExportWriter {

  init() {

  }
  package func head(_ excerpt: StoreExcerpt) -> String {
    "type,start,end,value,unit,name,source,sourceIdentifier,sourceVersion,device,metadata\r\n"
  }

  package func piece(
    _ samples: StoredSamples, own: Set<Int64>, details: any StoredDetails, to write: (String) throws -> Void
  ) throws {
    try write(text(samples))
  }

  private func text(_ samples: StoredSamples) -> String {
    samples.samples.map { sample in
      guard let type = samples.types[sample.type] else { return "" }
      let provenance = samples.provenances[sample.provenance]
      let metadata = samples.metadata[sample.metadata]
      var name = metadata?.unknownValue ?? ""
      if let number = Int(exactly: sample.value) {
        switch type.kind {
        case .category:
          name =
            CategoryTypeCatalog.entry(for: type.identifier)?.values.members.first { $0.rawValue == number }?.name
            ?? name
        case .workout:
          let unlisted = number == WorkoutActivityCatalog.other ? metadata?.unknownValue : nil
          name = unlisted ?? WorkoutActivityCatalog.entry(for: number)?.name ?? ""
        case .quantity, .correlation, .other: break
        }
      }
      let fields = [
        TypeName.short(for: type.identifier), SampleText.date(sample.start), SampleText.date(sample.end),
        sample.value.isFinite ? sample.value.shortText : "", type.unit, name, provenance?.source.name ?? "",
        provenance?.source.bundleIdentifier ?? "", provenance?.version ?? "", provenance?.device?.name ?? "",
        metadata.map(JSONLinesWriter.metadata) ?? "",
      ]
      return fields.map(Self.quoted).joined(separator: ",") + "\r\n"
    }.joined()
  }

  package func end() -> String { "" }

  package static func quoted(_ field: String) -> String {
    field.utf8.contains { $0 == 0x2C || $0 == 0x22 || $0 == 0x0D || $0 == 0x0A }
      ? "\"" + field.replacing("\"", with: "\"\"") + "\"" : field
  }
}
