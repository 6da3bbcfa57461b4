import FoundationEssentials
package import HealthImport
import HealthModel

/// A file whose format is determined by its contents and not by its name, or those of one format in a folder or an archive.
package struct RecognizedFile {
  package enum Content {
    case appleExport(AppleExportImporter)
    case jsonLines(JSONLinesImporter)
    case other(FormatImporter)
  }

  package let content: Content
  /// The name inside the folder or archive, of a file that is read by itself.
  package var name: String?
  /// What is beside the files at the path and is not read, with the first of them.
  private var rest = UnreadFiles()

  private init(_ content: Content, name: String? = nil) {
    self.content = content
    self.name = name
  }

  /// Everything at a path.
  ///
  /// - Parameters:
  ///   - path: a file, an archive or a folder.
  ///   - name: what reports and the list of imports call it; by default the path.
  ///   - force: accept an archive that unpacks to more than 200 times its size.
  /// - Throws: `ImportError` if no importer recognizes it, or if its beginning is damaged.
  package static func all(
    path: String, name: String? = nil, force: Bool, context: ImportContext
  ) throws -> [RecognizedFile] {
    let export: AppleExportImporter?
    let refusal: ImportError?
    do throws(ImportError) {
      (export, refusal) = (try AppleExportImporter(path: path, name: name, force: force), nil)
    } catch {
      guard error.code == .notAZip || error.code == .noExportInside else { throw error }
      (export, refusal) = (nil, error)
    }
    var found = export.map { [RecognizedFile(.appleExport($0))] } ?? []
    var files: OfferedFiles
    do {
      files = try OfferedFiles(path: path, force: force, context)
    } catch let error as ImportError {
      // It is read in spite of what is odd beside it.
      guard refusal == nil else { throw error }
      return found
    }
    if export != nil, files.isSingle { return found }
    for file in files.free where JSONLinesImporter.recognizes(file, context) {
      let input = try file.json(context)
      let own = files.isSingle ? name ?? path : "\(path)/\(file.name)"
      found.append(
        RecognizedFile(
          .jsonLines(JSONLinesImporter(path: own, input: input, now: context.now)),
          name: files.isSingle ? nil : file.name))
      files.taken.insert(file.name)
    }
    found += try FormatImporter.all(&files, path: name ?? path, context: context).map { RecognizedFile(.other($0)) }
    guard !found.isEmpty else { throw files.unreadable.first ?? refusal ?? ImportError(.noExportInside, path: path) }
    found[0].rest = UnreadFiles(files, exports: export == nil ? 0 : 1, path: path)
    return found
  }

  /// Adds to a report what else there is at the path.
  package func addRest(to report: inout ImportReport) { rest.add(to: &report) }
}

/// What is at a path and no importer reads.
private struct UnreadFiles {
  private var notes: [String] = []
  private var damage: ImportError?

  init() {}

  /// - Parameter exports: how many of Apple's exports are read.
  init(_ files: OfferedFiles, exports: Int, path: String) {
    damage = files.unreadable.first
    notes = files.unreadable.map { error in
      switch error.code {
      case .encryptedZip: "\(error.path) is encrypted: files in it are not read."
      case .corruptZip: "\(error.path) is a damaged archive, and not read."
      default: "\(error.path) cannot be read."
      }
    }
    if files.exports.count > exports {
      notes.append(
        "Of \(files.exports.count) exports of Apple's only the largest is read; import the others by their names: "
          + Self.list(files.exports))
    }
    let free = files.free.map(\.name)
    if !free.isEmpty {
      notes.append(
        (free.count == 1 ? "1 other file is" : "\(free.count) other files are") + " of no format that is read: "
          + Self.list(free))
    }
    if files.ignored > 0 {
      damage = damage ?? ImportError(.damaged, path: path, context: "it has more files than are read at once")
      notes.append(
        "\(files.ignored) files beyond the first \(OfferedFiles.most) are not read: import a part of the folder at a time."
      )
    }
    if !files.closed.isEmpty {
      notes.append("Links and what cannot be opened are not read: " + Self.list(files.closed))
    }
  }

  private static let mostNames = 5

  private static func list(_ names: [String]) -> String {
    names.prefix(mostNames).joined(separator: ", ") + (names.count > mostNames ? ", …" : ".")
  }

  func add(to report: inout ImportReport) {
    report.damage = report.damage ?? damage
    report.notes += notes
  }
}

extension JSONLinesImporter {
  /// Whether the first line is in our own format: a sample, or the header of an export.
  static func recognizes(_ file: OfferedFile, _ context: ImportContext) -> Bool {
    let head = file.head()
    guard head.first(where: { !$0.isBlank }) == UInt8(ascii: "{") else { return false }
    // A long first line is read as a whole.
    let isLong = !head.contains(UInt8(ascii: "\n"))
    guard let input = isLong ? try? file.json(context) : JSONInput(bytes: head) else { return false }
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
