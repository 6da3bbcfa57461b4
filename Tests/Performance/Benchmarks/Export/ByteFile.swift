#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A new file that is written sequentially, with little memory.
struct ByteFile: ~Copyable {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var hasFailed = false

  init(path: String) throws {
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw BenchmarkError("\(path) cannot be written") }
    buffer.reserveCapacity(1 << 17)
  }

  deinit {
    close(descriptor)
  }

  mutating func write(_ text: StaticString) {
    text.withUTF8Buffer { buffer.append(contentsOf: $0) }
  }

  mutating func write(_ bytes: [UInt8]) {
    buffer.append(contentsOf: bytes)
  }

  mutating func write(_ text: String) {
    buffer.append(contentsOf: text.utf8)
  }

  /// A number padded with zeros to a width.
  mutating func write(_ number: Int, digits: Int = 1) {
    var power = 1
    for _ in 1..<max(digits, 1) { power *= 10 }
    while number / power >= 10 { power *= 10 }
    while power > 0 {
      buffer.append(UInt8(48 + number / power % 10))
      power /= 10
    }
  }

  /// A non-negative number with at most this number of decimals, without trailing zeros.
  mutating func write(_ number: Double, decimals: Int) {
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int((number * Double(scale)).rounded())
    write(scaled / scale)
    var rest = scaled % scale
    guard rest > 0 else { return }
    var digits = decimals
    while rest.isMultiple(of: 10) {
      rest /= 10
      digits -= 1
    }
    write(".")
    write(rest, digits: digits)
  }

  /// Writes full buffers; called between elements.
  mutating func flush(all: Bool = false) throws {
    guard all || buffer.count >= 1 << 16 else { return }
    var done = 0
    while done < buffer.count {
      #if canImport(Glibc)
        let count = buffer.withUnsafeBytes {
          Glibc.write(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done)
        }
      #else
        let count = buffer.withUnsafeBytes {
          Darwin.write(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done)
        }
      #endif
      guard count > 0 else { throw BenchmarkError("the disk is full: \(String(cString: strerror(errno)))") }
      done += count
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
