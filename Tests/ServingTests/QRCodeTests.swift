import Testing

@testable import Serving

@Suite("A QR code")
struct QRCodeTests {
  @Test("computes error correction with the standard's polynomials")
  func correction() {
    // The well-known example of HELLO WORLD in version 1-M.
    let data: [UInt8] = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17]
    #expect(ReedSolomon.remainder(data, degree: 10) == [196, 35, 39, 119, 235, 215, 231, 226, 93, 23])
  }

  @Test("encodes its level, mask and version as in the standard's tables")
  func formats() {
    let formats = [
      0b101_0100_0001_0010, 0b101_0001_0010_0101, 0b101_1110_0111_1100, 0b101_1011_0100_1011, 0b100_0101_1111_1001,
      0b100_0000_1100_1110, 0b100_1111_1001_0111, 0b100_1010_1010_0000,
    ]
    #expect((0..<8).map(QRVersion.formatBits) == formats)
    #expect(QRVersion.versionBits(7) == 0b00_0111_1100_1001_0100)
    #expect(QRVersion.versionBits(40) == 0b10_1000_1100_0110_1001)
  }

  @Test("has the capacity given in the standard's table")
  func capacities() {
    let capacities = [1: 14, 2: 26, 3: 42, 4: 62, 5: 84, 6: 106, 7: 122, 10: 213, 20: 666, 32: 1_538, 40: 2_331]
    for (version, bytes) in capacities { #expect(QRVersion(version).byteCapacity == bytes) }
    #expect(QRVersion(7).alignmentCenters == [6, 22, 38])
    #expect(QRVersion(32).alignmentCenters == [6, 34, 60, 86, 112, 138])
    #expect(QRVersion(40).alignmentCenters == [6, 30, 58, 86, 114, 142, 170])
    #expect(QRCode([UInt8](repeating: 65, count: 2_331))?.size == 177)
    #expect(QRCode([UInt8](repeating: 65, count: 2_332)) == nil)
  }

  /// Reads a code of at most version 3, whose codewords are in one block, without its error correction.
  private func read(_ code: QRCode) -> [UInt8]? {
    let size = code.size
    let version = (size - 17) / 4
    var format = 0
    for (column, row) in [(8, 0), (8, 1), (8, 2), (8, 3), (8, 4), (8, 5), (8, 7), (8, 8), (7, 8)].reversed() {
      format = format << 1 | (code[column, row] ? 1 : 0)
    }
    guard let mask = (0..<8).first(where: { QRVersion.formatBits(mask: $0) & 0x1FF == format }) else { return nil }
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

  @Test("is decoded to the same bytes, whatever they are", arguments: 0...42)
  func readBack(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + count) }
    let code = try #require(QRCode(bytes))
    #expect(read(code) == bytes)
    #expect(QRText.lines(code, isASCII: true, isColored: false).count == code.size + 8)
    #expect(QRText.lines(code, isASCII: false, isColored: false).count == (code.size + 9) / 2)
  }
}
