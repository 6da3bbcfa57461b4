#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file open for reading at any offset. It has no current position, so threads may share it.
package final class OpenFile: Sendable {
  /// The path in error messages: the one the user gave.
  package let path: String
  package let size: Int
  private let descriptor: Int32

  /// - Parameters:
  ///   - path: the file to open.
  ///   - input: the path in error messages.
  package init(path: String, input: String) throws(ImportError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .opening(input, errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw ImportError(.notReadable, path: input, context: "not a regular file")
    }
    self.path = input
    self.descriptor = descriptor
    size = Int(status.st_size)
  }

  deinit {
    close(descriptor)
  }

  /// Reads until the buffer is full or the file ends.
  ///
  /// - Returns: the number of bytes read.
  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ImportError) -> Int {
    guard let base = buffer.baseAddress, offset >= 0, offset <= size else { return 0 }
    var count = 0
    while count < buffer.count {
      let result = pread(descriptor, base + count, buffer.count - count, off_t(offset + count))
      if result == 0 { break }
      if result > 0 {
        count += result
      } else if errno != EINTR {
        throw ImportError(.readFailed, path: path, underlying: errno)
      }
    }
    return count
  }

  /// The bytes from `offset` on; fewer than `count` at the end of the file.
  package func bytes(at offset: Int, count: Int) throws(ImportError) -> [UInt8] {
    guard offset >= 0, offset < size else { return [] }
    var bytes = [UInt8](repeating: 0, count: max(0, min(count, size - offset)))
    var failure: ImportError?
    let read = bytes.withUnsafeMutableBytes { buffer in
      do throws(ImportError) {
        return try self.read(into: buffer, at: offset)
      } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    return Array(bytes.prefix(read))
  }
}

extension ImportError {
  /// The error for a path that could not be opened.
  package static func opening(_ path: String, _ number: Int32) -> ImportError {
    let code: Code = number == ENOENT || number == ENOTDIR ? .noSuchInput : .notReadable
    return ImportError(code, path: path, underlying: number)
  }
}
