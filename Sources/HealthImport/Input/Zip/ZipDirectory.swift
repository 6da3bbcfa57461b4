/// The central directory of a zip archive, with or without zip64 records.
struct ZipDirectory {
  let file: OpenFile
  /// The entries that may be an export, largest first.
  private(set) var entries: [ZipEntry] = []
  private(set) var hasEncryptedFile = false
  /// The position of the directory in the file.
  private var range = 0..<0
  /// The number of bytes prepended to the archive.
  private var shift = 0

  /// No real archive has a larger directory; a larger one is treated as damage.
  private static let largestDirectory = 64 << 20
  private static let endLength = 22
  private static let longestComment = 0xFFFF
  private static let headerLength = 46
  private static let longestHeader = headerLength + 3 * 0xFFFF

  /// - Returns: nil if the file is not a zip archive.
  /// - Throws: `corruptZip` if it begins like one but has no readable directory.
  init?(_ file: OpenFile) throws(ImportError) {
    self.file = file
    let tailLength = min(file.size, Self.endLength + Self.longestComment)
    let tailOffset = file.size - tailLength
    let tail = try file.bytes(at: tailOffset, count: tailLength)
    guard let end = Self.lastSignature(in: tail) else {
      let head = try file.bytes(at: 0, count: 4)
      if head == [0x50, 0x4B, 0x03, 0x04] { throw Self.corrupt(file, "no directory at its end") }
      return nil
    }
    let record = ZipBytes(tail[end...])
    guard var size = record.u32(12).map({ Int($0) }), var offset = record.u32(16).map({ Int($0) }) else {
      throw Self.corrupt(file, "unreadable end")
    }
    var directoryEnd = tailOffset + end
    if let large = try Self.zip64End(file, before: tailOffset + end) {
      (size, offset, directoryEnd) = large
    }
    guard size <= Self.largestDirectory, size <= directoryEnd, offset >= 0, size >= 0 else {
      throw Self.corrupt(file, "directory outside the file")
    }
    // Data prepended to the archive, by a browser or a mail program, shifts every offset.
    let start = directoryEnd - size
    guard offset <= start else { throw Self.corrupt(file, "directory outside the file") }
    range = start..<directoryEnd
    shift = start - offset
    try readEntries()
  }

  /// Keeps only the largest files: an archive can have millions.
  private mutating func readEntries() throws(ImportError) {
    var candidates = ZipCandidates()
    var hasEncryptedFile = false
    try forEachEntry { entry, _ in
      if entry.isFolder { return }
      if entry.isEncrypted {
        hasEncryptedFile = true
      } else if entry.method == .stored || entry.method == .deflated {
        candidates.add(entry)
      }
    }
    self.hasEncryptedFile = hasEncryptedFile
    entries = candidates.sorted
  }

  /// Reads the directory in chunks.
  ///
  /// - Parameter body: called with each entry and its name, which need not be UTF-8.
  func forEachEntry(_ body: (ZipEntry, ArraySlice<UInt8>) -> Void) throws(ImportError) {
    var position = range.lowerBound
    var piece: [UInt8] = []
    var offset = 0
    while position < range.upperBound || offset < piece.count {
      if piece.count - offset < Self.longestHeader, position < range.upperBound {
        let more = try file.bytes(at: position, count: min(1 << 20, range.upperBound - position))
        guard !more.isEmpty else { throw Self.corrupt(file, "the file became shorter") }
        piece.removeSubrange(..<offset)
        piece += more
        offset = 0
        position += more.count
      }
      guard let (entry, name, length) = Self.entry(piece[offset...], shift: shift) else {
        throw Self.corrupt(file, "unreadable directory")
      }
      offset += length
      body(entry, name)
    }
  }

