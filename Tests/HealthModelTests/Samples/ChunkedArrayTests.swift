import HealthModel
import Testing

@Suite("Chunked arrays")
struct ChunkedArrayTests {
  @Test("a copy keeps what it had while the original grows and is replaced")
  func copies() {
    var list: ChunkedArray<Int> = []
    var copies: [ChunkedArray<Int>] = []
    for number in 0..<1_000 {
      if number.isMultiple(of: 37) { copies.append(list) }
      list.append(number)
    }
    #expect(Array(list) == Array(0..<1_000))
    #expect(list[255] == 255 && list[256] == 256)
    #expect(Array(list.dropFirst(990)) == Array(990..<1_000))
    list.replaceAll(with: -1)
    list.append(7)
    #expect(Array(list) == Array(repeating: -1, count: 1_000) + [7])
    for (index, copy) in copies.enumerated() { #expect(Array(copy) == Array(0..<index * 37)) }
  }

  @Test("replacing keeps the number of elements", arguments: [0, 1, 255, 256, 257, 512])
  func replacing(count: Int) {
    var list = ChunkedArray(0..<count)
    list.replaceAll(with: 9)
    #expect(Array(list) == Array(repeating: 9, count: count))
  }
}
