import HealthModel
import Testing

@Suite("Chunked arrays")
struct ChunkedArrayTests {
  @Test("a copy keeps its elements while the original grows and forgets")
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
    list.forgetAll()
    list.append(7)
    #expect(Array(list) == [7])
    for (index, copy) in copies.enumerated() { #expect(Array(copy) == Array(0..<index * 37)) }
  }

  @Test("indices continue after all elements are forgotten", arguments: [0, 1, 255, 256, 257, 512])
  func forgetting(count: Int) {
    var list = ChunkedArray(0..<count)
    list.forgetAll()
    #expect(list.isEmpty)
    for number in 0..<300 { list.append(number) }
    #expect(list.indices == count..<count + 300)
    #expect(list[count] == 0 && list[count + 256] == 256)
    list.forgetAll()
    #expect(list.startIndex == count + 300)
  }
}
