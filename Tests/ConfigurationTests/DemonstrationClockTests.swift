import Foundation
import Testing

@testable import Configuration

@Suite("The clock of demonstrations")
struct DemonstrationClockTests {
  @Test("starts on a Thursday at half past five and runs on, also in child processes")
  func start() throws {
    let environment = Environment.withoutSettings([:]).demonstrating
    let calendar = Calendar(identifier: .gregorian)
    let fields = calendar.dateComponents([.weekday, .hour, .minute], from: environment.now())
    #expect(fields.weekday == 5 && fields.hour == 17 && fields.minute == 30)
    let child = Environment.withoutSettings(environment.variables)
    #expect(abs(child.now().timeIntervalSince(environment.now())) < 60)
  }

  @Test("is the one that is set, if there is one")
  func set() {
    let environment = Environment.withoutSettings(["RINGTOP_CLOCK": "2025-01-02T03:04:05Z"]).demonstrating
    #expect(abs(environment.now().timeIntervalSince1970 - 1_735_787_045) < 60)
  }

  @Test("has run on in what the dashboard does later")
  func later() {
    let now = Date(timeIntervalSince1970: 1_735_787_999)
    let environment = Environment.$clock.withValue(Environment.Clock { now }) {
      Environment.withoutSettings(["RINGTOP_CLOCK": "2025-01-02T03:04:05Z"])
    }
    #expect(environment.now() == now)
  }
}
