import Configuration
import Foundation
import HealthDatabase
import HealthImport
import HealthModel
import Processes
import Reports

/// `ringtop add --json-lines`: samples in our own JSON, one per line; a mistake refuses the file.
struct AddedLines {
  /// - for standard input.
  let path: String
  let environment: Environment

  func run(into store: StoreConnection) throws {
    let started = environment.now()
    let name = path == "-" ? "standard input" : path
    let file = (path as NSString).expandingTildeInPath
    let spool = path == "-" ? try Self.spool(STDIN_FILENO, name) : try Self.spoolIfPipe(file, name)
    defer { spool.map { _ = unlink($0) } }
    let input = try JSONInput(path: spool ?? file)
    let importer = JSONLinesImporter(path: name, input: input, now: started)
    let cancellation = ImportCancellation()
    let interrupt = InterruptHandler { cancellation.cancel() }
    defer { interrupt.stop() }
    // Errors are found before a store is created.
    let report: ImportReport
    do {
      report = try importer.run(
        into: DeferredImport(store: store, options: options(started, cancellation)), cancellation: cancellation)
    } catch let fault as JSONLinesImporter.Fault {
      throw Failure(fault, file: name)
    }
    if report.isCancelled { throw Failure(.interrupted, "Stopped. Nothing was stored.") }
    Output.write(
      ImportText(environment.settings.formatting).text(
        path: name, report: report, outcome: ImportOutcome(), seconds: environment.now().timeIntervalSince(started)))
    if report.storedNothing { throw Failure(.badData, "\(name) contains nothing that can be stored.") }
  }

  private func options(_ now: Date, _ cancellation: ImportCancellation) -> ImportOptions {
    ImportOptions(
      now: now, configuredZone: environment.settings.zone, systemZone: environment.systemZone,
      cancellation: cancellation)
  }

  private static func spoolIfPipe(_ path: String, _ name: String) throws -> String? {
    var status = stat()
    guard stat(path, &status) == 0, [S_IFIFO, S_IFCHR].contains(status.st_mode & S_IFMT) else { return nil }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    return try spool(descriptor, name)
  }

  /// Copies standard input or a pipe to a private file, because it is read twice.
  private static func spool(_ source: Int32, _ name: String) throws -> String {
    var template = Array((FileManager.default.temporaryDirectory.path + "/ringtop-XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    let path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
    guard descriptor >= 0, let path else {
      throw Failure(
        .cannotCreate,
        "No file can be created in \(FileManager.default.temporaryDirectory.path): \(String(cString: strerror(errno)).lowercased())."
      )
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(source, &bytes, bytes.count)
      if count == 0 { return path }
      if count < 0, errno == EINTR { continue }
      guard count > 0,
        bytes.withUnsafeBytes({ Output.send(UnsafeRawBufferPointer(rebasing: $0[..<count]), to: descriptor) }) == 0
      else {
        unlink(path)
        throw Failure(
          .inputOutput,
          "\(name.prefix(1).uppercased() + name.dropFirst()) cannot be read, or \(path) cannot be written.")
      }
    }
  }
}
