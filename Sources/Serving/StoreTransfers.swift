import Foundation
import HealthDatabase
import HealthModel
import StorePages
import Synchronization

/// What programs on other machines get of the store: all of it once, then the pages that change. Readers that lack the same
/// get the same bytes.
final class StoreTransfers: Sendable {
  fileprivate struct Made {
    /// The state that is the latest.
    var tag = ""
    /// The patches to it by their base; long ones only while they are being sent.
    var patches: [String: Spool] = [:]
    var longPatches: [String: Weak] = [:]
    var whole = Weak()
  }

  fileprivate struct Weak {
    weak var spool: Spool?
  }

  private let store: StoreConnection
  private let history: PageHistory
  private let folder: TemporaryFolder
  private let made = Mutex(Made())
  private let lastCost = Mutex(Duration.zero)

  /// - Parameter folder: where long contents are until they have been sent.
  init(store: StoreConnection, folder: TemporaryFolder) {
    self.store = store
    self.folder = folder
    history = PageHistory(path: store.path)
  }

  /// How long it took to make the latest content.
  var cost: Duration { lastCost.withLock(\.self) }

  /// The state of the store for a listener.
  enum Current {
    case none
    /// It is being copied.
    case busy
    case tag(String)
  }

  func current() -> Current {
    guard (try? store.readingIfPresent()) != nil else { return .none }
    do {
      return try history.advance(isUse: true).map { .tag($0) } ?? .busy
    } catch {
      return .none
    }
  }

  /// Takes note of what was committed, if anybody follows the store.
  func noteCommits() { _ = try? history.advance(isUse: false) }

  /// Whether `settle` has something to do, which can wait until nothing else happens.
  var isUnsettled: Bool { history.isUnsettled }

  func settle() { history.settle() }

  /// - Parameters:
  ///   - known: the tags of the states that the client has.
  ///   - hasPatches: whether it can apply patches.
  /// - Returns: no content if the client has the current state.
  /// - Throws: `StoreError`, `HTTPFault`.
  func answer(known: [String], hasPatches: Bool) throws -> (answer: PageHistory.Answer, content: Spool?) {
    _ = try store.reading()
    return try made.withLock { try answer(&$0, known, hasPatches) }
  }

  private func answer(
    _ made: inout Made, _ known: [String], _ hasPatches: Bool
  ) throws -> (answer: PageHistory.Answer, content: Spool?) {
    let start = ContinuousClock.now
    let spool = Spool(folder: folder)
    var content: Spool?
    let answer = try history.answer(known: known, hasPatches: hasPatches) { answer in
      content = made.content(of: answer)
      return content == nil
    } write: {
      try spool.append($0)
    }
    if content == nil, made.keep(spool, as: answer) {
      content = spool
      lastCost.withLock { $0 = .now - start }
    }
    return (answer, content)
  }

  /// The changes since a state, for all who listen; nil if there are many, or while a copy is being made.
  func news(since base: String) -> StoreNews? {
    guard case (.patch(let tag, _), let content?)?? = try? made.withLockIfAvailable({ try answer(&$0, [base], true) }),
      let pages = content.bytes, pages.count <= StoreNews.mostBytes
    else { return nil }
    return StoreNews(version: tag, base: base, pages: Data(pages))
  }
}

/// The data of an event about the store: the name of its state, and what turns an earlier one into it for those who can
/// apply it.
struct StoreNews {
  var version: String
  var base: String?
  var pages: Data?

  init(version: String, base: String, pages: Data) {
    (self.version, self.base, self.pages) = (version, base, pages)
  }

  /// Parses what was sent: a JSON object of strings in which nothing is escaped.
  init?(_ text: String) {
    let words = Array(text.utf8).split(separator: UInt8(ascii: "\""))
    var values: [String: ArraySlice<UInt8>] = [:]
    for index in stride(from: 1, to: words.count - 2, by: 4) {
      values[String(decoding: words[index], as: UTF8.self)] = words[index + 2]
    }
    guard let version = values["version"] else { return nil }
    self.version = String(decoding: version, as: UTF8.self)
    base = values["base"].map { String(decoding: $0, as: UTF8.self) }
    pages = values["pages"].flatMap { Data(base64Encoded: Data($0)) }
  }

  /// Whether a state is another one, or an earlier one of the same session of the server, which numbers them.
  static func isSame(_ tag: String, orBefore other: String) -> Bool {
    func parts(_ tag: String) -> (session: Substring, number: UInt32)? {
      tag.lastIndex(of: "-").flatMap { end in UInt32(tag[end...].dropFirst()).map { (tag[..<end], $0) } }
    }
    guard tag != other else { return true }
    guard let (session, number) = parts(tag), let (otherSession, otherNumber) = parts(other) else { return false }
    return session == otherSession && number < otherNumber
  }

  /// What is sent to those who can apply it.
  var event: String {
    let pages = pages?.base64EncodedString() ?? ""
    return "event: patch\ndata: {\"base\":\"\(base ?? "")\",\"version\":\"\(version)\",\"pages\":\"\(pages)\"}\n\n"
  }

  /// The most bytes of pages: with what may wait before them, they fit into a socket's buffer.
  static let mostBytes = 96 << 10
}

extension StoreTransfers.Made {
  /// What was made for another client.
  fileprivate func content(of answer: PageHistory.Answer) -> Spool? {
    switch answer {
    case .current: nil
    case .patch(tag, let base): patches[base] ?? longPatches[base]?.spool
    case .whole(tag): whole.spool
    default: nil
    }
  }

  /// - Returns: whether the answer has a content.
  fileprivate mutating func keep(_ spool: Spool, as answer: PageHistory.Answer) -> Bool {
    func begin(_ tag: String) {
      if self.tag != tag { (self.tag, patches, longPatches, whole.spool) = (tag, [:], [:], nil) }
    }
    switch answer {
    case .current: return false
    case .patch(let tag, let base):
      begin(tag)
      if spool.isInMemory { patches[base] = spool } else { longPatches[base] = StoreTransfers.Weak(spool: spool) }
    case .whole(let tag):
      begin(tag)
      whole.spool = spool
    }
    return true
  }
}
