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
    let spool = path == "-" ? try Self.spool() : nil
    defer { spool.map { _ = unlink($0) } }
    let input = try JSONInput(path: spool ?? (path as NSString).expandingTildeInPath)
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
  }

  private func options(_ now: Date, _ cancellation: ImportCancellation) -> ImportOptions {
    ImportOptions(
      now: now, configuredZone: environment.settings.zone, systemZone: environment.systemZone,
      cancellation: cancellation)
  }

  /// Copies standard input to a private file, because it is read twice.
  private static func spool() throws -> String {
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
      let count = read(STDIN_FILENO, &bytes, bytes.count)
      if count == 0 { return path }
      if count < 0, errno == EINTR { continue }
      guard count > 0,
        bytes.withUnsafeBytes({ Output.send(UnsafeRawBufferPointer(rebasing: $0[..<count]), to: descriptor) }) == 0
      else {
        unlink(path)
        throw Failure(.inputOutput, "Standard input cannot be read, or \(path) cannot be written.")
      }
    }
  }
}
