import FoundationEssentials
package import HealthImport
import HealthModel

/// A file whose format is determined by its contents and not by its name.
package enum RecognizedFile {
  case appleExport(AppleExportImporter)
  case jsonLines(JSONLinesImporter)
  case other(FormatImporter)

  /// What is at a path: mostly one, but a folder may hold activities in several formats.
  ///
  /// - Parameters:
  ///   - path: a file, an archive or a folder.
  ///   - force: accept an archive that unpacks to more than 200 times its size.
  /// - Throws: `ImportError` if no importer recognizes it, or if its beginning is damaged.
  package static func all(path: String, force: Bool, context: ImportContext) throws -> [RecognizedFile] {
    let refusal: ImportError
    do throws(ImportError) {
      return [.appleExport(try AppleExportImporter(path: path, force: force))]
    } catch {
      guard error.code == .notAZip || error.code == .noExportInside else { throw error }
      refusal = error
    }
    if JSONLinesImporter.recognizes(path: path) {
      let input = try JSONInput(path: path)
      return [.jsonLines(JSONLinesImporter(path: path, input: input, now: context.now))]
    }
    let importers = try FormatImporter.all(path: path, force: force, context: context)
    if importers.isEmpty { throw refusal }
    return importers.map { .other($0) }
  }
}

extension JSONLinesImporter {
  /// Whether the first line is in our own format: a sample, or the header of an export.
  static func recognizes(path: String) -> Bool {
    guard let head = try? OpenFile(path: path, input: path).bytes(at: 0, count: 4_096),
      head.first(where: { !$0.isBlank }) == UInt8(ascii: "{"), let input = try? JSONInput(path: path)
    else { return false }
    var lines = LineReader(input)
    guard let line = try? lines.next() else { return false }
    var reader = JSONReader(line.input)
    var keys: Set<String> = []
    var isSummary = false
    let isObject: ()? = try? reader.object { reader, key in
      keys.insert(key)
      if key == "type", try reader.kind() == .text {
        isSummary = try reader.text() == "activitySummary"
      } else {
        try reader.skip()
      }
    }
    guard isObject != nil else { return false }
    return keys.contains("export") || keys.isSuperset(of: ["type", "start"]) || (isSummary && keys.contains("date"))
  }
}
