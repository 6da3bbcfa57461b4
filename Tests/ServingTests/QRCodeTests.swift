import Testing

@testable import Serving

@Suite("A QR code")
struct QRCodeTests {
  @Test("is as small as the standard's table of capacities allows")
  func capacities() {
    for (version, bytes) in [1: 14, 2: 26, 7: 122, 40: 2_331] {
      #expect(QRCode([UInt8](repeating: 200, count: bytes))?.size == 17 + 4 * version)
    }
    #expect(QRCode([UInt8](repeating: 200, count: 2_332)) == nil)
    #expect(QRCode([]) == nil)
  }

  /// The standard's words for level M and each mask.
  private static let formats = [
    0b101_0100_0001_0010, 0b101_0001_0010_0101, 0b101_1110_0111_1100, 0b101_1011_0100_1011, 0b100_0101_1111_1001,
    0b100_0000_1100_1110, 0b100_1111_1001_0111, 0b100_1010_1010_0000,
  ]

  /// Reads a code of at most version 3, whose codewords are in one block, without its error correction.
  private func read(_ code: QRCode) -> [UInt8]? {
    let size = code.size
    let version = (size - 17) / 4
    var format = 0
    for (column, row) in [(8, 0), (8, 1), (8, 2), (8, 3), (8, 4), (8, 5), (8, 7), (8, 8), (7, 8)].reversed() {
      format = format << 1 | (code[column, row] ? 1 : 0)
    }
    guard let mask = Self.formats.firstIndex(where: { $0 & 0x1FF == format }) else { return nil }
    func isData(_ x: Int, _ y: Int) -> Bool {
      if (x < 9 && y < 9) || (x < 9 && y >= size - 8) || (x >= size - 8 && y < 9) || x == 6 || y == 6 { return false }
      let center = size - 7
      return version == 1 || abs(x - center) > 2 || abs(y - center) > 2
    }
    func flips(_ j: Int, _ i: Int) -> Bool {
      [
        (i + j) % 2, i % 2, j % 3, (i + j) % 3, (i / 2 + j / 3) % 2, i * j % 2 + i * j % 3, (i * j % 2 + i * j % 3) % 2,
        ((i + j) % 2 + i * j % 3) % 2,
      ][mask] == 0
    }
    var bits: [Bool] = []
    var columns = Array(stride(from: size - 1, through: 7, by: -2)) + [5, 3, 1]
    var isUpward = true
    while !columns.isEmpty {
      let right = columns.removeFirst()
      for y in isUpward ? Array((0..<size).reversed()) : Array(0..<size) {
        for x in [right, right - 1] where isData(x, y) { bits.append(code[x, y] != flips(x, y)) }
      }
      isUpward.toggle()
    }
    func number(_ start: Int, _ count: Int) -> Int { bits[start..<start + count].reduce(0) { $0 << 1 | ($1 ? 1 : 0) } }
    guard number(0, 4) == 4 else { return nil }
    return (0..<number(4, 8)).map { UInt8(number(12 + 8 * $0, 8)) }
  }

  @Test("is decoded to the same bytes, whatever they are", arguments: 1...42)
  func readBack(count: Int) throws {
    // Beyond ASCII, so that the mode is always that of bytes.
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + count) | 0x80 }
    let code = try #require(QRCode(bytes))
    #expect(read(code) == bytes)
    #expect(QRText.lines(code, isASCII: true, isColored: false).count == code.size + 8)
    #expect(QRText.lines(code, isASCII: false, isColored: false).count == (code.size + 9) / 2)
  }
}
