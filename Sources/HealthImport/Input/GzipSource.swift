/// The uncompressed bytes of a gzip file.
struct GzipSource: ByteSource {
  private var packed: any ByteSource
  private let inflater = Inflater(.gzip)
  /// Compressed bytes that have been read; those before `used` are decompressed.
  private var piece: [UInt8] = []
  private var used = 0
  private var unpacked = 0
  private var isEnded = false
  /// The path in error messages.
  private let path: String
  private let isForced: Bool

  var bytesDone: Int { packed.bytesDone }
  var bytesTotal: Int { packed.bytesTotal }

  /// - Parameter force: accept a file that unpacks to more than 200 times its size.
  init(_ packed: any ByteSource, path: String, force: Bool) {
    (self.packed, self.path, isForced) = (packed, path, force)
  }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    while !isEnded, !buffer.isEmpty {
      if used == piece.count {
        piece = try packed.piece()
        used = 0
        guard !piece.isEmpty else { throw corrupt("its data ends too early") }
      }
      let (consumed, produced, step) = piece.withUnsafeBytes { inflater.inflate($0.part(used, $0.count), into: buffer) }
      used += consumed
      unpacked += produced
      guard step != .damaged else { throw corrupt("its data cannot be unpacked") }
      guard isForced || unpacked / ZipEntry.highestRatio <= bytesTotal else {
        throw ImportError(
          .unpacksTooLarge, path: path, context: "\(bytesTotal) bytes unpack to more than \(unpacked)")
      }
      isEnded = step == .ended
      if produced > 0 { return produced }
    }
    return 0
  }

  private func corrupt(_ context: String) -> ImportError { ImportError(.corruptZip, path: path, context: context) }
}