  /// The entry at the beginning of the bytes, its name and the length of its header, nil if it is invalid.
  private static func entry(
    _ bytes: ArraySlice<UInt8>, shift: Int
  ) -> (entry: ZipEntry, name: ArraySlice<UInt8>, length: Int)? {
    let header = ZipBytes(bytes)
    guard header.u32(0) == 0x0201_4B50,
      let flags = header.u16(8), let method = header.u16(10), let crc = header.u32(16),
      let packed = header.u32(20), let unpacked = header.u32(24), let nameLength = header.u16(28),
      let extraLength = header.u16(30), let commentLength = header.u16(32), let offset = header.u32(42),
      let name = header[headerLength, nameLength], let extra = header[headerLength + nameLength, extraLength],
      header[headerLength + nameLength + extraLength, commentLength] != nil,
      let large = largeFields(extra, unpacked: unpacked, packed: packed, header: offset)
    else { return nil }
    let (headerOffset, isBeyond) = large.header.addingReportingOverflow(shift)
    guard !isBeyond else { return nil }
    let entry = ZipEntry(
      isFolder: name.last == UInt8(ascii: "/"), isXML: ZipEntry.isXML(name),
      method: method == 0 ? .stored : method == 8 ? .deflated : .unsupported(UInt16(method)),
      isEncrypted: flags & 1 != 0, crc: crc, packedSize: large.packed, unpackedSize: large.unpacked,
      hasLongSizes: unpacked == .max, headerOffset: headerOffset)
    return (entry, name, headerLength + nameLength + extraLength + commentLength)
  }

  /// The range of the entry's data.
  ///
  /// - Throws: `corruptZip` if it is not inside the file.
  static func data(of entry: ZipEntry, in file: OpenFile) throws(ImportError) -> Range<Int> {
    let header = ZipBytes(try file.bytes(at: entry.headerOffset, count: 30)[...])
    guard header.u32(0) == 0x0403_4B50, let name = header.u16(26), let extra = header.u16(28) else {
      throw corrupt(file, "an entry is not where the directory says")
    }
    // The header is inside the file, so nothing overflows.
    let start = entry.headerOffset + 30 + name + extra
    guard start <= file.size, entry.packedSize <= file.size - start else {
      throw corrupt(file, "an entry extends beyond the file")
    }
    return start..<start + entry.packedSize
  }

  static func corrupt(_ file: OpenFile, _ context: String) -> ImportError {
    ImportError(.corruptZip, path: file.path, context: context)
  }

  /// The end record's position in the tail: the last one whose comment fits.
  private static func lastSignature(in tail: [UInt8]) -> Int? {
    guard tail.count >= endLength else { return nil }
    for start in stride(from: tail.count - endLength, through: 0, by: -1) {
      guard tail[start] == 0x50, tail[start + 1] == 0x4B, tail[start + 2] == 0x05, tail[start + 3] == 0x06 else {
        continue
      }
      let comment = Int(tail[start + 20]) | Int(tail[start + 21]) << 8
      if start + endLength + comment <= tail.count { return start }
    }
    return nil
  }

  /// Size, offset and end of the directory from the zip64 record, nil if there is none.
  private static func zip64End(
    _ file: OpenFile, before end: Int
  ) throws(ImportError) -> (size: Int, offset: Int, end: Int)? {
    guard end >= 20 else { return nil }
    let locator = ZipBytes(try file.bytes(at: end - 20, count: 20)[...])
    guard locator.u32(0) == 0x0706_4B50 else { return nil }
    // The offset in the locator is wrong if data was prepended to the archive; the record is then still directly
    // before the locator, if it has no extensible data.
    for position in [locator.u64(8), end - 20 - 56] {
      guard let position, position >= 0, position <= end - 20 - 56 else { continue }
      let record = ZipBytes(try file.bytes(at: position, count: 56)[...])
      guard record.u32(0) == 0x0606_4B50, let size = record.u64(40), let offset = record.u64(48) else { continue }
      return (size, offset, position)
    }
    throw corrupt(file, "unreadable end")
  }

  /// Fields whose short form is at its maximum are in the extra field, in this order.
  private static func largeFields(
    _ extra: ArraySlice<UInt8>, unpacked: UInt32, packed: UInt32, header: UInt32
  ) -> (unpacked: Int, packed: Int, header: Int)? {
    var fields = (unpacked: Int(unpacked), packed: Int(packed), header: Int(header))
    guard unpacked == .max || packed == .max || header == .max else { return fields }
    let extra = ZipBytes(extra)
    var offset = 0
    while let tag = extra.u16(offset), let length = extra.u16(offset + 2) {
      if tag == 1, let block = extra[offset + 4, length] {
        let block = ZipBytes(block)
        var position = 0
        func take() -> Int? {
          defer { position += 8 }
          return block.u64(position)
        }
        if unpacked == .max {
          guard let value = take() else { return nil }
          fields.unpacked = value
        }
        if packed == .max {
          guard let value = take() else { return nil }
          fields.packed = value
        }
        if header == .max {
          guard let value = take() else { return nil }
          fields.header = value
        }
        return fields
      }
      offset += 4 + length
    }
    return nil
  }
}
