import Testing

@testable import Serving

@Suite("The pace of announcements")
struct AnnouncementPaceTests {
  @Test("copies take at most a tenth of the time, however often the store changes")
  func tenth() {
    var pace = AnnouncementPace()
    let start = ContinuousClock.now
    let cost = Duration.milliseconds(50)
    var announced: [Duration] = []
    // A change every 7 ms for 10 s.
    for step in 0..<1_430 {
      let now = start + .milliseconds(7) * step
      if let later = pace.hold(cost: cost, at: now) {
        #expect(later > now && later <= now + cost * 10)
      } else {
        announced.append(now - start)
      }
    }
    #expect(announced.first == .zero && (18...21).contains(announced.count))
    #expect(zip(announced, announced.dropFirst()).allSatisfy { $1 - $0 >= cost * 10 })
  }

  @Test("a change after a pause, or without copies, is announced at once")
  func immediate() {
    var pace = AnnouncementPace()
    let start = ContinuousClock.now
    #expect(pace.hold(cost: .zero, at: start) == nil && pace.hold(cost: .zero, at: start) == nil)
    #expect(pace.hold(cost: .seconds(1), at: start + .seconds(9)) == start + .seconds(10))
    #expect(pace.hold(cost: .seconds(1), at: start + .seconds(10)) == nil)
  }
}
