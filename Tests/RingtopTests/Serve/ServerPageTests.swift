import Foundation
import TestSupport
import Testing

@Suite("ringtop serve: the page in a browser", .serialized, .programs, .timeLimit(.minutes(10)))
struct ServerPageTests {
  private func payload(hour: Int, value: Int) -> String {
    #"{"data":{"metrics":[{"name":"active_energy","units":"kcal","data":[{"date":"2026-11-14 \#(hour):00:00 +0100","qty":\#(value),"source":"Kim’s Apple Watch"}]}]}}"#
  }

  /// The number of points in Move's colour, out of 200 times 200 in today's picture.
  private let pointsOfMove = """
    (() => {
      const image = document.querySelector("#today img");
      if (!image.complete || !image.naturalWidth) return -1;
      const canvas = document.createElement("canvas");
      canvas.width = canvas.height = 200;
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0, 200, 200);
      const points = context.getImageData(0, 0, 200, 200).data;
      let count = 0;
      for (let i = 0; i < points.length; i += 4)
        if (points[i] > 200 && points[i + 1] < 110 && points[i + 2] < 190 && points[i + 3] > 200) count += 1;
      return count;
    })()
    """

  @Test(
    "draws the rings, updates them when a post arrives, and reports a lost connection",
    .enabled(if: HeadlessBrowser.program != nil, "there is no Chromium on this machine"))
  func moves() async throws {
    let sandbox = try Sandbox()
    var browsers: [HeadlessBrowser] = []
    try await sandbox.serving { client, program in
      #expect(try client.post("/v1/health-auto-export", payload(hour: 10, value: 100)).status == 200)
      let page = "http://kim:\(Sandbox.token)@127.0.0.1:\(client.port)/"
      try await HeadlessBrowser.with(sandbox, page: page) { browser in
        browsers.append(browser)
        var before = 0
        try await eventually("the picture") {
          before = Int(try browser.evaluate(pointsOfMove)) ?? -1
          return before > 0
        }
        #expect(try browser.evaluate("document.querySelector('#today img').alt").contains("Move 100/500"))
        #expect(try browser.evaluate("[...document.images].every((image) => image.naturalWidth > 0)") == "true")
        #expect(try browser.evaluate("document.querySelectorAll('#week li').length") == "7")
        #expect(try browser.evaluate("document.querySelector('#state').textContent") == "")
        // The page listens once a second event updates the picture.
        try await eventually("more of the ring", state: { try browser.evaluate(pointsOfMove) }) {
          _ = try client.post("/v1/health-auto-export", payload(hour: 11, value: Int.random(in: 300...350)))
          return Int(try browser.evaluate(pointsOfMove)) ?? 0 > before + before / 2
        }
        #expect(try browser.evaluate("document.querySelector('#today img').src.includes('&c=')") == "true")
        // What a screen reader says follows the picture.
        try await eventually("the words") {
          try !browser.evaluate("document.querySelector('#today img').alt").contains("Move 100/500")
        }
        // Nothing was loaded from other hosts.
        let hosts = "[...new Set(performance.getEntriesByType('resource').map((entry) => new URL(entry.name).host))]"
        #expect(try browser.evaluate(hosts) == "127.0.0.1:\(client.port)")
        program.send(SIGTERM)
        try await eventually("a word of it") {
          try browser.evaluate("document.querySelector('#state').textContent").hasPrefix("Not connected")
        }
      }
    }
    #expect(browsers.count == 1)
  }

  @Test(
    "reconnects after a status with which a proxy answers while the server restarts",
    .enabled(if: HeadlessBrowser.program != nil, "there is no Chromium on this machine"))
  func proxy() async throws {
    let sandbox = try Sandbox()
    var texts: [String] = []
    try await sandbox.serving { client, program in
      #expect(try client.post("/v1/health-auto-export", payload(hour: 10, value: 100)).status == 200)
      try await HeadlessBrowser.with(sandbox, page: "http://kim:\(Sandbox.token)@127.0.0.1:\(client.port)/") {
        browser in
        let state = "document.querySelector('#state').textContent"
        let text = "document.querySelector('#today img').alt"
        try await eventually("the page") { try browser.evaluate(text).contains("Move 100/500") }
        // It listens once a second event changes it.
        try await eventually("the page to listen") {
          _ = try client.post("/v1/health-auto-export", payload(hour: 11, value: Int.random(in: 1...50)))
          return try !browser.evaluate(text).contains("Move 100/500")
        }
        program.send(SIGTERM)
        try await eventually("the server to end") { program.hasEnded }
        for (status, value) in [("502 Bad Gateway", 150), ("503 Service Unavailable", 250)] {
          var fake: FakeServer?
          try await eventually("the port") {
            fake = try? FakeServer(port: client.port)
            return fake != nil
          }
          fake?.answer = Data("HTTP/1.1 \(status)\r\nContent-Length: 3\r\nConnection: close\r\n\r\nbad".utf8)
          try await eventually("its answer") { fake?.answered ?? 0 > 1 }
          #expect(try browser.evaluate(state).hasPrefix("Not connected"))
          fake = nil
          try await sandbox.serving("--port", "\(client.port)") { client, _ in
            #expect(try client.post("/v1/health-auto-export", payload(hour: 12, value: value)).status == 200)
            try await eventually("the page to be connected") { try browser.evaluate(state).isEmpty }
            let expected = try browser.evaluate(text)
            _ = try client.post("/v1/health-auto-export", payload(hour: 13, value: value))
            try await eventually("the change") { try browser.evaluate(text) != expected }
            texts.append(try browser.evaluate(text))
          }
        }
      }
    }
    #expect(Set(texts).count == 2)
  }
}
