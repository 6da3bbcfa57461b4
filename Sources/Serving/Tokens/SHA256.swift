/// The hash of FIPS 180-4, under which tokens are kept: they are random, so nothing slower is needed.
struct SHA256: Hashable, Sendable {
  private let words: [UInt32]

  private static let primes: [Double] =
    // The 64th prime is 311.
    (2...311).filter { number in !(2..<number).contains { number.isMultiple(of: $0) } }.map(Double.init)

  init(_ message: some Sequence<UInt8>) {
    let constants = Self.constants
    var bytes = Array(message)
    let bits = UInt64(bytes.count) * 8
    bytes.append(0x80)
    while bytes.count % 64 != 56 { bytes.append(0) }
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
    var state = Self.start
    for block in stride(from: 0, to: bytes.count, by: 64) {
      var schedule = (0..<16).map { word in
        (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[block + 4 * word + $1]) }
      }
      for index in 16..<64 {
        let (early, late) = (schedule[index - 15], schedule[index - 2])
        let first = Self.rotate(early, 7) ^ Self.rotate(early, 18) ^ early >> 3
        let second = Self.rotate(late, 17) ^ Self.rotate(late, 19) ^ late >> 10
        schedule.append(schedule[index - 16] &+ first &+ schedule[index - 7] &+ second)
      }
      var (a, b, c, d) = (state[0], state[1], state[2], state[3])
      var (e, f, g, h) = (state[4], state[5], state[6], state[7])
      for index in 0..<64 {
        let sum = Self.rotate(e, 6) ^ Self.rotate(e, 11) ^ Self.rotate(e, 25)
        let added = h &+ sum &+ (e & f ^ ~e & g) &+ constants[index] &+ schedule[index]
        let other = Self.rotate(a, 2) ^ Self.rotate(a, 13) ^ Self.rotate(a, 22)
        (h, g, f, e) = (g, f, e, d &+ added)
        (d, c, b, a) = (c, b, a, added &+ other &+ (a & b ^ a & c ^ b & c))
      }
      for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
    }
    words = state
  }

  /// 64 hexadecimal digits.
  var text: String {
    words.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

  /// The first 32 bits of the fractional parts of the primes' square roots, and of their cube roots.
  private static let start = primes.prefix(8).map { fraction($0.squareRoot()) }
  private static let constants = primes.map { fraction(cubeRoot($0)) }

  private static func fraction(_ number: Double) -> UInt32 { UInt32((number - number.rounded(.down)) * 4_294_967_296) }

  private static func cubeRoot(_ number: Double) -> Double {
    (0..<64).reduce(number) { root, _ in (2 * root + number / (root * root)) / 3 }
  }
}
