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
    let file = path.expandingTilde
    let spool = path == "-" ? try Self.spool(STDIN_FILENO, name) : try Self.spoolIfPipe(file, name)
    defer { spool.map { _ = close($0) } }
    let input = try JSONInput(path: spool.map { "/dev/fd/\($0)" } ?? file)
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

  private static func spoolIfPipe(_ path: String, _ name: String) throws -> Int32? {
    var status = stat()
    guard stat(path, &status) == 0, [S_IFIFO, S_IFCHR].contains(status.st_mode & S_IFMT) else { return nil }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    return try spool(descriptor, name)
  }

  /// Copies standard input or a pipe to a file without a name, because it is read twice.
  private static func spool(_ source: Int32, _ name: String) throws -> Int32 {
    let descriptor: Int32
    do {
      descriptor = try TemporaryFile.open()
    } catch {
      throw Failure(
        .cannotCreate, "No file can be created in \(error.path): \(SystemError.text(error.underlying ?? 0)).")
    }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(source, &bytes, bytes.count)
      if count == 0 { return descriptor }
      if count < 0, errno == EINTR { continue }
      guard count > 0,
        bytes.withUnsafeBytes({ Output.send(UnsafeRawBufferPointer(rebasing: $0[..<count]), to: descriptor) }) == 0
      else {
        close(descriptor)
        throw Failure(.inputOutput, "\(name.capitalizedFirst) cannot be read, or no file can be written.")
      }
    }
  }
}
