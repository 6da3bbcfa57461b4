import Foundation
import Processes
import Synchronization

/// Bytes of a length that is not known before: in memory while they are few, otherwise in a file without a name.
final class Spool: HTTPFile, Sendable {
  private struct State {
    var size = 0
    var bytes: [UInt8] = []
    var descriptor: Int32 = -1
  }

  private let folder: TemporaryFolder
  private let state = Mutex(State())

  static let mostInMemory = 1 << 18

  init(folder: TemporaryFolder) {
    self.folder = folder
  }

  deinit {
    let descriptor = state.withLock(\.descriptor)
    if descriptor >= 0 { close(descriptor) }
  }

  var size: Int { state.withLock(\.size) }

  var isInMemory: Bool { state.withLock { $0.descriptor < 0 } }

  /// The bytes, if they are in memory.
  var bytes: [UInt8]? { state.withLock { $0.descriptor < 0 ? $0.bytes : nil } }

  /// - Throws: `HTTPFault` if the disk is full.
  func append(_ more: UnsafeRawBufferPointer) throws {
    try state.withLock { state in
      state.size += more.count
      if state.descriptor < 0 {
        state.bytes.append(contentsOf: more)
        if state.bytes.count > Self.mostInMemory { try moveToFile(&state) }
      } else {
        try Self.write(more, state.descriptor)
      }
    }
  }

  private func moveToFile(_ state: inout State) throws {
    state.descriptor = try folder.makeFile()
    try state.bytes.withUnsafeBytes { try Self.write($0, state.descriptor) }
    state.bytes = []
  }

  /// - Throws: `HTTPFault` if the disk is full.
  static func write(_ raw: UnsafeRawBufferPointer, _ descriptor: Int32) throws {
    guard Output.send(raw, to: descriptor) == 0 else { throw noRoom }
  }

  static let noRoom = HTTPFault(
    507, "noRoom", "The disk is too full.", headers: [("Retry-After", "60")], closes: true)

  /// A descriptor of the file, to which the bytes are moved.
  ///
  /// - Throws: as `append`.
  func fileDescriptor() throws -> Int32 {
    try state.withLock { state in
      if state.descriptor < 0 { try moveToFile(&state) }
      return state.descriptor
    }
  }

  /// Reads the bytes from an offset on.
  ///
  /// - Returns: their number; 0 or negative if they cannot be read.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    state.withLock { state in
      guard state.descriptor < 0 else {
        return pread(state.descriptor, buffer.baseAddress, buffer.count, off_t(offset))
      }
      let rest = state.bytes.dropFirst(offset).prefix(buffer.count)
      buffer.copyBytes(from: rest)
      return rest.count
    }
  }
}
