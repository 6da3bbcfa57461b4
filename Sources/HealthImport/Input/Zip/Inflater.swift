import CZlib

/// One deflate stream.
final class Inflater {
  enum Step {
    /// Needs more input, or more space.
    case goesOn
    case ended
    case damaged
  }

  // zlib keeps the stream's address, so it must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private let isReady: Bool

  /// What surrounds the stream, as a number of zlib's.
  enum Form: Int32 {
    /// Nothing, as in zip archives.
    case raw = -15
    /// A header and a checksum.
    case gzip = 31
  }

  init(_ form: Form = .raw) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    isReady = inflateInit2_(stream, form.rawValue, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
  }

  deinit {
    if isReady { inflateEnd(stream) }
    stream.deallocate()
  }

  /// Decompresses as much as fits.
  func inflate(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> (consumed: Int, produced: Int, step: Step) {
    guard isReady else { return (0, 0, .damaged) }
    let next = UnsafeMutableRawPointer(mutating: input.baseAddress)
    stream.pointee.next_in = next?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = UInt32(clamping: input.count)
    stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(clamping: output.count)
    let result = CZlib.inflate(stream, Z_NO_FLUSH)
    let consumed = min(input.count, Int(UInt32.max)) - Int(stream.pointee.avail_in)
    let produced = min(output.count, Int(UInt32.max)) - Int(stream.pointee.avail_out)
    switch result {
    case Z_OK, Z_BUF_ERROR: return (consumed, produced, .goesOn)
    case Z_STREAM_END: return (consumed, produced, .ended)
    default: return (consumed, produced, .damaged)
    }
  }
}
