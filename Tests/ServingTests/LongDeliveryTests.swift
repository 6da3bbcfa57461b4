import Foundation
import Synchronization
import Testing

@testable import Serving

@Suite("Long deliveries", .timeLimit(.minutes(5)))
struct LongDeliveryTests {
  @Test("other deliveries are stored while an export is imported")
  func beside() throws {
    let server = try LocalServer()
    let head = "HTTP/1.1\r\nHost: a\r\napi-key: \(LocalServer.token)\r\n"
    @Sendable func post(_ path: String, _ body: String) throws -> Int? {
      let request = "POST \(path) \(head)Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
      return try server.responses(to: Array(request.utf8)).first?.status
    }
    #expect(try post("/v1/samples", "[]") == 200)
    let records = (0..<60_000).map {
      let date = "2026-03-0\(1 + $0 / 10_000) 0\($0 / 1_000 % 10):\(10 + $0 / 20 % 50):\(10 + $0 % 50) +0000"
      return """
        <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="W" unit="count/min" startDate="\(date)" \
        endDate="\(date)" value="\($0 % 90 + 50)"/>
        """
    }
    let export =
      "<HealthData><ExportDate value=\"2026-03-20 12:00:00 +0000\"/>" + records.joined(separator: "\n")
      + "</HealthData>"
    let status = Mutex<Int?>(nil)
    let ended = DispatchSemaphore(value: 0)
    let began = ContinuousClock.now
    Thread {
      let result = try? post("/v1/export", export)
      status.withLock { $0 = result ?? 0 }
      ended.signal()
    }.start()
    var slowest = Duration.zero
    var count = 0
    while status.withLock({ $0 }) == nil {
      let start = ContinuousClock.now
      let body = #"{"type":"move","value":1,"unit":"kcal","start":\#(1_790_000_000 + count)}"#
      #expect(try post("/v1/samples", body) == 200)
      slowest = max(slowest, .now - start)
      count += 1
    }
    ended.wait()
    let whole = ContinuousClock.now - began
    #expect(status.withLock { $0 } == 200)
    #expect(slowest < whole / 2 && count > 3, "\(count) in \(whole), the slowest \(slowest)")
  }
}
