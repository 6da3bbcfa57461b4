import Foundation
import GRDB
package import HealthModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Copies of a store, made while others write, and back in its place.
package enum StoreBackup {
  /// How many pages are copied between two looks at whether to go on.
  private static let pagesPerStep: CInt = 4_096

  /// Makes a copy of a store: one file of mode 0600, whole or not there at all. It has what was committed when the copy
  /// began, and writers are not held up.
  ///
  /// - Parameters:
  ///   - target: where to. An earlier backup there is replaced, any other file is not.
  ///   - control: stops the work, and there is no copy then.
  /// - Throws: `StoreError`, `CancellationError`.
  package static func write(
    path: String, to target: String, busyTimeout: Double = 10, control: WorkControl = WorkControl()
  ) throws {
    let store = try Store(path: path, access: .read, busyTimeout: busyTimeout)
    try requireReplaceable(target, store: path)
    let temporary = try copy(store, beside: target, control)
    try install(temporary, as: target)
  }

  /// Makes a copy of a store that is to be sent on at once. It has what was committed when the copy began; whoever keeps
  /// it examines it.
  ///
  /// - Parameter folder: where the copy lies until the caller removes it.
  /// - Returns: the path of the copy, of mode 0600.
  /// - Throws: `StoreError`.
  package static func snapshot(path: String, in folder: String, busyTimeout: Double = 10) throws -> String {
    let store = try Store(path: path, access: .read, busyTimeout: busyTimeout)
    return try copy(store, beside: folder + "/store", WorkControl(), isKept: false)
  }

  /// Puts a copy that came from another machine at a path, in one step, if it is a sound store. What is there already is
  /// replaced. Nobody writes to such a copy, so it needs no log.
  ///
  /// - Parameter copy: a file in the same directory; it is moved.
  /// - Throws: `StoreError` with the copy and the path as they were.
  package static func adopt(_ copy: String, as path: String) throws {
    try requireOneFile(copy)
    try requireSound(try Store(path: copy, access: .read), WorkControl())
    try synchronize(copy)
    guard rename(copy, path) == 0 else {
      throw StoreError(.cannotCreate, path: path, reason: "cannot be made (\(StoreFile.message(errno)))")
    }
    synchronizeDirectory(of: path)
  }

  /// Refuses a database that wants a log beside it: opening it would leave files that its successor is read with.
  private static func requireOneFile(_ path: String) throws {
    let file = FileHandle(forReadingAtPath: path)
    let header = try? file?.read(upToCount: 20)
    guard let header, header.count == 20, header[18] == 1, header[19] == 1 else {
      throw StoreError(.notAStore, path: path, reason: "is not a copy of a store")
    }
  }

  /// Puts a backup in the place of a store. The store that was there is kept beside it until the backup has taken its
  /// place, and after that too.
  ///
  /// - Parameters:
  ///   - source: a backup, or any store.
  ///   - control: stops the work until the backup takes its place.
  /// - Returns: where the store lies that was there before; nil where there was none.
  /// - Throws: `StoreError`, with nothing changed; `CancellationError`.
  package static func restore(
    path: String, from source: String, busyTimeout: Double = 10, control: WorkControl = WorkControl()
  ) throws -> String? {
    let backup = try Store(path: source, access: .read, busyTimeout: busyTimeout)
    try requireSound(backup, control)
    control.report(0.2)
    let real = StorePath.resolved(path)
    guard StorePath.resolved(source) != real else {
      throw StoreError(.invalidArgument, path: path, reason: "the backup is the store itself")
    }
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

  // MARK: - Copying

  /// Copies a store into a new file in the directory of another.
  ///
  /// - Parameter isKept: whether the copy must be sound and outlast a power cut.
  private static func copy(
    _ store: Store, beside target: String, _ control: WorkControl, isKept: Bool = true
  ) throws -> String {
    let temporary = try makeTemporary(beside: target)
    do {
      try StoreError.translating(path: target) {
        let queue = try DatabaseQueue(path: temporary)
        try queue.writeWithoutTransaction { destination in
          // What is read in one transaction is one state of the store, however long the copy takes.
          try store.read { source in
            // A small store is copied in one step, after which nobody is asked any more.
            if control.isCancelled() { throw CancellationError() }
            do {
              try source.backup(to: destination, pagesPerStep: pagesPerStep) { step in
                if control.isCancelled() { throw CancellationError() }
                control.report(0.8 * Double(step.completedPageCount) / Double(max(1, step.totalPageCount)))
              }
            } catch let error as DatabaseError where writingFaults.contains(error.extendedResultCode) {
              // SQLite has no message of its own yet.
              let message = DatabaseError(resultCode: error.resultCode).message ?? "input/output error"
              throw StoreError(
                .inputOutput, path: target, reason: "could not be written (\(message))", underlying: error)
            }
          }
          // After its last step a copy is not ended by what its steps throw.
          if control.isCancelled() { throw CancellationError() }
          // A copy is one file. As a store it gets its log again when it is opened for writing.
          try destination.execute(sql: "PRAGMA journal_mode = DELETE")
          if isKept { try requireSound(destination, control) }
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

  /// What can only be the copy's: the store is read.
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
        reason: "cannot be made (\(StoreFile.message(code)))")
    }
    close(descriptor)
    return temporary
  }

  /// Only a store may be replaced by a backup, and never the one that it is made of.
  private static func requireReplaceable(_ target: String, store path: String) throws {
    guard let identity = StoreFile.Identity(path: target) else { return }
    guard identity != StoreFile.Identity(path: path) else {
      throw StoreError(.invalidArgument, path: path, reason: "the backup would replace the store itself")
    }
    do {
      _ = try Store(path: target, access: .read, busyTimeout: 0)
    } catch let error as StoreError where error.code == .newerVersion || error.code == .olderVersion {
      return
    } catch {
      throw StoreError(.cannotCreate, path: target, reason: "is there already and is no backup of ringtop's")
    }
  }

  private static func requireSound(_ store: Store, _ control: WorkControl) throws {
    try store.read { try requireSound($0, control) }
  }

  private static func requireSound(_ db: Database, _ control: WorkControl) throws {
    do {
      let problems = try Interruption.watching(control.isCancelled, db) {
        try String.fetchAll(db, sql: "PRAGMA quick_check(1)")
      }
      guard problems == ["ok"] else { throw DamagedValue(table: "?", reason: problems.joined(separator: "; ")) }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
      throw CancellationError()
    }
  }

  // MARK: - Taking the place

  private static func install(_ temporary: String, as target: String) throws {
    guard rename(temporary, target) == 0 else {
      let code = errno
      unlink(temporary)
      throw StoreError(.cannotCreate, path: target, reason: "cannot be made (\(StoreFile.message(code)))")
    }
    synchronizeDirectory(of: target)
  }

  /// Gives a store that goes back in time a name of its own among its states: an anchor taken later means nothing in it.
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
      // A log that is left of a store that was removed is none of the new one's.
      for suffix in StoreFile.companions { unlink(path + suffix) }
      try install(temporary, as: path)
      ChangeSignal(storePath: path).make()
      return nil
    }
    /// - Parameter isWhole: whether all that was written is in the file itself.
    func takePlace(isWhole: Bool) throws -> String {
      // The old store keeps its place until the new one takes it: a second name first, then the new file over the old.
      let kept = freeName(path + "-before-restore")
      guard link(path, kept) == 0 else {
        throw StoreError(
          .cannotCreate, path: kept, reason: "cannot be made (\(StoreFile.message(errno))), so nothing was restored")
      }
      // Left behind, a log would be taken for the new file's.
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
    } catch let error as StoreError where error.code == .notAStore {
      // What is there is no database any more; that is what backups are for.
      return try takePlace(isWhole: false)
    }
  }

  /// Runs while nobody can write to a store and all that was written is in its file.
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

  // MARK: - Lasting

  private static func synchronize(_ path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else {
      throw StoreError(.inputOutput, path: path, reason: "could not be written (\(StoreFile.message(errno)))")
    }
  }

  private static func synchronizeDirectory(of path: String) {
    let descriptor = open(StorePath.directory(of: path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
