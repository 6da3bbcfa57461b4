import Foundation
import GRDB
import HealthDatabase
package import HealthModel
import StoreFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Copies a store while others write to it, and restores copies.
package enum StoreBackup {
  /// How many pages are copied between two checks for cancellation.
  private static let pagesPerStep: CInt = 4_096

  /// Makes a copy of a store: one file of mode 0600, complete or not created at all. It contains what was committed
  /// when the copy began, and does not block writers.
  ///
  /// - Parameters:
  ///   - target: the destination. An earlier backup there is replaced, any other file is not.
  ///   - control: cancels the work, without leaving a copy.
  /// - Throws: `StoreError`, `CancellationError`.
  package static func write(
    path: String, to target: String, busyTimeout: Double = 10, control: WorkControl = WorkControl()
  ) throws {
    let store = try Store(path: path, access: .read, busyTimeout: busyTimeout)
    try requireReplaceable(target, store: path)
    let temporary = try copy(store, beside: target, control)
    try install(temporary, as: target)
  }

  /// The file to which a path leads, without links; nil if it is one of a store's, which must not be replaced.
  package static func pathForWriting(to path: String, besideStore store: String) -> String? {
    StoreFile.isPart(path, ofStore: store) ? nil : StorePath.resolved(path)
  }

  /// Installs a copy from another machine at a path atomically, if it is a valid store, and replaces what is there.
  /// Nobody writes to such a copy, so it needs no log.
  ///
  /// - Parameter copy: a file in the same directory; it is moved.
  /// - Throws: `StoreError`, with the copy and the path unchanged.
  package static func adopt(_ copy: String, as path: String) throws {
    try requireOneFile(copy)
    try Store(path: copy, access: .read).read { try requireSound(FileCheck.structuralDamage($0), path: copy) }
    try synchronize(copy)
    guard rename(copy, path) == 0 else {
      throw StoreError(.cannotCreate, path: path, reason: "cannot be created (\(SystemError.text(errno)))")
    }
    synchronizeDirectory(of: path)
  }

  /// Rejects a database that requires a log: opening it would leave files that would then be used with its successor.
  private static func requireOneFile(_ path: String) throws {
    let file = FileHandle(forReadingAtPath: path)
    let header = try? file?.read(upToCount: 20)
    guard let header, header.count == 20, header[18] == 1, header[19] == 1 else {
      throw StoreError(.notAStore, path: path, reason: "is not a copy of a store")
    }
  }

  /// Replaces a store by a backup. The previous store is kept beside it.
  ///
  /// - Parameters:
  ///   - source: a backup, or any store.
  ///   - control: cancels the work until the backup replaces the store.
  /// - Returns: the path of the previous store; nil if there was none.
  /// - Throws: `StoreError`, with nothing changed; `CancellationError`.
  package static func restore(
    path: String, from source: String, busyTimeout: Double = 10, control: WorkControl = WorkControl()
  ) throws -> String? {
    // Before it is opened: SQLite would not know that the file is in use under another name.
    guard StoreFile.status(source) == nil || !StoreFile.isPart(source, ofStore: path) else {
      throw StoreError(.invalidArgument, path: path, reason: "the backup is the store itself")
    }
    let backup = try Store(path: source, access: .read, busyTimeout: busyTimeout)
    try backup.read { try requireSound($0, path: source, control) }
    control.report(0.2)
    let real = StorePath.resolved(path)
    try StoreFile.prepareDirectory(path: real)
    let temporary = try copy(backup, beside: real, control.part(0.2...1))
    do {
      try beginHistory(temporary)
      return try StoreFile.whileAlone(path: real, waitingAtMost: busyTimeout) {
        try replace(real, by: temporary, busyTimeout: busyTimeout)
      }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Copies a store, as damaged as it may be, before a repair that cannot be undone.
  ///
  /// - Returns: the path of the copy, beside the store.
  static func keep(path: String, busyTimeout: Double, control: WorkControl) throws -> String {
    let real = StorePath.resolved(path)
    let store = try Store(path: real, access: .read, busyTimeout: busyTimeout)
    let kept = freeName(real + "-before-repair")
    let temporary = try copy(store, beside: kept, control, isKept: false)
    try synchronize(temporary)
    try install(temporary, as: kept)
    return kept
  }

  // MARK: - Copying

  /// Copies a store into a new file in the directory of another.
  ///
  /// - Parameter isKept: whether the copy must be checked and survive a loss of power.
  private static func copy(
    _ store: Store, beside target: String, _ control: WorkControl, isKept: Bool = true
  ) throws -> String {
    let temporary = try makeTemporary(beside: target)
    do {
      try StoreError.translating(path: target) {
        let queue = try DatabaseQueue(path: temporary)
        try queue.writeWithoutTransaction { destination in
          // One transaction reads one state of the store, however long the copy takes.
          try store.read { source in
            // A small store is copied in one step, without a check for cancellation afterwards.
            if control.isCancelled() { throw CancellationError() }
            do {
              try source.backup(to: destination, pagesPerStep: pagesPerStep) { step in
                if control.isCancelled() { throw CancellationError() }
                control.report(0.8 * Double(step.completedPageCount) / Double(max(1, step.totalPageCount)))
              }
            } catch let error as DatabaseError where writingFaults.contains(error.extendedResultCode) {
              // SQLite has not set an error message yet.
              let message = DatabaseError(resultCode: error.resultCode).message ?? "input/output error"
              throw StoreError(
                .inputOutput, path: target, reason: "could not be written (\(message))", underlying: error)
            }
          }
          // After its last step, a copy is not affected by an error from its steps.
          if control.isCancelled() { throw CancellationError() }
          // A copy is a single file. As a store, it gets a log again when it is opened for writing.
          try destination.execute(sql: "PRAGMA journal_mode = DELETE")
          if isKept { try requireSound(destination, path: store.path, control) }
        }
        try queue.close()
      }
      if isKept { try synchronize(temporary) }
      return temporary
    } catch {
      for suffix in [""] + StoreFile.companions { unlink(temporary + suffix) }
      throw error
    }
  }

  /// This can only be the copy's error: the store has been read.
  private static let writingFaults: [ResultCode] = [
    .SQLITE_FULL, .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_TRUNCATE,
    .SQLITE_IOERR_DIR_FSYNC, .SQLITE_IOERR_FSTAT,
  ]

  private static func makeTemporary(beside target: String) throws -> String {
    let temporary = "\(target).\(UUID().uuidString.prefix(8).lowercased())"
    let descriptor = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      let code = errno
      throw StoreError(
        code == ENOSPC ? .diskFull : .cannotCreate, path: target,
        reason: "cannot be created (\(SystemError.text(code)))")
    }
    close(descriptor)
    return temporary
  }

  /// Only a store may be replaced by a backup, and never the one from which it was made.
  private static func requireReplaceable(_ target: String, store path: String) throws {
    guard !StoreFile.isPart(target, ofStore: path) else {
      throw StoreError(.invalidArgument, path: path, reason: "the backup would replace the store itself")
    }
    guard StoreFile.status(target) != nil else { return }
    // A store that is in use has a log.
    guard (try? requireOneFile(target)) != nil else {
      throw StoreError(.cannotCreate, path: target, reason: "already exists and is not a backup of ringtop")
    }
    let (own, other): (UUID?, UUID?)
    do {
      own = try Store(path: path, access: .read).read { try StoreIdentity.stored($0) }
      other = try Store(path: target, access: .read, busyTimeout: 0).read { try StoreIdentity.stored($0) }
    } catch let error as StoreError where error.code == .newerVersion || error.code == .olderVersion {
      return
    } catch {
      throw StoreError(.cannotCreate, path: target, reason: "already exists and is not a backup of ringtop")
    }
    guard other == nil || own == other else {
      throw StoreError(.cannotCreate, path: target, reason: "already exists and is a backup of another store")
    }
  }

  /// - Parameter path: the store that the error names.
  private static func requireSound(_ db: Database, path: String, _ control: WorkControl) throws {
    do {
      try requireSound(Interruption.watching(control.isCancelled, db) { try FileCheck.damage(db) }, path: path)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
      throw CancellationError()
    }
  }

  private static func requireSound(_ damage: FileCheck.Damage?, path: String) throws {
    if let damage { throw StoreError(.damaged, path: path, reason: "is damaged (\(damage.problems))") }
  }

  // MARK: - Replacing a store

  private static func install(_ temporary: String, as target: String) throws {
    guard rename(temporary, target) == 0 else {
      let code = errno
      unlink(temporary)
      throw StoreError(.cannotCreate, path: target, reason: "cannot be created (\(SystemError.text(code)))")
    }
    synchronizeDirectory(of: target)
  }

  /// Gives a restored store an identity of its own for anchors: one taken after the backup is invalid in it.
  private static func beginHistory(_ path: String) throws {
    try StoreError.translating(path: path) {
      let queue = try DatabaseQueue(path: path)
      try queue.write { try StoreIdentity.beginHistory($0) }
      try queue.close()
    }
    try synchronize(path)
  }

  private static func replace(_ path: String, by temporary: String, busyTimeout: Double) throws -> String? {
    guard StoreFile.status(path) != nil else {
      // A log that remains from a removed store does not belong to the new one.
      for suffix in StoreFile.companions { unlink(path + suffix) }
      try install(temporary, as: path)
      ChangeSignal(storePath: path).make()
      return nil
    }
    /// - Parameter isWhole: whether the file itself contains all committed data.
    func takePlace(isWhole: Bool) throws -> String {
      // The old store remains in place until the new one replaces it: first a second name, then a rename over the old
      // one.
      let kept = freeName(path + "-before-restore")
      guard link(path, kept) == 0 else {
        throw StoreError(
          .cannotCreate, path: kept, reason: "cannot be created (\(SystemError.text(errno))), so nothing was restored")
      }
      // A log that remained would be used with the new file.
      for suffix in StoreFile.companions {
        if isWhole { unlink(path + suffix) } else { _ = rename(path + suffix, kept + suffix) }
      }
      do {
        try install(temporary, as: path)
      } catch {
        unlink(kept)
        throw error
      }
      return kept
    }
    do {
      return try StoreError.translating(path: path) {
        try whileHeld(path, busyTimeout: busyTimeout) { try takePlace(isWhole: true) }
      }
    } catch let error as StoreError where error.code == .notAStore || error.code == .damaged {
      // The existing file is no longer a database, which is what backups are for.
      return try takePlace(isWhole: false)
    }
  }

  /// Runs while nobody can write to a store and its file contains all committed data.
  private static func whileHeld<Result>(
    _ path: String, busyTimeout: Double, _ body: () throws -> Result
  ) throws -> Result {
    var configuration = Configuration()
    configuration.busyMode = .timeout(busyTimeout)
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? queue.close() }
    return try queue.writeWithoutTransaction { db in
      _ = try? db.checkpoint(.truncate)
      var result: Result?
      try db.inTransaction(.immediate) {
        if let log = StoreFile.status(path + "-wal"), log.st_size > 0 {
          throw DatabaseError(resultCode: .SQLITE_BUSY, message: "another program is reading or writing")
        }
        result = try body()
        return .rollback
      }
      guard let result else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
      return result
    }
  }

  private static func freeName(_ name: String) -> String {
    var candidate = name
    var number = 2
    while access(candidate, F_OK) == 0 {
      candidate = "\(name)-\(number)"
      number += 1
    }
    return candidate
  }

  // MARK: - Durability

  private static func synchronize(_ path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else {
      throw StoreError(.inputOutput, path: path, reason: "could not be written (\(SystemError.text(errno)))")
    }
  }

  private static func synchronizeDirectory(of path: String) {
    let descriptor = open(StorePath.directory(of: path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
