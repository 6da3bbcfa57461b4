import Configuration
import Foundation
import HealthModel
import Processes

/// Imports new files in a folder, each once it is complete, and moves it to `done`, or to `failed` with the reason in
/// a text file beside it.
///
/// A file is first moved to `.importing`, which sync programs ignore; files left there by an earlier run are
/// processed again. Symbolic links are not followed. Never blocks: see `step`.
struct Inbox {
  private struct Candidate {
    var file: InboxFile
    /// Since when it has been unchanged.
    var since: ContinuousClock.Instant
    /// What its content showed then.
    var completeness: FileCompleteness?
  }

  private struct Import {
    var name: String
    var child: ChildProcess
  }

  private let folder: String
  private let store: String
  private let environment: [String: String]
  /// Checks that the store is writable.
  private let prepare: () throws -> Void
  private let report: (String) -> Void
  private let watcher: ConfigurationWatcher?
  private var candidates: [String: Candidate] = [:]
  private var current: Import?
  /// A lock against other programs that import from the folder; -1 while the folder does not exist.
  private var lock: Int32 = -1
  private var lockedFolder: InboxFolder?
  private var reported: Set<String> = []
  /// Nothing is imported before this instant, after an error of the store or the disk.
  private var pause: ContinuousClock.Instant?

  /// Seconds until the next attempt after an error of the store or the disk.
  private static let retryInterval = 60.0

  /// The folder need not exist yet.
  ///
  /// - Parameters:
  ///   - store: the path of the store.
  ///   - prepare: checks that the store is writable, so that its errors are not attributed to a file.
  /// - Throws: a failure if another program imports from the folder.
  init(
    folder: String, store: String, environment: [String: String], prepare: @escaping () throws -> Void,
    report: @escaping (String) -> Void
  ) throws {
    self.folder = folder
    self.store = store
    self.environment = environment
    self.prepare = prepare
    self.report = report
    watcher = ConfigurationWatcher(path: folder + "/any")
    try enter(isFirst: true)
  }

  /// Readable for `poll` when something happens in the folder.
  var descriptor: Int32? { watcher?.descriptor }

  /// Whether no import is running, and none is pending except after a waiting period.
  var isIdle: Bool {
    current == nil
      && (pause != nil || !candidates.values.contains { .now - $0.since < .seconds(FileCompleteness.unknown.rest + 1) })
  }

  mutating func drain() {
    watcher?.drain()
  }

  /// Handles finished imports and starts pending ones.
  ///
  /// - Returns: when to call again even if nothing happens.
  mutating func step(now: Date) -> Date? {
    if let done = current {
      guard let code = done.child.exitCode else { return nil }
      finish(done, code)
      current = nil
    }
    do {
      try enter(isFirst: false)
    } catch {
      reportOnce(Failure(error).sentence)
    }
    guard lock >= 0 else { return nil }
    let instant = ContinuousClock.now
    if let pause {
      if instant < pause { return now.addingTimeInterval(instant.duration(to: pause) / .seconds(1)) }
      self.pause = nil
    }
    scan(at: instant)
    var next: Double?
    for (name, candidate) in candidates.sorted(by: { $0.key < $1.key }) {
      let rested = candidate.since.duration(to: instant) / .seconds(1)
      guard rested >= FileCompleteness.complete.rest else {
        next = min(next ?? .infinity, FileCompleteness.complete.rest - rested)
        continue
      }
      // Determined once, since it can require reading all of the file.
      let completeness = candidate.completeness ?? FileCompleteness(path: folder + "/" + name)
      candidates[name]?.completeness = completeness
      let rest = completeness.rest
      if completeness == .truncated, rested >= FileCompleteness.unknown.rest {
        reportOnce("\(name) is incomplete; waiting for the rest.")
      }
      guard rested >= rest else {
        next = min(next ?? .infinity, rest - rested)
        continue
      }
      candidates[name] = nil
      guard take(name, as: candidate.file) else { continue }
      if completeness == .truncated {
        move(name, to: "failed", reason: "\(name) is incomplete and has not changed for an hour.")
      } else {
        begin(name)
        return nil
      }
    }
    return next.map { now.addingTimeInterval(max(0.01, $0)) }
  }

  // MARK: - The folder

  private var taken: String { folder + "/.importing" }

  /// Checks that the folder exists and is locked, and processes files left by an earlier run.
  private mutating func enter(isFirst: Bool) throws {
    guard let there = InboxFolder(path: folder, followsLink: true) else {
      leave()
      candidates = [:]
      if reported.insert("missing").inserted { report("There is no folder \(folder) yet; waiting for it.") }
      return
    }
    reported.remove("missing")
    if lock >= 0, there == lockedFolder, InboxFolder(path: taken) != nil { return }
    leave()
    // A symbolic link in its place would lead elsewhere.
    guard mkdir(taken, 0o700) == 0 || errno == EEXIST, InboxFolder(path: taken) != nil else {
      throw Failure(.cannotCreate, "\(taken) cannot be created: \(SystemError.text(errno)).")
    }
    let descriptor = open(taken, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      if descriptor >= 0 { close(descriptor) }
      throw Failure(.failed, "Another program already imports from \(folder).")
    }
    (lock, lockedFolder) = (descriptor, there)
    for name in (try? FileManager.default.contentsOfDirectory(atPath: taken)) ?? [] {
      _ = rename(taken + "/" + name, Self.free(name, in: folder))
    }
  }

