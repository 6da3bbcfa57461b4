/// A version (size) of QR codes with error correction level M: the layout of its codewords.
struct QRVersion {
  /// 1 to 40.
  let number: Int

  init(_ number: Int) {
    self.number = number
  }

  var size: Int { number * 4 + 17 }

  private static let correctionPerBlock = [
    10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28,
    28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
  ]
  private static let blockCounts = [
    1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33,
    35,
    37, 38, 40, 43, 45, 47, 49,
  ]

  private var correction: Int { Self.correctionPerBlock[number - 1] }
  private var blocks: Int { Self.blockCounts[number - 1] }

  /// The total number of codewords.
  private var codewords: Int {
    var modules = (16 * number + 128) * number + 64
    if number >= 2 {
      let alignments = number / 7 + 2
      modules -= (25 * alignments - 10) * alignments - 55
      if number >= 7 { modules -= 36 }
    }
    return modules / 8
  }

  private var dataCapacity: Int { codewords - correction * blocks }
  private var lengthBits: Int { number < 10 ? 8 : 16 }

  /// The number of bytes that fit in byte mode.
  var byteCapacity: Int { (dataCapacity * 8 - 4 - lengthBits) / 8 }

  var alignmentCenters: [Int] {
    guard number > 1 else { return [] }
    let count = number / 7 + 2
    let step = number == 32 ? 26 : (number * 4 + count * 2 + 1) / (count * 2 - 2) * 2
    return [6] + (0..<count - 1).map { size - 7 - $0 * step }.reversed()
  }

  // MARK: - Codewords

  /// The bytes preceded by their mode and length, and followed by the padding.
  func dataCodewords(_ bytes: [UInt8]) -> [UInt8] {
    var bits: [Bool] = []
    func append(_ value: Int, _ count: Int) {
      for index in (0..<count).reversed() { bits.append(value >> index & 1 == 1) }
    }
    append(0b0100, 4)
    append(bytes.count, lengthBits)
    for byte in bytes { append(Int(byte), 8) }
    append(0, min(4, dataCapacity * 8 - bits.count))
    append(0, (8 - bits.count % 8) % 8)
    var codewords = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(0 as UInt8) { $0 << 1 | ($1 ? 1 : 0) }
    }
    var isFirst = true
    while codewords.count < dataCapacity {
      codewords.append(isFirst ? 0xEC : 0x11)
      isFirst.toggle()
    }
    return codewords
  }

  /// The data in blocks with their error correction, with the codewords of the blocks interleaved.
  func interleave(_ data: [UInt8]) -> [UInt8] {
    let short = dataCapacity / blocks
    let longBlocks = dataCapacity % blocks
    var parts: [(data: [UInt8], correction: [UInt8])] = []
    var start = 0
    for block in 0..<blocks {
      let length = short + (block >= blocks - longBlocks ? 1 : 0)
      let part = Array(data[start..<start + length])
      parts.append((part, ReedSolomon.remainder(part, degree: correction)))
      start += length
    }
    var result: [UInt8] = []
    for index in 0...short {
      for part in parts where index < part.data.count { result.append(part.data[index]) }
    }
    for index in 0..<correction {
      for part in parts { result.append(part.correction[index]) }
    }
    return result
  }

  // MARK: - Format and version information

  /// Level M and the mask, protected by a BCH code.
  static func formatBits(mask: Int) -> Int {
    // Level M is 00.
    protected(mask, generator: 0x537, degree: 10) ^ 0x5412
  }

  static func versionBits(_ number: Int) -> Int {
    protected(number, generator: 0x1F25, degree: 12)
  }

  private static func protected(_ value: Int, generator: Int, degree: Int) -> Int {
    var rest = value
    for _ in 0..<degree { rest = rest << 1 ^ (rest >> (degree - 1)) * generator }
    return value << degree | rest
  }
}

/// Reed-Solomon error correction over bytes, with the polynomial 0x11D.
enum ReedSolomon {
  static func remainder(_ data: [UInt8], degree: Int) -> [UInt8] {
    let divisor = divisor(degree)
    var rest = [UInt8](repeating: 0, count: degree)
    for byte in data {
      let factor = byte ^ rest.removeFirst()
      rest.append(0)
      for index in rest.indices { rest[index] ^= multiply(divisor[index], factor) }
    }
    return rest
  }

  /// The coefficients of (x - 1)(x - 2)(x - 4)…, without the leading one.
  private static func divisor(_ degree: Int) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: degree - 1) + [1]
    var root: UInt8 = 1
    for _ in 0..<degree {
      for index in result.indices {
        result[index] = multiply(result[index], root) ^ (index + 1 < degree ? result[index + 1] : 0)
      }
      root = multiply(root, 2)
    }
    return result
  }

  static func multiply(_ left: UInt8, _ right: UInt8) -> UInt8 {
    var product = 0
    for index in (0..<8).reversed() {
      product = product << 1 ^ (product >> 7) * 0x11D
      product ^= Int(right >> UInt8(index) & 1) * Int(left)
    }
    return UInt8(truncatingIfNeeded: product)
  }
}
