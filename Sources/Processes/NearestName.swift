/// Suggests a name for a mistyped one.
package enum NearestName {
  /// The name with the smallest edit distance; nil if none is near.
  package static func find(_ word: String, in names: some Sequence<String>) -> String? {
    let limit = max(1, word.count / 3)
    return names.map { (name: $0, distance: distance(word.lowercased(), $0.lowercased())) }
      .filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.name
  }

  /// The number of insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
  static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    var rows = [Array(0...second.count)]
    for row in 0..<first.count {
      var next = [row + 1]
      for column in 0..<second.count {
        let isSame = first[row] == second[column]
        var best = min(rows[row][column + 1] + 1, next[column] + 1, rows[row][column] + (isSame ? 0 : 1))
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          best = min(best, rows[row - 1][column - 1] + 1)
        }
        next.append(best)
      }
      rows.append(next)
    }
    return rows[first.count][second.count]
  }
}
