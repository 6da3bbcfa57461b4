import Foundation
import TestSupport
import Testing

@testable import HealthExport

/// Parquet files, read by a reader that is independent of the writer.
@Suite("Parquet files")
struct ParquetTests {
  private struct UnknownKind: Error {
    var kind: UInt8
  }

  /// A value in Thrift's compact protocol.
  private indirect enum Thrift {
    case number(Int64)
    case text(String)
    case list([Thrift])
    case fields([Int: Thrift])

    subscript(field: Int) -> Thrift? {
      if case .fields(let fields) = self { fields[field] } else { nil }
    }

    var int: Int? { if case .number(let number) = self { Int(number) } else { nil } }
    var string: String? { if case .text(let text) = self { text } else { nil } }
    var items: [Thrift] { if case .list(let items) = self { items } else { [] } }
  }

  private struct Reader {
    let bytes: [UInt8]
    var at: Int

    mutating func byte() -> UInt8 {
      defer { at += 1 }
      return bytes[at]
    }

    mutating func varint() -> UInt64 {
      var (value, shift): (UInt64, UInt64) = (0, 0)
      while true {
        let next = byte()
        value |= UInt64(next & 0x7F) << shift
        if next < 0x80 { return value }
        shift += 7
      }
    }

    mutating func zigzag() -> Int64 {
      let value = varint()
      return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    mutating func value(_ kind: UInt8) throws -> Thrift {
      switch kind {
      case 1, 2: return .number(kind == 1 ? 1 : 0)
      case 5, 6: return .number(zigzag())
      case 8:
        let count = Int(varint())
        defer { at += count }
        return .text(String(decoding: bytes[at..<at + count], as: UTF8.self))
      case 9:
        let head = byte()
        let count = head >> 4 == 15 ? Int(varint()) : Int(head >> 4)
        return .list(try (0..<count).map { _ in try value(head & 15) })
      case 12:
        var fields: [Int: Thrift] = [:]
        var field = 0
        while true {
          let head = byte()
          guard head != 0 else { return .fields(fields) }
          field = head >> 4 == 0 ? Int(zigzag()) : field + Int(head >> 4)
          fields[field] = try value(head & 15)
        }
      default: throw UnknownKind(kind: kind)
      }
    }

    mutating func number(_ count: Int) -> UInt64 {
      defer { at += count }
      return bytes[at..<at + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  /// The values of each column, by name.
  private static func read(_ bytes: [UInt8]) throws -> [String: [String?]] {
    let magic = Array("PAR1".utf8)
    #expect(bytes.starts(with: magic) && bytes.suffix(4) == magic[...])
    var tail = Reader(bytes: bytes, at: bytes.count - 8)
    let length = Int(tail.number(4))
    var footer = Reader(bytes: bytes, at: bytes.count - 8 - length)
    let file = try footer.value(12)
    #expect(footer.at == bytes.count - 8)
    let schema = try #require(file[2]?.items)
    #expect(schema.first?[5]?.int == schema.count - 1)
    for element in schema.dropFirst() where element[1]?.int == 2 {
      // Microseconds of instants in UTC.
      #expect(element[10]?[8]?[1]?.int == 1 && element[10]?[8]?[2]?[2] != nil)
    }
    var columns: [String: [String?]] = [:]
    for group in file[4]?.items ?? [] {
      let rows = try #require(group[3]?.int)
      for (chunk, element) in zip(group[1]?.items ?? [], schema.dropFirst()) {
        let metadata = try #require(chunk[3])
        let name = try #require(element[4]?.string)
        #expect(metadata[3]?.items.first?.string == name && metadata[1]?.int == element[1]?.int)
        var page = Reader(bytes: bytes, at: try #require(metadata[9]?.int))
        let start = page.at
        let header = try page.value(12)
        let size = try #require(header[3]?.int)
        let end = page.at + size
        #expect(end - start == metadata[7]?.int && header[5]?[1]?.int == rows && header[5]?[2]?.int == 0)
        let levelsEnd = Int(page.number(4)) + page.at
        var levels: [Bool] = []
        while page.at < levelsEnd {
          let run = page.varint()
          #expect(run & 1 == 0, "only runs are written")
          let isThere = page.byte() == 1
          levels += Array(repeating: isThere, count: Int(run >> 1))
        }
        #expect(levels.count == rows)
        columns[name, default: []] += levels.map { isThere -> String? in
          guard isThere else { return nil }
          switch metadata[1]?.int {
          case 2: return "\(Int64(bitPattern: page.number(8)))"
          case 5: return "\(Double(bitPattern: page.number(8)))"
          default:
            let count = Int(page.number(4))
            defer { page.at += count }
            return String(decoding: bytes[page.at..<page.at + count], as: UTF8.self)
          }
        }
        #expect(page.at == end)
      }
    }
    #expect(file[3]?.int == columns.values.first?.count ?? 0)
    return columns
  }

  @Test("contain all present and missing values, in one row group and in several", arguments: [0, 1, 700, 140_001])
  func values(count: Int) throws {
    var random = SplitMix(seed: UInt64(count))
    var bytes: [UInt8] = []
    var expected: [String: [String?]] = ["start": [], "value": [], "source": []]
    withUnsafeMutablePointer(to: &bytes) { file in
      var writer = ParquetWriter(columns: [("start", .timestamp), ("value", .double), ("source", .text)]) {
        file.pointee += $0
      }
      for row in 0..<count {
        let start = Int64.random(in: .min ... .max, using: &random)
        let value = row % 7 < 3 ? nil : Double.random(in: -1e9...1e9, using: &random)
        let source = row % 5 == 0 ? nil : row % 11 == 0 ? "" : "Zoë’s Watch \(row)"
        writer.append([.timestamp(start), value.map { .double($0) }, source.map { .text($0) }])
        expected["start"]?.append("\(start)")
        expected["value"]?.append(value.map { "\($0)" })
        expected["source"]?.append(source)
      }
      writer.end()
    }
    let read = try Self.read(bytes)
    #expect(count == 0 ? read.isEmpty : read == expected)
  }
}
