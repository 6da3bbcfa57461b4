/// Writes a table as an Apache Parquet file: flat optional columns, plain encoding without compression, in row
/// groups, so that only some thousands of rows are in memory.
package struct ParquetWriter {
  package enum Kind {
    /// Microseconds since 1970 in UTC.
    case timestamp
    case double
    case text

    /// The physical types, as numbered in the format.
    fileprivate var physical: Int {
      switch self {
      case .timestamp: 2
      case .double: 5
      case .text: 6
      }
    }

    /// The converted type; nil if there is none.
    fileprivate var meaning: Int? {
      switch self {
      case .timestamp: 10
      case .double: nil
      case .text: 0
      }
    }

    /// The logical type, which only for instants says more: that they are in UTC, and not by an unknown clock.
    fileprivate var logical: ThriftStruct? {
      guard case .timestamp = self else { return nil }
      var unit = ThriftStruct()
      // Microseconds.
      unit.add(2, ThriftStruct())
      var timestamp = ThriftStruct()
      timestamp.addTrue(1)
      timestamp.add(2, unit)
      var type = ThriftStruct()
      type.add(8, timestamp)
      return type
    }
  }

  package enum Value {
    case timestamp(Int64)
    case double(Double)
    case text(String)
  }

  private struct Column {
    let name: String
    let kind: Kind
    /// The values that are present, one after the other.
    var values: [UInt8] = []
    /// The definition levels, run-length encoded.
    var runs: [(isThere: Bool, count: Int)] = []

    mutating func append(_ value: Value?) {
      if runs.last?.isThere == (value != nil) {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((value != nil, 1))
      }
      switch value {
      case .timestamp(let number): values += littleEndian(UInt64(bitPattern: number), 8)
      case .double(let number): values += littleEndian(number.bitPattern, 8)
      case .text(let text): values += littleEndian(UInt64(text.utf8.count), 4) + Array(text.utf8)
      case nil: break
      }
    }
  }

  private var columns: [Column]
  private let write: ([UInt8]) -> Void
  private var offset = 0
  private var rows = 0
  private var rowsOfGroup = 0
  private var bytesOfGroup = 0
  private var groups: [ThriftStruct] = []

  private static let magic = Array("PAR1".utf8)
  /// A group is written at this number of rows or bytes: page sizes are limited to 31 bits.
  private static let mostRows = 65_536
  private static let mostBytes = 64 << 20

  /// - Parameter write: receives the next bytes of the file.
  package init(columns: [(name: String, kind: Kind)], write: @escaping ([UInt8]) -> Void) {
    self.columns = columns.map { Column(name: $0.name, kind: $0.kind) }
    self.write = write
    put(Self.magic)
  }

  private mutating func put(_ bytes: [UInt8]) {
    write(bytes)
    offset += bytes.count
  }

  /// Adds a row: a value for each column, nil for a missing one.
  package mutating func append(_ row: [Value?]) {
    for index in columns.indices {
      columns[index].append(index < row.count ? row[index] : nil)
      if case .text(let text)? = index < row.count ? row[index] : nil { bytesOfGroup += text.utf8.count }
    }
    rowsOfGroup += 1
    if rowsOfGroup == Self.mostRows || bytesOfGroup >= Self.mostBytes { writeGroup() }
  }

  /// Writes the remaining rows and the footer.
  package mutating func end() {
    writeGroup()
    var root = ThriftStruct()
    root.add(4, text: "schema")
    root.add(5, int32: columns.count)
    var file = ThriftStruct()
    file.add(1, int32: 1)
    file.add(
      2,
      list: [root]
        + columns.map { column in
          var element = ThriftStruct()
          element.add(1, int32: column.kind.physical)
          // `OPTIONAL`.
          element.add(3, int32: 1)
          element.add(4, text: column.name)
          if let meaning = column.kind.meaning { element.add(6, int32: meaning) }
          if let logical = column.kind.logical { element.add(10, logical) }
          return element
        })
    file.add(3, int64: rows)
    file.add(4, list: groups)
    file.add(6, text: "ringtop")
    let footer = file.bytes
    put(footer + littleEndian(UInt64(footer.count), 4) + Self.magic)
  }

  private mutating func writeGroup() {
    guard rowsOfGroup > 0 else { return }
    let start = offset
    var chunks: [ThriftStruct] = []
    for index in columns.indices {
      chunks.append(writePage(columns[index]))
      columns[index].values.removeAll(keepingCapacity: true)
      columns[index].runs.removeAll(keepingCapacity: true)
    }
    var group = ThriftStruct()
    group.add(1, list: chunks)
    group.add(2, int64: offset - start)
    group.add(3, int64: rowsOfGroup)
    groups.append(group)
    rows += rowsOfGroup
    rowsOfGroup = 0
    bytesOfGroup = 0
  }

  /// Writes one page with all values of a column in the group.
  ///
  /// - Returns: its metadata.
  private mutating func writePage(_ column: Column) -> ThriftStruct {
    var levels: [UInt8] = []
    for run in column.runs {
      levels += ThriftStruct.varint(UInt64(run.count) << 1)
      levels.append(run.isThere ? 1 : 0)
    }
    let content = littleEndian(UInt64(levels.count), 4) + levels + column.values
    var data = ThriftStruct()
    data.add(1, int32: rowsOfGroup)
    // Plain values; run-length encoded levels.
    data.add(2, int32: 0)
    data.add(3, int32: 3)
    data.add(4, int32: 3)
    var header = ThriftStruct()
    header.add(1, int32: 0)
    header.add(2, int32: content.count)
    header.add(3, int32: content.count)
    header.add(5, data)
    let start = offset
    put(header.bytes)
    put(content)
    var metadata = ThriftStruct()
    metadata.add(1, int32: column.kind.physical)
    metadata.add(2, list: [0, 3])
    metadata.add(3, list: [column.name])
    metadata.add(4, int32: 0)
    metadata.add(5, int64: rowsOfGroup)
    metadata.add(6, int64: offset - start)
    metadata.add(7, int64: offset - start)
    metadata.add(9, int64: start)
    var chunk = ThriftStruct()
    chunk.add(2, int64: start)
    chunk.add(3, metadata)
    return chunk
  }
}

private func littleEndian(_ value: UInt64, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
}
