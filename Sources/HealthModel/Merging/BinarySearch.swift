extension Sequence {
  /// Without later elements that are equal to an earlier one, or have the same key.
  package func uniqued<Key: Hashable>(on key: (Element) -> Key) -> [Element] {
    var seen: Set<Key> = []
    return filter { seen.insert(key($0)).inserted }
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index whose element is in the second part of the collection; the end if there is none.
  ///
  /// - Parameter isInSecondPart: false for all elements of the first part, and true for all others.
  /// - Complexity: O(log n).
  @inlinable
  package func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isInSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
