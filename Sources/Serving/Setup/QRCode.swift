/// A QR code of bytes, according to ISO/IEC 18004, with error correction level M.
struct QRCode {
  /// Modules per side, without the quiet zone.
  let size: Int
  private var dark: [Bool]
  private var isFunction: [Bool]

  /// - Returns: nil for more than the maximum of 2,331 bytes.
  init?(_ bytes: [UInt8]) {
    guard let version = (1...40).first(where: { bytes.count <= QRVersion($0).byteCapacity }) else { return nil }
    let layout = QRVersion(version)
    size = layout.size
    dark = Array(repeating: false, count: size * size)
    isFunction = dark
    drawFunctionPatterns(layout)
    place(layout.interleave(layout.dataCodewords(bytes)))
    // The mask with the lowest penalty.
    var best: (penalty: Int, mask: Int) = (.max, 0)
    for mask in 0..<8 {
      applyMask(mask)
      drawFormat(mask)
      let penalty = penalty
      if penalty < best.penalty { best = (penalty, mask) }
      applyMask(mask)
    }
    applyMask(best.mask)
    drawFormat(best.mask)
  }

  /// Whether a module is dark; those outside are light.
  subscript(column: Int, row: Int) -> Bool {
    guard column >= 0, row >= 0, column < size, row < size else { return false }
    return dark[row * size + column]
  }

  private mutating func set(_ column: Int, _ row: Int, _ isDark: Bool) {
    dark[row * size + column] = isDark
    isFunction[row * size + column] = true
  }

  // MARK: - Patterns

  private mutating func drawFunctionPatterns(_ layout: QRVersion) {
    for index in 0..<size {
      set(6, index, index.isMultiple(of: 2))
      set(index, 6, index.isMultiple(of: 2))
    }
    for (column, row) in [(3, 3), (size - 4, 3), (3, size - 4)] { drawFinder(column, row) }
    let centers = layout.alignmentCenters
    for (i, column) in centers.enumerated() {
      for (j, row) in centers.enumerated() {
        let last = centers.count - 1
        // The three corners hold finders.
        if (i, j) != (0, 0), (i, j) != (0, last), (i, j) != (last, 0) { drawAlignment(column, row) }
      }
    }
    drawFormat(0)
    if layout.number >= 7 {
      let bits = QRVersion.versionBits(layout.number)
      for index in 0..<18 {
        let bit = bits >> index & 1 == 1
        set(size - 11 + index % 3, index / 3, bit)
        set(index / 3, size - 11 + index % 3, bit)
      }
    }
  }

  private mutating func drawFinder(_ column: Int, _ row: Int) {
    for y in -4...4 {
      for x in -4...4 where (0..<size).contains(column + x) && (0..<size).contains(row + y) {
        let distance = max(abs(x), abs(y))
        set(column + x, row + y, distance != 2 && distance != 4)
      }
    }
  }

  private mutating func drawAlignment(_ column: Int, _ row: Int) {
    for y in -2...2 {
      for x in -2...2 { set(column + x, row + y, max(abs(x), abs(y)) != 1) }
    }
  }

  private mutating func drawFormat(_ mask: Int) {
    let bits = QRVersion.formatBits(mask: mask)
    func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
    for index in 0...5 { set(8, index, bit(index)) }
    set(8, 7, bit(6))
    set(8, 8, bit(7))
    set(7, 8, bit(8))
    for index in 9..<15 { set(14 - index, 8, bit(index)) }
    for index in 0..<8 { set(size - 1 - index, 8, bit(index)) }
    for index in 8..<15 { set(8, size - 15 + index, bit(index)) }
    set(8, size - 8, true)
  }

  // MARK: - Data

  /// Places bits in pairs of columns from the right, alternately up and down.
  private mutating func place(_ codewords: [UInt8]) {
    var index = 0
    var right = size - 1
    while right >= 1 {
      if right == 6 { right = 5 }
      let isUpward = (right + 1) & 2 == 0
      for step in 0..<size {
        let row = isUpward ? size - 1 - step : step
        for column in [right, right - 1] where !isFunction[row * size + column] && index < codewords.count * 8 {
          dark[row * size + column] = codewords[index >> 3] >> UInt8(7 - index & 7) & 1 == 1
          index += 1
        }
      }
      right -= 2
    }
  }

  private mutating func applyMask(_ mask: Int) {
    for row in 0..<size {
      for column in 0..<size where !isFunction[row * size + column] {
        let flips =
          switch mask {
          case 0: (column + row).isMultiple(of: 2)
          case 1: row.isMultiple(of: 2)
          case 2: column.isMultiple(of: 3)
          case 3: (column + row).isMultiple(of: 3)
          case 4: (column / 3 + row / 2).isMultiple(of: 2)
          case 5: column * row % 2 + column * row % 3 == 0
          case 6: (column * row % 2 + column * row % 3).isMultiple(of: 2)
          default: ((column + row) % 2 + column * row % 3).isMultiple(of: 2)
          }
        if flips { dark[row * size + column].toggle() }
      }
    }
  }

  /// The penalty by the four rules of the standard.
  private var penalty: Int {
    var penalty = 0
    let finder = [true, false, true, true, true, false, true]
    for line in 0..<size {
      for isRow in [true, false] {
        let modules = (0..<size).map { isRow ? self[$0, line] : self[line, $0] }
        var run = 0
        for (index, module) in modules.enumerated() {
          run = index > 0 && modules[index - 1] == module ? run + 1 : 1
          if run == 5 { penalty += 3 } else if run > 5 { penalty += 1 }
        }
        for start in 0...(size - 7) where Array(modules[start..<start + 7]) == finder {
          func isLight(_ range: Range<Int>) -> Bool {
            range.allSatisfy { !modules.indices.contains($0) || !modules[$0] }
          }
          if isLight(start - 4..<start) || isLight(start + 7..<start + 11) { penalty += 40 }
        }
      }
    }
    for row in 0..<size - 1 {
      for column in 0..<size - 1 {
        let color = self[column, row]
        if color == self[column + 1, row], color == self[column, row + 1], color == self[column + 1, row + 1] {
          penalty += 3
        }
      }
    }
    let share = dark.count { $0 } * 20 / dark.count
    return penalty + (share >= 10 ? share - 10 : 9 - share) * 10
  }
}
