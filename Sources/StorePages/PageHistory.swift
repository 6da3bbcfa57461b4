import Foundation
import HealthModel
import Synchronization

/// The states of a store since somebody first asked for it, and which pages changed from one to the next.
///
/// A connection always holds the latest state that was looked at, and the next one is taken before it is released. So the
/// log cannot begin again unseen, whoever writes: all pages that changed in between are those of the frames added to the
/// log since, or, if it began again, of all its frames. Reading them costs what a commit wrote, at any size of the store.
package final class PageHistory: Sendable {
  /// The answer to a reader, which tells the state that it has by tags.
  package enum Answer: Sendable {
    case current(tag: String)
    /// The pages that turn the state of the base into the one of the tag, in the format of `PatchFormat`.
    case patch(tag: String, base: String)
    /// The whole store, as one file.
    case whole(tag: String)
  }

  /// A class, because a copy of what it remembers for each commit would cost more than the commit.
  fileprivate final class Session: @unchecked Sendable {
    // Unchecked because it and its connections are only used with the lock held.
    let path: String
    let identity: FileIdentity
    var pinned: PageReader
    var spare: PageReader
    var header: LogHeader
    /// The last frame of each page in this generation of the log.
    var frames: [UInt32: UInt32] = [:]
    let seal: CommandSeal?
    /// Part of all tags of this session, so that nobody's tag of another state ever equals one of them.
    let name: String
    var number: UInt32 = 0
    /// The changed pages of each state, ascending by state, and the state from which on they are all known.
    var changed: [(state: UInt32, page: UInt32)] = []
    var first: UInt32 = 0
    /// Whether the log has grown since it was last moved to the file.
    var isUnsettled = true
    var lastUse = ContinuousClock.now

    var tag: String { "\(name)-\(number)" }

    /// - Parameter pinned: holds the state of the header.
    init(
      path: String, identity: FileIdentity, pinned: PageReader, spare: PageReader, header: LogHeader, seal: CommandSeal?
    ) {
      (self.path, self.identity, self.pinned, self.spare) = (path, identity, pinned, spare)
      (self.header, self.seal) = (header, seal)
      name = UUID().uuidString.lowercased()
    }
  }

  private let path: String
  private let session = Mutex<Session?>(nil)

  /// The length of the log in frames from which it is moved to the file, so that it can begin again, and the length from
  /// which that has failed for too long: then states are no longer held, which is what prevents it.
  private static let (longLog, longestLog) = (UInt32(4_096), UInt32(65_536))
  /// The most changed pages that are remembered: 8 MB.
  fileprivate static let mostChanges = 1 << 20
  /// After this time without readers, changes are no longer followed.
  private static let patience = Duration.seconds(86_400)

  package init(path: String) {
    self.path = path
  }

  // MARK: - States

  /// Takes note of what was committed.
  ///
  /// - Parameter isUse: whether somebody wants to know; otherwise nothing is done if nobody has, for a day.
  /// - Returns: the tag of the current state; nil while a copy is being made, or without a reader.
  /// - Throws: `StoreError`. All tags become unknown then.
  package func advance(isUse: Bool) throws -> String? {
    try session.withLockIfAvailable { session in
      if !isUse {
        guard let last = session?.lastUse, .now - last < Self.patience else {
          session = nil
          return nil
        }
      }
      let tag = try advance(&session).tag
      if isUse { session?.lastUse = .now }
      return tag
    } ?? nil
  }

  /// Whether something is in the log that `settle` would move.
  package var isUnsettled: Bool { session.withLockIfAvailable { $0?.isUnsettled ?? false } ?? true }

  /// Moves the log to the file while nothing else happens, so that it can begin again at the next write. Otherwise it could
  /// not as long as a state in it is held.
  package func settle() {
    session.withLock { session in
      guard session != nil else { return }
      do {
        _ = try advance(&session)
        try Self.settle(&session, isWriting: false)
      } catch {
        session = nil
      }
    }
  }

  @discardableResult
  private func advance(_ session: inout Session?) throws -> Session {
    if let known = session, known.identity != FileIdentity(path) { session = nil }
    do {
      // What the held connection says of the log is as new as what another one would.
      if let known = session, try known.pinned.logHeader() != known.header {
        try session?.spare.pin()
        try session?.take()
        session?.exchange()
        if let length = session?.header.frames, length > Self.longLog {
          try Self.settle(&session, isWriting: true)
          if length > Self.longestLog, session?.isUnsettled == true { session = nil }
        }
      }
    } catch {
      // What happened in between is unknown. Readers get the whole store.
      session = nil
    }
    let current = try session ?? begin()
    session = current
    return current
  }

  private func begin() throws -> Session {
    guard let identity = FileIdentity(path) else {
      throw StoreError(.missing, path: path, reason: "there is no store here yet")
    }
    let (pinned, spare) = (try PageReader(path: path), try PageReader(path: path))
    // A restored store has no log before the first write.
    try pinned.execute("PRAGMA journal_mode = WAL")
    try pinned.pin()
    guard let header = try pinned.logHeader() else {
      throw StoreError(.readOnly, path: path, reason: "cannot be sent: it has no log")
    }
    let seal = try CommandSeal(pinned, path: path)
    let session = Session(
      path: path, identity: identity, pinned: pinned, spare: spare, header: header, seal: seal)
    if header.frames > header.moved {
      try session.read(header.moved + 1...header.frames, with: pinned, isChange: false)
    }
    return session
  }

  /// Holds the latest state in the file rather than in the log, if nobody writes meanwhile.
  ///
  /// - Parameter isWriting: whether others are kept from it.
  private static func settle(_ session: inout Session?, isWriting: Bool) throws {
    guard session?.isUnsettled == true else { return }
    // In a long import there may be no gap now.
    guard (try? session?.spare.pin(isWriting: isWriting)) != nil else { return }
    try session?.take()
    session?.pinned.release()
    session?.pinned.checkpoint()
    try session?.pinned.pin()
    session?.isUnsettled = false
    try session?.take()
    session?.spare.release()
  }

  // MARK: - Answers

  /// Writes what a reader lacks.
  ///
  /// - Parameters:
  ///   - known: the tags that it sent.
  ///   - hasPatches: whether it can apply a patch.
  ///   - isNeeded: whether the content of an answer must be made; false if it is there from another reader.
  ///   - write: receives the content, in order.
  /// - Throws: `StoreError`, and what `write` throws.
  package func answer(
    known: [String], hasPatches: Bool, isNeeded: (Answer) -> Bool, write: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> Answer {
    try session.withLock { session in
      let state = try advance(&session)
      session?.lastUse = .now
      if known.contains(state.tag) { return .current(tag: state.tag) }
      if hasPatches,
        let (base, pages) = known.lazy.compactMap({ tag in state.changes(since: tag).map { (tag, $0) } }).first
      {
        let answer = Answer.patch(tag: state.tag, base: base)
        if isNeeded(answer) { try state.write(pages, write) }
        return answer
      }
      let answer = Answer.whole(tag: state.tag)
      if isNeeded(answer) { try state.writeAll(write) }
      return answer
    }
  }
}

extension PageHistory.Session {
  /// Notes the frames that were added to the log, as the spare connection sees it.
  fileprivate func take() throws {
    guard let next = try spare.logHeader(), next.pageSize == header.pageSize else {
      throw StoreError(.inputOutput, path: path, reason: "has lost its log")
    }
    guard next != header else { return }
    var isNew = next.salt != header.salt
    if !isNew, next.frames < header.frames {
      throw StoreError(.inputOutput, path: path, reason: "has a shorter log than before")
    }
    let start = isNew ? 1 : header.frames + 1
    if isNew { frames = [:] }
    isNew = next.frames >= start
    header = next
    guard isNew else { return }
    isUnsettled = true
    number += 1
    try read(start...next.frames, with: spare, isChange: true)
  }

  fileprivate func read(_ range: ClosedRange<UInt32>, with reader: PageReader, isChange: Bool) throws {
    for (page, frame) in zip(try reader.pages(inFrames: range, of: header), range) {
      // A long transaction may write a page several times.
      let last = frames.updateValue(frame, forKey: page) ?? 0
      if isChange, last < range.lowerBound { changed.append((number, page)) }
    }
    if changed.count > PageHistory.mostChanges {
      let kept = changed[changed.count / 2].state + 1
      changed.removeAll { $0.state < kept }
      first = kept - 1
    }
  }

  fileprivate func exchange() {
    pinned.release()
    swap(&pinned, &spare)
  }

  /// The pages that changed since a state, ascending; nil if that is unknown, or if the whole store is about as long.
  fileprivate func changes(since tag: String) -> [UInt32]? {
    guard tag.hasPrefix(name + "-"), let state = UInt32(tag.dropFirst(name.count + 1)), state >= first, state <= number
    else { return nil }
    var pages: Set<UInt32> = []
    for change in changed.reversed() {
      guard change.state > state, pages.count <= Int(header.pages) / 2 else { break }
      if change.page <= header.pages { pages.insert(change.page) }
    }
    return pages.count <= Int(header.pages) / 2 ? pages.sorted() : nil
  }

  // MARK: - Content

  /// Where a page is in the log; nil if it is in the file. Of frames that have been moved there, only the file is held.
  private func frame(of page: UInt32) -> UInt32? { frames[page].flatMap { $0 > header.moved ? $0 : nil } }

  private func page(_ number: UInt32) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: header.pageSize)
    try bytes.withUnsafeMutableBytes { try pinned.read(page: number, frame: frame(of: number), into: $0) }
    return bytes
  }

  /// The pages that are not sent as they are: those with commands, and the first one, because a copy has no log.
  private func changedForReaders() throws -> [UInt32: [UInt8]] {
    var pages = try seal?.sealed(pageSize: header.pageSize, page: page) ?? [:]
    var first = try page(1)
    guard first[20] == 0 else { throw StoreError(.notAStore, path: path, reason: "is not a ringtop store") }
    (first[18], first[19]) = (1, 1)
    pages[1] = first
    return pages
  }

  fileprivate func write(_ pages: [UInt32], _ write: (UnsafeRawBufferPointer) throws -> Void) throws {
    let changed = try changedForReaders()
    func send(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes(write) }
    try send(PatchFormat.pair(header.pageSize, Int(header.pages)))
    var rest = pages[...]
    while let first = rest.first {
      let count = zip(rest, first...).prefix { $0 == $1 }.count
      try send(PatchFormat.pair(Int(first) - 1, count))
      for number in rest.prefix(count) { try send(try changed[number] ?? page(number)) }
      rest = rest.dropFirst(count)
    }
  }

  fileprivate func writeAll(_ write: (UnsafeRawBufferPointer) throws -> Void) throws {
    let changed = try changedForReaders()
    let size = header.pageSize
    // Pieces that are worth a system call each.
    var piece = [UInt8](repeating: 0, count: max(size, 1 << 18))
    var filled = 0
    for number in 1...max(1, header.pages) {
      if let bytes = changed[number] {
        piece.replaceSubrange(filled..<filled + size, with: bytes)
      } else {
        try piece.withUnsafeMutableBytes {
          try pinned.read(
            page: number, frame: frame(of: number),
            into: UnsafeMutableRawBufferPointer(rebasing: $0[filled..<filled + size]))
        }
      }
      filled += size
      if filled == piece.count || number == header.pages {
        try piece.withUnsafeBytes { try write(UnsafeRawBufferPointer(rebasing: $0[..<filled])) }
        filled = 0
      }
    }
  }
}

/// Which file is at a path: a store may be replaced by another one.
struct FileIdentity: Equatable {
  private let device: dev_t
  private let node: ino_t

  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, node) = (status.st_dev, status.st_ino)
  }
}
