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
    return try made.withLock { made in
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
  }
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
