import TerminalModel

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Double {
  var log10: Double {
    #if canImport(Darwin)
      Darwin.log10(self)
    #else
      Glibc.log10(self)
    #endif
  }
}

extension String {
  /// The texts between an opening and the next unescaped closing.
  func components(between opening: String, and closing: String) -> [String] {
    split(separator: opening, omittingEmptySubsequences: true).map { part in
      part.hasSuffix(closing) ? String(part.dropLast(closing.count)) : String(part)
    }
  }
}

/// A sixel screen that follows the VT340 manual, one sixel at a time and without regard to speed.
struct SixelScreen {
  private(set) var image: RasterImage

  /// Nil if the bytes are not a sixel sequence, or draw outside the screen.
  init?(_ bytes: [UInt8], width: Int, height: Int) {
    image = RasterImage(width: width, height: height)
    guard bytes.starts(with: Array("\u{1B}P".utf8)), bytes.suffix(2) == [0x1B, 0x5C],
      let start = bytes.firstIndex(of: UInt8(ascii: "q"))
    else { return nil }
    var place = start + 1
    let end = bytes.count - 2
    func number() -> Int {
      var value = 0
      while place < end, (0x30...0x39).contains(bytes[place]) {
        value = value * 10 + Int(bytes[place] - 0x30)
        place += 1
      }
      return value
    }
    func numbers() -> [Int] {
      var values = [number()]
      while place < end, bytes[place] == UInt8(ascii: ";") {
        place += 1
        values.append(number())
      }
      return values
    }
    var palette: [Int: [UInt8]] = [:]
    var (color, x, y, repeats) = (0, 0, 0, 1)
    while place < end {
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: "\""): _ = numbers()
      case UInt8(ascii: "#"):
        let values = numbers()
        color = values[0]
        if values.count == 5 { palette[color] = values[2...].map { UInt8(($0 * 255 + 50) / 100) } }
      case UInt8(ascii: "!"): repeats = number()
      case UInt8(ascii: "$"): x = 0
      case UInt8(ascii: "-"):
        x = 0
        y += 6
      case 0x3F...0x7E:
        for _ in 0..<repeats {
          for row in 0..<6 where (byte - 0x3F) >> UInt8(row) & 1 == 1 {
            guard x < width, y + row < height, let channels = palette[color] else { return nil }
            let pixel = 4 * ((y + row) * width + x)
            image.bytes.replaceSubrange(pixel..<pixel + 4, with: channels + [255])
          }
          x += 1
        }
        repeats = 1
      default: return nil
      }
    }
  }
}

/// One command of kitty's graphics protocol.
struct KittyCommand {
  var keys: [String: String]
  var payload: [UInt8]

  static func all(in bytes: [UInt8]) -> [KittyCommand] {
    String(decoding: bytes, as: UTF8.self).components(between: "\u{1B}_G", and: "\u{1B}\\").map { text in
      let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
      let keys = parts[0].split(separator: ",").map { $0.split(separator: "=", maxSplits: 1) }
      return KittyCommand(
        keys: Dictionary(keys.map { (String($0[0]), String($0[1])) }) { first, _ in first },
        payload: parts.count > 1 ? Array(parts[1].utf8) : [])
    }
  }
}
