#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Double {
  /// The shortest decimal text that restores the number: `8000`, `7.5`.
  package var shortText: String {
    if let whole = Int(exactly: self), whole.magnitude < 1 << 53 { return String(whole) }
    return description
  }
}

extension Int {
  /// `07`: as on clocks and in dates.
  package var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}

extension StringProtocol {
  /// The same with an upper-case first letter, as HealthKit derives the names of constants from those of cases.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension UInt8 {
  package var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  package var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}

package enum SystemError {
  /// `permission denied`: a number of `errno` in words.
  package static func text(_ number: Int32) -> String { String(cString: strerror(number)).lowercased() }
}

package enum FNV {
  package static let basis: UInt64 = 0xCBF2_9CE4_8422_2325

  /// FNV-1a: finds equal texts without comparing them all. Constructing two with the same hash is easy.
  @inlinable
  package static func hash(_ bytes: some Sequence<UInt8>, basis: UInt64 = basis) -> UInt64 {
    bytes.reduce(basis) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
