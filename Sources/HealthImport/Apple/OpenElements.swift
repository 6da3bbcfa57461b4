/// The elements whose end tag has not come yet, beginning with the one directly under HealthData.
///
/// What lies deeper than any export nests is only counted, and whether an element is open is known without looking
/// through all of them, so that a file of nothing but tags takes constant memory and linear time.
struct OpenElements {
  private var elements: [AppleElement] = []
  /// How many of each kind are open.
  private var counts = [Int](repeating: 0, count: AppleElement.allCases.count)
  /// Elements below the deepest one that is kept.
  private var hidden = 0

  init() {
    elements.reserveCapacity(ExportLimits.deepest)
  }

  var isEmpty: Bool { elements.isEmpty }
  var count: Int { elements.count }
  var first: AppleElement? { elements.first }

  /// The innermost one, nil also where that is too deep to be known.
  var last: AppleElement? { hidden > 0 ? nil : elements.last }

  func contains(_ element: AppleElement) -> Bool {
    counts[element.rawValue] > 0
  }

  func lastIndex(of element: AppleElement) -> Int? {
    elements.lastIndex(of: element)
  }

  /// Whether one of them is where the element belongs.
  func canHold(_ element: AppleElement) -> Bool {
    elements.contains { $0.holds(element) }
  }

  /// The innermost one that the element belongs to, if all inside that are known to have lost their end tags.
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

  /// Closes the innermost one, nil where that was too deep to be known.
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
