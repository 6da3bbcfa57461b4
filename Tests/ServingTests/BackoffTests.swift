import Testing

@testable import Serving

@Suite("Reconnecting")
struct BackoffTests {
  @Test("waits grow up to half a minute, also if connections end soon, and are short again after a long connection")
  func growing() {
    for duration in [nil, Duration.zero, .seconds(29)] {
      var backoff = Backoff()
      for seconds in [1.0, 2, 4, 8, 16, 30, 30] {
        #expect((seconds * 0.8...seconds * 1.2).contains(backoff.wait(after: duration)))
      }
      #expect((0.8...1.2).contains(backoff.wait(after: .seconds(30))))
    }
  }

  @Test("a server that does not accept the token is asked twice a minute at most")
  func refused() {
    var backoff = Backoff()
    for _ in 0..<3 { #expect((24...36.0).contains(backoff.wait(after: nil, isRefused: true))) }
  }
}
