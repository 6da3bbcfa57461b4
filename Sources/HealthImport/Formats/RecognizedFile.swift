import FoundationEssentials
import HealthModel

/// What a path leads to, found by what is in it and not by its name.
package enum RecognizedFile {
  case appleExport(AppleExportImporter)
  case jsonLines(JSONLinesImporter)
  case other(FormatImporter)

  /// - Parameters:
  ///   - path: a file, an archive or a folder.
  ///   - force: take an archive that unpacks to more than 200 times its size.
  /// - Throws: `ImportError` for what no importer knows, and where the head of a file is damaged already.
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
  /// Whether the first line is one of ours: a sample, or the head of an export.
  static func recognizes(path: String) -> Bool {
    guard let head = try? OpenFile(path: path, input: path).bytes(at: 0, count: 4_096),
      head.first(where: { !$0.isBlank }) == UInt8(ascii: "{"), let input = try? JSONInput(path: path)
    else { return false }
    var lines = LineReader(input)
    guard let line = try? lines.next(), !line.isTooLong else { return false }
    var reader = JSONReader(JSONInput(bytes: line.bytes))
    var keys: Set<String> = []
    let isObject: ()? = try? reader.object { reader, key in
      keys.insert(key)
      try reader.skip()
    }
    guard isObject != nil else { return false }
    return keys.contains("export") || keys.isSuperset(of: ["type", "start"]) || keys.isSuperset(of: ["type", "date"])
  }
}
