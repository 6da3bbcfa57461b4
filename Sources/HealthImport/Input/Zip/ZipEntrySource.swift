import CZlib

/// The uncompressed bytes of one entry, verified with its checksum and size at the end.
struct ZipEntrySource: ByteSource {
  private let file: OpenFile
  private let entry: ZipEntry
  private let data: Range<Int>
  private let inflater: Inflater?
  /// Compressed bytes that have been read; those before `used` are decompressed.
  private var packed: [UInt8]
  private var used = 0
  private var available = 0
  private var position: Int
  private var unpacked = 0
  private var checksum: UInt
  private var isEnded = false
  /// Damage after bytes that were still valid.
  private var damage: ImportError?

  var bytesDone: Int { position - data.lowerBound - (available - used) }
  var bytesTotal: Int { data.count }

  init(_ file: OpenFile, _ entry: ZipEntry, chunk: Int = 1 << 16) throws(ImportError) {
    self.file = file
    self.entry = entry
    data = try ZipDirectory.data(of: entry, in: file)
    position = data.lowerBound
    packed = [UInt8](repeating: 0, count: chunk)
    checksum = crc32(0, nil, 0)
    switch entry.method {
    case .stored: inflater = nil
    case .deflated: inflater = Inflater()
    case .unsupported(let number): throw ZipDirectory.corrupt(file, "compression method \(number) is not supported")
    }
  }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    if let damage { throw damage }
    guard !isEnded, !buffer.isEmpty else { return 0 }
    let count = inflater == nil ? try copy(into: buffer) : try inflate(into: buffer)
    checksum = crc32(checksum, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(clamping: count))
    unpacked += count
    guard unpacked <= entry.unpackedLimit else {
      throw ImportError(
        .unpacksTooLarge, path: file.path, context: "\(data.count) bytes unpack to more than \(unpacked)")
    }
    if isEnded, damage == nil, !isSound { damage = ZipDirectory.corrupt(file, "its checksum is wrong") }
    if count == 0, let damage { throw damage }
    return count
  }

  private var isSound: Bool {
    let sizeFits =
      entry.hasLongSizes
      ? unpacked == entry.unpackedSize
      : UInt32(truncatingIfNeeded: unpacked) == UInt32(truncatingIfNeeded: entry.unpackedSize)
    return sizeFits && UInt32(truncatingIfNeeded: checksum) == entry.crc
  }

  private mutating func copy(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    let count = try file.read(
      into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(data.upperBound - position)), at: position)
    position += count
    if position == data.upperBound || count == 0 { isEnded = true }
    return count
  }

  private mutating func inflate(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    guard let inflater else { return 0 }
    var count = 0
    while count < buffer.count {
      if used == available, position < data.upperBound { try refill() }
      let space = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      let (consumed, produced, step) = packed.withUnsafeBytes { packed in
        inflater.inflate(UnsafeRawBufferPointer(rebasing: packed[used..<available]), into: space)
      }
      used += consumed
      count += produced
      switch step {
      case .ended:
        isEnded = true
        return count
      case .damaged:
        damage = ZipDirectory.corrupt(file, "its data cannot be unpacked")
        return count
      case .goesOn:
        if consumed == 0, produced == 0, used == available, position == data.upperBound {
          damage = ZipDirectory.corrupt(file, "its data ends too early")
          return count
        }
      }
    }
    return count
  }

  private mutating func refill() throws(ImportError) {
    let wanted = min(packed.count, data.upperBound - position)
    let offset = position
    let file = file
    var failure: ImportError?
    let count = packed.withUnsafeMutableBytes { buffer in
      do throws(ImportError) {
        return try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(wanted)), at: offset)
      } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    guard count == wanted else { throw ZipDirectory.corrupt(file, "the file became shorter") }
    position += count
    used = 0
    available = count
  }
}
