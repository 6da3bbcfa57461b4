package import Configuration
import Foundation
package import HealthDatabase
import HealthModel
import HealthQueries
import Processes
import StoreCare
import StoreFiles
import StorePages
import Synchronization

/// The last state of a store on another machine, kept as a local store in the folder `stores` of the cache.
///
/// It is read like any other store. Nothing else is written to it than what changes on the server.
package final class StoreMirror: Sendable {
  package let address: RemoteAddress
  /// The local store, which exists once it has been refreshed.
  package let store: StoreConnection
  private let token: RemoteToken
  private let folder: String
  private let now: @Sendable () -> Date

  /// The timeouts for the server's first byte, and for pauses within the store.
  package struct Timeouts: Sendable {
    var response = Duration.seconds(5)
    var silence = Duration.seconds(15)
    /// The maximum time from the first byte to the last.
    var whole = Duration.seconds(600)

    /// Timeouts for callers such as a status bar.
    package static let short = Timeouts(response: .milliseconds(1_500), silence: .seconds(5), whole: .seconds(60))
  }

  /// - Parameter timeout: the seconds to wait for another program that locks the whole file.
  /// - Throws: `Failure` if there is no cache folder.
  package init(_ address: RemoteAddress, _ environment: Environment, timeout: Double) throws {
    self.address = address
    token = RemoteToken(environment)
    now = environment.now
    guard let caches = UserFolder.path("XDG_CACHE_HOME", orInHome: ".cache", environment.variables) else {
      throw Failure(
        .usage, "There is no cache folder for the store of \(address): neither XDG_CACHE_HOME nor HOME is set.")
    }
    folder = caches + "/ringtop/stores/" + address.fileName
    store = StoreConnection(path: folder + "/health.sqlite", timeout: timeout)
    // Only a program that may write can undo what one that was killed has left.
    StorePatch.recover(store.path)
  }

  /// Whether a local copy exists.
  package var isKnown: Bool { (try? store.reading().version()) != nil }

  /// When the server last confirmed that this is its state; nil if it never did.
  var confirmed: Date? {
    (try? String(contentsOfFile: folder + "/confirmed", encoding: .utf8)).flatMap { Double($0) }.map {
      Date(timeIntervalSince1970: $0)
    }
  }

  /// The time of day at which this was the server's state, with its date if that was not today.
  package var confirmedText: String? {
    guard let confirmed else { return nil }
    let calendar = Calendar(identifier: .gregorian)
    let style = Date.ISO8601FormatStyle(timeZone: calendar.timeZone)
    let time = String(confirmed.formatted(style.time(includingFractionalSeconds: false)).prefix(5))
    return calendar.isDate(confirmed, inSameDayAs: now())
      ? time : confirmed.formatted(style.year().month().day()) + " " + time
  }

  /// Downloads the store, or its changes, if the server has a different state.
  ///
  /// - Returns: whether it has changed.
  /// - Throws: `RemoteProblem`, with the local copy unchanged.
  @discardableResult
  package func refresh(_ timeouts: Timeouts = Timeouts()) throws -> Bool {
    let deadline = ContinuousClock.now + timeouts.response
    return try alone(until: deadline) {
      do {
        return try fetch(timeouts, until: deadline, tag: tag)
      } catch is StorePatch.Fault {
        // The server's base for the patch differs from this copy.
        return try fetch(timeouts, until: .now + timeouts.response, tag: nil)
      }
    }
  }

  /// - Parameter tag: the server's tag for the local copy; nil to download the whole store.
  /// - Throws: `RemoteProblem`; `StorePatch.Fault` if the changes do not result in a valid store.
  private func fetch(_ timeouts: Timeouts, until deadline: ContinuousClock.Instant, tag: String?) throws -> Bool {
    let exchange = try HTTPExchange(address, until: deadline)
    var headers = [("Authorization", try token.header(for: address)), ("Accept", "application/vnd.sqlite3")]
    if let tag { headers += [("If-None-Match", "\"\(tag)\""), ("A-IM", PatchFormat.name)] }
    let head = try exchange.ask("GET", "/v1/store", headers: headers, until: deadline)
    if head.status == 304, tag != nil {
      confirm()
      return false
    }
    let isPatch = head.status == 226 && head.headers["im"] == PatchFormat.name && tag != nil
    if !isPatch { try Self.check(head, of: address) }
    guard head.headers["content-type"] == (isPatch ? PatchFormat.contentType : "application/vnd.sqlite3"),
      let size = head.headers["content-length"].flatMap({ Int($0) }), size > 0
    else { throw RemoteProblem(.unexpected, "The response of \(address) is not a store.") }
    try write { descriptor in
      try receive(size, from: exchange, timeouts) { try send($0, to: descriptor) }
    } then: { incoming in
      if isPatch {
        try apply(incoming)
      } else {
        try adopt(incoming)
      }
    }
    note(head.headers["etag"]?.trimmingCharacters(in: CharacterSet(charactersIn: "\"")))
    return true
  }

  /// Applies what an event says about the changes of the store, if it is about the state of the local copy.
  ///
  /// - Throws: `RemoteProblem`; `StorePatch.Fault` if the changes do not match the copy.
  private func apply(_ news: StoreNews, until deadline: ContinuousClock.Instant) throws {
    guard let pages = news.pages else { return }
    _ = try alone(until: deadline) {
      guard tag == news.base else { return false }
      try write {
        try send(pages, to: $0)
      } then: {
        try apply($0)
      }
      note(news.version)
      return true
    }
  }

  /// Notes that the local copy is a state of the server.
  private func note(_ tag: String?) {
    if let tag, let state = fileState {
      try? "\(tag) \(state)".write(toFile: tagPath, atomically: true, encoding: .utf8)
    }
    confirm()
  }

  /// Writes a file that exists only during a body.
  private func write(_ content: (Int32) throws -> Void, then body: (_ incoming: String) throws -> Void) throws {
    let path = folder + "/incoming"
    unlink(path)
    defer { unlink(path) }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw unwritable(errno) }
    do {
      defer { close(descriptor) }
      try content(descriptor)
    }
    try body(path)
  }

  private func send(_ bytes: some ContiguousBytes, to descriptor: Int32) throws {
    let error = bytes.withUnsafeBytes { Output.send($0, to: descriptor) }
    guard error == 0 else { throw unwritable(error) }
  }

  /// Replaces the local copy.
  private func adopt(_ copy: String, isPatched: Bool = false) throws {
    // If it is interrupted here, the tag is not that of another copy.
    unlink(tagPath)
    do {
      try StoreBackup.adopt(copy, as: store.path)
      store.close()
    } catch let error as StoreError where error.code == .newerVersion {
      throw RemoteProblem(.unexpected, "\(address) has a store of a newer version of ringtop. Update ringtop here.")
    } catch let error as StoreError where [.notAStore, .damaged, .missing].contains(error.code) {
      if isPatched { throw StorePatch.Fault.wrong }
      throw RemoteProblem(.unexpected, "The store sent by \(address) is damaged.")
    } catch {
      throw RemoteProblem(.local, Failure(error).sentence)
    }
  }

  /// Changes the local copy in place. If somebody reads in it for long, a changed copy of it replaces it.
  ///
  /// - Throws: `StorePatch.Fault` if that fails.
  private func apply(_ file: String) throws {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unwritable(errno) }
    defer { close(descriptor) }
    let patch = try StorePatch(descriptor)
    do {
      do {
        try patch.apply(to: store.path)
        ChangeSignal(storePath: store.path).send(change: try store.reading().latestChange())
      } catch StorePatch.Fault.busy {
        try applyToCopy(patch)
      }
    } catch StorePatch.Fault.unwritable(let number) {
      throw unwritable(number)
    } catch let error as StoreError {
      throw error.code == .diskFull ? unwritable(ENOSPC) : StorePatch.Fault.wrong
    }
  }

  private func applyToCopy(_ patch: StorePatch) throws {
    let path = folder + "/changed"
    unlink(path)
    defer { unlink(path) }
    do {
      try FileManager.default.copyItem(atPath: store.path, toPath: path)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    } catch {
      throw unwritable((error as? CocoaError)?.code == .fileWriteOutOfSpace ? ENOSPC : EIO)
    }
    let copy = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
    guard copy >= 0 else { throw unwritable(errno) }
    defer { close(copy) }
    try patch.apply(toUnused: copy)
    try adopt(path, isPatched: true)
  }

  /// The server's tag for the local copy; nil if it is unknown, or if anything else has changed the copy since.
  private var tag: String? {
    guard let text = try? String(contentsOfFile: tagPath, encoding: .utf8), text.utf8.count < 300,
      let end = text.firstIndex(of: " "), text[end...].dropFirst() == fileState ?? ""
    else { return nil }
    let tag = text[..<end]
    let isValid = tag.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") }
    return isValid && isKnown ? String(tag) : nil
  }

  /// Tells the local copy from what it was before and after any change.
  private var fileState: String? {
    var status = stat()
    guard stat(store.path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return "\(status.st_ino) \(status.st_size) \(time.tv_sec).\(time.tv_nsec)"
  }

  private var tagPath: String { folder + "/tag" }

  /// - Throws: `RemoteProblem` for a status other than 200.
  static func check(_ head: HTTPExchange.Head, of address: RemoteAddress) throws {
    switch head.status {
    case 200: return
    case 401: throw RemoteProblem(.token, "\(address) does not accept the token. \(RemoteToken.advice)")
    case 403: throw RemoteProblem(.token, "\(address) does not share this with the token.")
    case 404 where head.headers["content-type"] == "application/json":
      throw RemoteProblem(.empty, "\(address) has no data yet.")
    case 503, 507: throw RemoteProblem(.unreachable, "\(address) is busy.")
    default: throw RemoteProblem(.unexpected, "\(address) responded with the status \(head.status).")
    }
  }

  private func unwritable(_ number: Int32) -> RemoteProblem {
    RemoteProblem(
      .local,
      number == ENOSPC || number == EDQUOT
        ? "The disk is too full for the store of \(address)."
        : "\(folder) cannot be written: \(SystemError.text(number)).")
  }

  private func receive(
    _ size: Int, from exchange: HTTPExchange, _ timeouts: Timeouts, _ body: (ArraySlice<UInt8>) throws -> Void
  ) throws {
    let end = ContinuousClock.now + timeouts.whole
    var received = 0
    while received < size {
      guard let bytes = try exchange.read(until: min(end, .now + timeouts.silence)) else {
        throw RemoteProblem(.unreachable, "\(address) closed the connection before the end of the store.")
      }
      received += bytes.count
      guard received <= size else { throw RemoteProblem(.unexpected, "The response of \(address) is not a store.") }
      try body(bytes)
    }
  }

  /// Runs while no other process does so for the same store. If another one holds the lock until the deadline, it is
  /// doing the same work, and there is nothing to do.
  private func alone(until deadline: ContinuousClock.Instant, _ body: () throws -> Bool) throws -> Bool {
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let descriptor = open(folder + "/lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw RemoteProblem(
        .local, "\(folder) cannot be written: \(SystemError.text(errno)).")
    }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard ContinuousClock.now < deadline else { return false }
      usleep(20_000)
    }
    StorePatch.recover(store.path)
    return try body()
  }

  private func confirm() {
    try? String(Int(now().timeIntervalSince1970)).write(
      toFile: folder + "/confirmed", atomically: true, encoding: .utf8)
  }

  // MARK: - Following

  /// Stays connected to the server, which announces every change of its store, and downloads it then. A lost
  /// connection is restored with increasing delays. Never returns.
  ///
  /// - Parameter tell: receives the status of the connection, on this thread.
  package func follow(_ tell: (Result<Void, RemoteProblem>) -> Void) -> Never {
    var backoff = Backoff()
    while true {
      var began: ContinuousClock.Instant?
      var isRefused = false
      do {
        try listen {
          tell(.success(()))
          began = began ?? .now
        }
      } catch let problem as RemoteProblem {
        tell(.failure(problem))
        isRefused = problem.kind == .token
      } catch {
        tell(.failure(RemoteProblem(.local, Failure(error).sentence)))
      }
      Thread.sleep(forTimeInterval: backoff.wait(after: began.map { .now - $0 }, isRefused: isRefused))
    }
  }

  /// Applies the changes that events contain, or downloads the store at every event with a new state, until the connection
  /// ends.
  ///
  /// - Parameter isCurrent: called whenever the local copy is known to be current.
  /// - Throws: `RemoteProblem`, always: a server that closes the connection counts as unreachable.
  private func listen(_ isCurrent: () -> Void) throws -> Never {
    let timeouts = Timeouts()
    let deadline = ContinuousClock.now + timeouts.response
    let exchange = try HTTPExchange(address, until: deadline)
    let head = try exchange.ask(
      "GET", "/v1/events",
      headers: [
        ("Authorization", try token.header(for: address)), ("Accept", "text/event-stream"), ("A-IM", PatchFormat.name),
      ], until: deadline)
    try Self.check(head, of: address)
    guard head.headers["content-type"]?.hasPrefix("text/event-stream") == true else {
      throw RemoteProblem(.unexpected, "The response of \(address) is not an event stream.")
    }
    var events = EventReader()
    // The first event contains the current state and is sent immediately; after it there may be none for days.
    var silence: ContinuousClock.Instant? = ContinuousClock.now + timeouts.silence
    while true {
      guard let bytes = try exchange.read(until: silence) else {
        throw RemoteProblem(.unreachable, "\(address) has closed the connection.")
      }
      let told = try events.take(bytes, from: address).filter { $0.name == "store" || $0.name == "patch" }
      guard let last = told.last else { continue }
      silence = nil
      if last.data == "null" { throw RemoteProblem(.empty, "\(address) has no data yet.") }
      var version: String?
      for event in told {
        let news = StoreNews(event.data)
        version = news?.version
        // What cannot be applied is asked for.
        if let news { try? apply(news, until: .now + timeouts.response) }
      }
      // After the copy was downloaded, what happened before is still being told.
      let isKnown = version.flatMap { version in tag.map { StoreNews.isSame(version, orBefore: $0) } } ?? false
      if isKnown { confirm() } else { try refresh() }
      isCurrent()
    }
  }
}
