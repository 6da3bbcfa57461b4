/// The elements whose end tag has not been read yet, starting with the one directly under HealthData.
///
/// Elements nested deeper than in any export are only counted, and whether an element is open is known without
/// searching all of them, so that a file that contains only tags takes constant memory and linear time.
struct OpenElements {
  private var elements: [AppleElement] = []
  /// How many of each kind are open.
  private var counts = [Int](repeating: 0, count: AppleElement.allCases.count)
  /// The number of elements below the deepest one that is tracked.
  private var hidden = 0

  init() {
    elements.reserveCapacity(ExportLimits.deepest)
  }

  var isEmpty: Bool { elements.isEmpty }
  var count: Int { elements.count }
  var first: AppleElement? { elements.first }

  /// The innermost one, also nil if it is nested too deeply to be tracked.
  var last: AppleElement? { hidden > 0 ? nil : elements.last }

  func contains(_ element: AppleElement) -> Bool {
    counts[element.rawValue] > 0
  }

  func lastIndex(of element: AppleElement) -> Int? {
    elements.lastIndex(of: element)
  }

  /// Whether one of them can be the element's parent.
  func canHold(_ element: AppleElement) -> Bool {
    elements.contains { $0.holds(element) }
  }

  /// The innermost possible parent of the element, if the end tags of all elements inside it are known to be missing.
  func lastHolder(of element: AppleElement) -> Int? {
    guard hidden == 0, let level = elements.lastIndex(where: { $0.holds(element) || $0 == .other }) else { return nil }
    return elements[level] == .other ? nil : level
  }

  mutating func append(_ element: AppleElement) {
    guard hidden == 0, elements.count < ExportLimits.deepest else {
      hidden += 1
      return
    }
    elements.append(element)
    counts[element.rawValue] += 1
  }

  /// Closes the innermost one, nil if it was nested too deeply to be tracked.
  @discardableResult
  mutating func removeLast() -> AppleElement? {
    if hidden > 0 {
      hidden -= 1
      return nil
    }
    guard let element = elements.popLast() else { return nil }
    counts[element.rawValue] -= 1
    return element
  }

  var isTooDeep: Bool { hidden > 0 }

  mutating func removeAll() {
    for element in elements { counts[element.rawValue] = 0 }
    elements.removeAll(keepingCapacity: true)
    hidden = 0
  }
}