  private mutating func leave() {
    if lock >= 0 { close(lock) }
    (lock, lockedFolder) = (-1, nil)
  }

  /// Records the files in the folder.
  private mutating func scan(at instant: ContinuousClock.Instant) {
    let names = Set((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    candidates = candidates.filter { names.contains($0.key) }
    for name in names where !InboxFile.isTemporary(name) {
      guard let file = InboxFile(path: folder + "/" + name) else {
        var status = stat()
        if lstat(folder + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
          reportOnce("\(folder)/\(name) is a symbolic link, which is not followed.")
        }
        continue
      }
      if candidates[name]?.file != file { candidates[name] = Candidate(file: file, since: instant) }
    }
  }

  /// Prints a message once.
  private mutating func reportOnce(_ sentence: String) {
    if reported.insert(sentence).inserted { report(sentence) }
  }

  // MARK: - One file

  /// Moves a file out of the folder, if it is still the same one.
  private func take(_ name: String, as file: InboxFile) -> Bool {
    let place = taken + "/" + name
    guard rename(folder + "/" + name, place) == 0 else { return false }
    if InboxFile(path: place) == file { return true }
    _ = rename(place, Self.free(name, in: folder))
    return false
  }

  private mutating func begin(_ name: String) {
    do {
      try prepare()
      // In a separate process: a large import delays no hook, and its memory is released.
      let child = try ChildProcess(
        ServiceInstaller.program, ["import", "--quiet", "--store", store, "--", taken + "/" + name],
        streams: .allOutput, environment: environment)
      current = Import(name: name, child: child)
    } catch {
      retryLater(name, after: Failure(error).sentence)
    }
  }

  private mutating func finish(_ done: Import, _ code: Int32) {
    // The last line is the import's own; warnings about the configuration come before it.
    let sentence = done.child.readOutput().split(separator: "\n").last.map(String.init)?
      .replacing(taken + "/", with: "").replacing("ringtop: ", with: "", maxReplacements: 1)
    switch Failure.Code(rawValue: code) {
    case nil where code == 0: move(done.name, to: "done", reason: nil)
    case .badData, .noInput, .usage:
      let reason = sentence ?? "\(done.name) could not be imported."
      report(reason)
      move(done.name, to: "failed", reason: reason)
    default:
      // Not an error of the file: the disk, the store, or a cancelled import.
      retryLater(done.name, after: sentence ?? "The import of \(done.name) failed.")
    }
  }

  private mutating func retryLater(_ name: String, after sentence: String) {
    report("\(sentence) \(name) will be tried again in a minute.")
    _ = rename(taken + "/" + name, Self.free(name, in: folder))
    pause = .now + .seconds(Self.retryInterval)
  }

  private func move(_ name: String, to place: String, reason: String?) {
    let destination = folder + "/" + place
    guard mkdir(destination, 0o700) == 0 || errno == EEXIST, InboxFolder(path: destination) != nil else {
      return report("\(destination) is not a folder; \(name) stays in \(taken).")
    }
    let path = Self.free(name, in: destination)
    guard rename(taken + "/" + name, path) == 0 else {
      return report("\(name) cannot be moved to \(destination): \(SystemError.text(errno)).")
    }
    if let reason { try? Data((reason + "\n").utf8).write(to: URL(filePath: path + ".txt")) }
  }

  /// An unused path in a folder: `export.zip`, otherwise `export-2.zip` and so on.
  private static func free(_ name: String, in folder: String) -> String {
    var status = stat()
    let url = URL(filePath: name)
    let (stem, ending) = (url.deletingPathExtension().lastPathComponent, url.pathExtension)
    var path = folder + "/" + name
    var number = 2
    while lstat(path, &status) == 0 {
      path = folder + "/" + stem + "-\(number)" + (ending.isEmpty ? "" : "." + ending)
      number += 1
    }
    return path
  }
}

/// The identity of the folder at a path.
private struct InboxFolder: Equatable {
  private var device: UInt64
  private var node: UInt64

  /// - Parameter followsLink: whether a link to a folder counts.
  init?(path: String, followsLink: Bool = false) {
    var status = stat()
    guard (followsLink ? stat(path, &status) : lstat(path, &status)) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      return nil
    }
    device = UInt64(status.st_dev)
    node = UInt64(status.st_ino)
  }
}
