import TerminalModel
import Testing

@testable import Graphics

@Suite struct SymbolSetTests {
  /// The symbol that inks the area marked with #; the pattern is stretched to the cell.
  private func symbol(_ level: GlyphLevel, _ picture: [String]) -> Unicode.Scalar? {
    let lines = picture.map { Array($0) }
    let wanted = SymbolMask { x, y in
      let line = lines[Int(y * Double(lines.count))]
      return line[Int(x * Double(line.count))] == "#"
    }
    for partition in SymbolSet.of(level).partitions {
      if isSame(partition.mask, wanted, isReverse: false) { return partition.symbol }
      if isSame(partition.mask, wanted, isReverse: true) { return partition.reverse }
    }
    return nil
  }

  private func isSame(_ mask: SymbolMask, _ other: SymbolMask, isReverse: Bool) -> Bool {
    for (a, b) in zip(mask.rows, other.rows) {
      let wanted: SIMD8<Float> = isReverse ? 1 - b : b
      let difference: SIMD8<Float> = a - wanted
      if (difference * difference).sum() > 0.001 { return false }
    }
    return true
  }

  @Test func `blocks have the shapes that Unicode defines`() {
    #expect(symbol(.block, ["##", ".."]) == "▀")
    #expect(symbol(.block, ["#.", ".#"]) == "▚")
    #expect(symbol(.block, ["##", "#."]) == "▛")
    #expect(symbol(.block, [".", ".", ".", ".", ".", "#", "#", "#"]) == "▃")
    #expect(symbol(.block, ["###....."]) == "▍")
    #expect(symbol(.block, [".......#"]) == "▕")
  }

  @Test func `sextants have the shapes that Unicode defines`() {
    #expect(symbol(.legacy, ["#.", "..", ".."]) == "\u{1FB00}")
    #expect(symbol(.legacy, [".#", "#.", "#."]) == "\u{1FB14}")
    #expect(symbol(.legacy, ["##", "##", ".#"]) == "\u{1FB2C}")
    #expect(symbol(.legacy, [".#", "##", "##"]) == "\u{1FB3B}")
  }

  @Test func `octants have the shapes that Unicode defines`() {
    #expect(symbol(.octant, ["..", "#.", "..", ".."]) == "\u{1CD00}")
    #expect(symbol(.octant, ["##", "##", "##", ".#"]) == "\u{1CDAB}")
    #expect(symbol(.octant, [".#", "##", "##", "##"]) == "\u{1CDE5}")
  }

  @Test func `each wedge inks the corner in its name`() throws {
    // U+1FB3C lower left, U+1FB47 lower right, U+1FB57 upper left, U+1FB52 upper right.
    let corners: [(Unicode.Scalar, row: Int, column: Int)] = [
      ("\u{1FB3C}", 15, 0), ("\u{1FB47}", 15, 7), ("\u{1FB57}", 0, 0), ("\u{1FB62}", 0, 7), ("\u{1FB52}", 0, 7),
    ]
    for (symbol, row, column) in corners {
      let place = try #require(SymbolSet.of(.legacy).places[symbol])
      let ink = SymbolSet.of(.legacy).partitions[place.partition].mask.rows[row][column]
      #expect(ink == (place.isReverse ? 0 : 1), "U+\(String(symbol.value, radix: 16))")
    }
  }

  @Test func `quarters are at the side in their name`() throws {
    let sides: [(Unicode.Scalar, row: Int, column: Int)] = [
      ("\u{1FB6C}", 8, 0), ("\u{1FB6D}", 0, 4), ("\u{1FB6E}", 8, 7), ("\u{1FB6F}", 15, 4),
    ]
    for (symbol, row, column) in sides {
      let place = try #require(SymbolSet.of(.legacy).places[symbol])
      #expect(SymbolSet.of(.legacy).partitions[place.partition].mask.rows[row][column] > 0.4)
      #expect(SymbolSet.of(.legacy).partitions[place.partition].mask.rows[15 - row][7 - column] < 0.1)
    }
  }

  @Test(arguments: [(GlyphLevel.ascii, 0), (.block, 19), (.legacy, 75), (.octant, 193)])
  func `every level has its number of partitions, each with a symbol that occurs once`(level: GlyphLevel, count: Int) {
    let partitions = SymbolSet.of(level).partitions
    #expect(partitions.count == count)
    let symbols = partitions.flatMap { [$0.symbol, $0.reverse].compactMap { $0 } }
    #expect(Set(symbols).count == symbols.count)
    #expect(partitions.allSatisfy { $0.symbol != nil })
    #expect(symbols.allSatisfy { TextWidth.columns(of: $0) == 1 })
  }

  @Test func `octants and sextants use every code point of their blocks`() {
    let symbols = Set(SymbolSet.of(.octant).partitions.flatMap { [$0.symbol, $0.reverse].compactMap { $0?.value } })
    #expect((UInt32(0x1FB00)...0x1FB6F).allSatisfy(symbols.contains))
    #expect((UInt32(0x1CD00)...0x1CDE5).filter { !symbols.contains($0) } == [])
  }
}
