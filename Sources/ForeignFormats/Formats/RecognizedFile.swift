import FoundationEssentials
package import HealthImport
import HealthModel

/// The format of the file at a path, determined by its contents and not by its name.
package enum RecognizedFile {
  case appleExport(AppleExportImporter)
  case jsonLines(JSONLinesImporter)
  case other(FormatImporter)

  /// - Parameters:
  ///   - path: a file, an archive or a folder.
  ///   - force: accept an archive that unpacks to more than 200 times its size.
  /// - Throws: `ImportError` if no importer recognizes it, or if its beginning is damaged.
  package init(path: String, force: Bool, context: ImportContext) throws {
    let refusal: ImportError
    do throws(ImportError) {
      self = .appleExport(try AppleExportImporter(path: path, force: force))
      return
    } catch {
      guard error.code == .notAZip || error.code == .noExportInside else { throw error }
      refusal = error
    }
    if JSONLinesImporter.recognizes(path: path) {
      let input = try JSONInput(path: path)
      self = .jsonLines(JSONLinesImporter(path: path, input: input, now: context.now))
      return
    }
    guard let importer = try FormatImporter(path: path, force: force, context: context) else { throw refusal }
    self = .other(importer)
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
