import HealthModel

/// Blanks the commands of deliveries in the pages of their table: they are this machine's, and no reader gets them.
///
/// A page is sent as it is in the file, so the bytes of the column are overwritten with spaces, which are no command, and
/// all unused bytes of these pages with zeros. Nothing is moved, so the pages remain a valid table. Freed pages contain
/// nothing: every writer overwrites what it deletes.
struct CommandSeal {
  /// The table's first page.
  let root: UInt32
  /// The position of the command in a record.
  let column: Int

  private static let table = "delivery"
  /// The most pages of the table; one has some tens of rows.
  private static let mostPages = 100_000

  /// nil if the store has no such table.
  ///
  /// - Throws: `StoreError`; a table of another shape is an error, because what it contains is unknown.
  init?(_ reader: PageReader, path: String) throws {
    guard
      let root = try reader.rows("SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name = '\(Self.table)'")
        .first.flatMap({ UInt32($0[0]) })
    else { return nil }
    self.root = root
    // Records without row ids begin with the key.
    let names = try reader.rows(
      "SELECT name FROM pragma_table_info('\(Self.table)') ORDER BY pk = 0, pk, cid")
    guard let column = names.firstIndex(of: ["command"]),
      try reader.rows("SELECT 1 FROM pragma_index_list('\(Self.table)') WHERE origin != 'pk'").isEmpty
    else {
      throw StoreError(
        .olderVersion, path: path, reason: "was written by an earlier version and must be upgraded first")
    }
    self.column = column
  }

  init(root: UInt32, column: Int) {
    (self.root, self.column) = (root, column)
  }

  private struct Malformed: Error {}

  /// The pages of the table as they may be sent.
  ///
  /// - Parameter page: reads a page.
  func sealed(pageSize: Int, page: (UInt32) throws -> [UInt8]) throws -> [UInt32: [UInt8]] {
    var sealed: [UInt32: [UInt8]] = [:]
    var waiting = [root]
    while let number = waiting.popLast() {
      guard sealed[number] == nil, sealed.count < Self.mostPages, number > 1 else { continue }
      let bytes = try page(number)
      do {
        var tree = Tree(bytes, pageSize: pageSize)
        var chains: [UInt32: [UInt8]] = [:]
        waiting += try tree.seal(column) { overflow in
          guard sealed[overflow] == nil, chains[overflow] == nil else { throw Malformed() }
          chains[overflow] = try page(overflow)
          return chains[overflow] ?? []
        } write: {
          chains[$0] = $1
        }
        sealed[number] = tree.bytes
        sealed.merge(chains) { first, _ in first }
      } catch is Malformed {
        // A damaged table: nothing of it is sent.
        sealed[number] = [UInt8](repeating: 0, count: pageSize)
      }
    }
    return sealed
  }

  /// A page of a table without row ids, as described in SQLite's "Database File Format".
  private struct Tree {
    var bytes: [UInt8]
    private let usable: Int
    private let isInterior: Bool
    /// Whether a byte is part of the structure or of a record.
    private var isUsed: [Bool]

    init(_ bytes: [UInt8], pageSize: Int) {
      self.bytes = bytes
      // Stores reserve no bytes at the end of pages.
      usable = pageSize
      isInterior = bytes.first == 2
      isUsed = [Bool](repeating: false, count: bytes.count)
    }

    private func number(_ offset: Int, _ count: Int) throws -> Int {
      guard offset >= 0, offset + count <= bytes.count else { throw Malformed() }
      return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }

    private mutating func use(_ range: Range<Int>) throws {
      guard range.lowerBound >= 0, range.upperBound <= bytes.count else { throw Malformed() }
      for index in range { isUsed[index] = true }
    }

    /// - Returns: the pages below.
    mutating func seal(
      _ column: Int, read: (UInt32) throws -> [UInt8], write: (UInt32, [UInt8]) -> Void
    ) throws -> [UInt32] {
      guard bytes.first == 2 || bytes.first == 10 else { throw Malformed() }
      let head = isInterior ? 12 : 8
      var children = isInterior ? [UInt32(try number(8, 4))] : []
      let count = try number(3, 2)
      try use(0..<head + 2 * count)
      var free = try number(1, 2)
      while free != 0 {
        try use(free..<free + 4)
        let next = try number(free, 2)
        guard next == 0 || next > free else { throw Malformed() }
        free = next
      }
      for index in 0..<count {
        var offset = try number(head + 2 * index, 2)
        let start = offset
        if isInterior {
          children.append(UInt32(try number(offset, 4)))
          offset += 4
        }
        let (size, length) = try Self.varint(bytes, offset)
        offset += length
        try seal(column, payload: size, at: offset, cell: start, read, write)
      }
      for index in bytes.indices where !isUsed[index] { bytes[index] = 0 }
      return children
    }

    private mutating func seal(
      _ column: Int, payload: Int, at offset: Int, cell: Int, _ read: (UInt32) throws -> [UInt8],
      _ write: (UInt32, [UInt8]) -> Void
    ) throws {
      guard payload >= 0, payload < 1 << 30 else { throw Malformed() }
      let most = (usable - 12) * 64 / 255 - 23
      let least = (usable - 12) * 32 / 255 - 23
      let surplus = least + (payload - least) % (usable - 4)
      let local = payload <= most ? payload : surplus <= most ? surplus : least
      let end = offset + local
      try use(cell..<(payload > local ? end + 4 : end))
      var record = Array(bytes[offset..<end])
      var chain: [(page: UInt32, bytes: [UInt8], count: Int)] = []
      var next = payload > local ? UInt32(try number(end, 4)) : 0
      while record.count < payload {
        guard next > 1 else { throw Malformed() }
        let bytes = try read(next)
        let count = min(payload - record.count, usable - 4)
        chain.append((next, bytes, count))
        record += bytes[4..<4 + count]
        next = UInt32(PatchFormat.numbers(bytes).0)
      }
      for index in try Self.range(ofColumn: column, in: record) { record[index] = UInt8(ascii: " ") }
      bytes.replaceSubrange(offset..<end, with: record[..<local])
      var done = local
      for (page, bytes, count) in chain {
        let rest = [UInt8](repeating: 0, count: bytes.count - 4 - count)
        write(page, bytes[..<4] + record[done..<done + count] + rest)
        done += count
      }
    }

    /// The bytes of a column's value.
    private static func range(ofColumn column: Int, in record: [UInt8]) throws -> Range<Int> {
      let (head, length) = try varint(record, 0)
      guard length <= head, head <= record.count else { throw Malformed() }
      var (offset, value) = (length, head)
      for index in 0... {
        // A record may lack its last columns.
        guard offset < head else { return 0..<0 }
        let (kind, length) = try varint(record, offset)
        offset += length
        let size = kind >= 12 ? (kind - 12) / 2 : [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0][max(0, kind)]
        guard size >= 0, size <= record.count - value else { throw Malformed() }
        if index == column { return value..<value + size }
        value += size
      }
      return 0..<0
    }

    private static func varint(_ bytes: [UInt8], _ offset: Int) throws -> (value: Int, length: Int) {
      var value = 0
      for index in 0..<9 {
        guard offset >= 0, offset + index < bytes.count else { throw Malformed() }
        let byte = bytes[offset + index]
        if index == 8 { return (value << 8 | Int(byte), 9) }
        value = value << 7 | Int(byte & 0x7F)
        if byte & 0x80 == 0 { return (value, index + 1) }
      }
      throw Malformed()
    }
  }
}
