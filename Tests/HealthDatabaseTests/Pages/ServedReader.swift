import Foundation
import StoreCare
import StorePages

@testable import HealthDatabase

/// A reader on another machine: has a copy of a store, and gets what it lacks.
struct ServedReader {
  let path: String
  var tag: String?
  /// The numbers of bytes that it got as the whole store, and as patches.
  var whole: [Int] = []
  var patches: [Int] = []

  init(path: String) {
    self.path = path
  }

  /// The bytes for a reader with some state; nil if it is current.
  static func bytes(
    _ history: PageHistory, known: String? = nil
  ) throws -> (answer: PageHistory.Answer, bytes: [UInt8]) {
    var bytes: [UInt8] = []
    let answer = try history.answer(known: known.map { [$0] } ?? [], hasPatches: true) { _ in
      true
    } write: {
      bytes += $0
    }
    return (answer, bytes)
  }

  /// Gets what it lacks.
  ///
  /// - Returns: the bytes that were sent.
  @discardableResult
  mutating func refresh(_ history: PageHistory) throws -> [UInt8] {
    let (answer, bytes) = try Self.bytes(history, known: tag)
    switch answer {
    case .current: break
    case .patch(let tag, _):
      let file = path + "-patch"
      try Data(bytes).write(to: URL(filePath: file))
      let descriptor = open(file, O_RDONLY)
      defer { close(descriptor) }
      try StorePatch(descriptor).apply(to: path)
      patches.append(bytes.count)
      self.tag = tag
    case .whole(let tag):
      try Data(bytes).write(to: URL(filePath: path + "-whole"))
      try StoreBackup.adopt(path + "-whole", as: path)
      whole.append(bytes.count)
      self.tag = tag
    }
    return bytes
  }

  /// A copy of a store as a new reader gets it.
  static func copy(of store: String, in directory: TestDirectory) throws -> String {
    let path = directory.file("copy-\(UUID().uuidString.prefix(8))")
    try Data(bytes(PageHistory(path: store)).bytes).write(to: URL(filePath: path))
    return path
  }
}
