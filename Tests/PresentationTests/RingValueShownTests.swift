import HealthModel
import Presentation
import Testing

@Suite("Shown numbers")
struct RingValueShownTests {
  static let cases: [(Double?, Double?, Int?, Int?, Int?)] = [
    // value, goal, displayed value, percentage, remainder
    (498.9, 600, 498, 83, 102), (597.6, 600, 597, 99, 3), (599.999, 600, 599, 99, 1), (600, 600, 600, 100, 0),
    (29, 100, 29, 29, 71), (58, 100, 58, 58, 42), (0, 30, 0, 0, 30), (-2, 30, 0, 0, 30), (42, 30, 42, 140, 0),
    (nil, 30, nil, nil, nil), (12, nil, 12, nil, nil), (12, 0, 12, nil, nil), (12, -1, 12, nil, nil),
    (.nan, 30, nil, nil, nil), (12, .nan, 12, nil, nil), (.infinity, 30, 9_999_999, 9_999_999, nil),
    (1e300, 30, 9_999_999, 9_999_999, 0), (500.1, 500.2, 500, 99, 1),
  ]

  @Test("numbers are rounded down, and an open ring never shows 100%", arguments: cases)
  func shown(value: Double?, goal: Double?, shownValue: Int?, percent: Int?, left: Int?) {
    let ring = RingValue(value: value, goal: goal)
    #expect(ring.shownValue == shownValue)
    #expect(ring.shownPercent == percent)
    #expect(ring.shownLeft == left)
  }

  @Test("a value just below the goal shows 99% and 1 left; one that differs only in its last bits closes the ring")
  func lastValueBelow() {
    for goal in stride(from: 1.0, through: 2_000, by: 0.7) {
      let open = RingValue(value: goal * (1 - 1e-9) - 1e-6, goal: goal)
      #expect(open.shownPercent == 99 && open.shownLeft == 1, "\(goal)")
      for value in [goal, goal.nextDown, goal.nextDown.nextDown] {
        let closed = RingValue(value: value, goal: goal)
        #expect(closed.isClosed && closed.shownPercent == 100 && closed.shownLeft == 0, "\(goal)")
      }
    }
  }

  @Test("a quotient slightly below a whole number is that number: 1050.6 of 1020 is 103%")
  func lastBits() {
    #expect(RingValue(value: 1050.6, goal: 1020).shownPercent == 103)
    for percent in 1...400 {
      for goal in stride(from: 10.0, through: 1_500, by: 10) {
        // As entered by users, with at most two decimals.
        let value = (goal * Double(percent)).rounded() / 100
        #expect(RingValue(value: value, goal: goal).shownPercent == percent, "\(value) of \(goal)")
        let parts = (0..<100).reduce(0.0) { sum, _ in sum + value / 100 }
        #expect(RingValue(value: parts, goal: goal).shownPercent == percent, "\(parts) of \(goal)")
      }
    }
  }

  @Test("whole percentages of every goal are exact")
  func wholePercents() {
    for percent in 0...300 {
      #expect(RingValue(value: Double(percent * 6), goal: 600).shownPercent == percent)
      #expect(RingValue(value: Double(percent), goal: 100).shownPercent == percent)
    }
  }

  @Test("for programs, a closed ring has at least its goal, and no value has the last bits of a sum")
  func rounded() {
    for goal in [400.0, 640, 700, 12_000] {
      let closed = RingValue(value: goal * (1 - 9e-13), goal: goal)
      #expect(closed.isClosed && closed.rounded.value == goal)
    }
    #expect(RingValue(value: 482.45000000000005, goal: 500).rounded.value == 482.45)
    #expect(RingValue(value: 399.99, goal: 400).rounded.value == 399.99)
    #expect(RingValue(value: 399.9999999999998).rounded.value == 400 && RingValue().rounded.value == nil)
    #expect(RingValue(value: 1e300).rounded.value == 1e300)
  }
}
