import Foundation
import TestSupport
import Testing

@Suite("ringtop serve with a certificate", .serialized, .programs, .timeLimit(.minutes(10)))
struct ServeTLSTests {
  private let energy =
    #"{"data":{"metrics":[{"name":"active_energy","units":"kcal","data":[{"date":"2026-11-14 10:00:00 +0100","qty":100,"source":"Kim’s Apple Watch"}]}]}}"#

  private static let hasTools = ["openssl", "curl"].allSatisfy { name in
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }

  /// Creates a self-signed certificate.
  private func makeCertificate(_ sandbox: Sandbox, _ name: String, for hosts: String) async throws {
    let made = try await sandbox.shell(
      "cd \"$HOME\" && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3 -subj /CN=\(name) "
        + "-addext subjectAltName=\(hosts) -keyout \(name).key -out \(name).pem 2>/dev/null && chmod 600 \(name).key")
    guard made.code == 0 else { throw Overdue(description: "openssl: \(made)") }
  }

  @Test(
    "can be read and followed only by clients that trust the certificate",
    .enabled(if: hasTools, "there is no openssl or no curl on this machine"))
  func trust() async throws {
    let sandbox = try Sandbox()
    try await makeCertificate(sandbox, "own", for: "DNS:localhost,IP:127.0.0.1")
    try await makeCertificate(sandbox, "other", for: "DNS:box.example.org")
    let (certificate, key) = (sandbox.file("own.pem"), sandbox.file("own.key"))
    try await sandbox.imported(ExportFixture(days: 400))
    try await sandbox.serving("--certificate", certificate, "--key", key) { client, program in
      #expect(program.output.contains("https://127.0.0.1:\(client.port)"))
      let url = "https://127.0.0.1:\(client.port)"
      func curl(_ arguments: String) async throws -> Ending {
        try await sandbox.shell("curl -sS --max-time 120 -H 'api-key: \(Sandbox.token)' \(arguments)")
      }
      #expect(try await curl("--cacert \(certificate) \(url)/healthz").output == "ok\n")
      #expect(try await curl("--cacert \(certificate) --tls-max 1.2 \(url)/healthz").output == "ok\n")
      #expect(try await curl("--cacert \(certificate) --tls-max 1.1 \(url)/healthz").code != 0)
      #expect(try await curl("\(url)/healthz").code == 60)
      // Larger than a socket's buffer, in both directions.
      let big = try sandbox.write(
        "["
          + (0..<3_000).map {
            #"{"type":"heartRate","value":\#(60 + $0 % 40),"unit":"count/min","start":\#(1_794_000_000 + $0 * 5)}"#
          }
          .joined(separator: ",") + "]", to: "big.json")
      #expect(
        try await curl("--cacert \(certificate) --data-binary @\(big) \(url)/v1/samples").output.contains(
          "\"stored\":3000"))
      // Bytes that are not TLS, or no bytes at all, do not affect other clients.
      for bytes in ["GET / HTTP/1.1\r\nHost: a\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}", ""] {
        let descriptor = try client.connect()
        HTTPClient.send(Array(bytes.utf8), to: descriptor)
        shutdown(descriptor, Int32(SHUT_WR))
        #expect(HTTPClient.receive(from: descriptor) == nil)
        close(descriptor)
      }

      let laptop = try Sandbox()
      laptop.environment["RINGTOP_STORE"] = url
      laptop.environment["RINGTOP_TOKEN"] = Sandbox.token
      let stranger = try await laptop.ringtop("show")
      #expect(stranger.code == 65 && stranger.errors.contains("self-signed certificate"), "\(stranger)")
      laptop.environment["SSL_CERT_FILE"] = sandbox.file("other.pem")
      #expect(try await laptop.ringtop("show").code == 65)
      laptop.environment["SSL_CERT_FILE"] = certificate
      let shown = try await laptop.ringtop("show", "--format", "plain")
      let there = try await sandbox.ringtop("show", "--format", "plain")
      #expect(shown.code == 0 && shown.output == there.output, "\(shown)")
      let plain = try await laptop.ringtop("show", "--store", "http://127.0.0.1:\(client.port)")
      #expect(plain.code == 65 || plain.code == 74, "\(plain)")
      try await Program.runBeside(
        [Program.ringtop, "status", "--follow"], environment: laptop.environment, outputPath: laptop.file("follow.txt")
      ) { status in
        try await eventually("the first line") { status.output.contains("Move ◕ 64%") }
        #expect(try await sandbox.ringtop("add", "move", "100kcal").code == 0)
        try await eventually("the next", state: { status.output }) { status.output.contains("Move ◕ 84%") }
      }
      // The certificate is renewed while the server runs; then replaced by one for another host.
      try await makeCertificate(sandbox, "own", for: "DNS:localhost,IP:127.0.0.1,DNS:renewed")
      #expect(try await curl("--cacert \(certificate) \(url)/healthz").output == "ok\n")
      let other = try await sandbox.shell("cd \"$HOME\" && cp other.pem own.pem && cp other.key own.key")
      #expect(other.code == 0)
      let mismatch = try await laptop.ringtop("status", "--strict")
      #expect(mismatch.code == 65 && mismatch.errors.contains("mismatch"), "\(mismatch)")
    }
  }

  @Test(
    "an invalid certificate, or a key that does not match, is reported in one sentence",
    .enabled(if: hasTools, "there is no openssl or no curl on this machine"))
  func faults() async throws {
    let sandbox = try Sandbox()
    sandbox.environment["RINGTOP_TOKEN"] = Sandbox.token
    for name in ["one", "two"] { try await makeCertificate(sandbox, name, for: "DNS:localhost") }
    let locked = try await sandbox.shell(
      "cd \"$HOME\" && openssl pkcs8 -topk8 -in one.key -out locked.key -passout pass:secret && echo hello >text.pem")
    #expect(locked.code == 0)
    for (certificate, key, code) in [
      ("none.pem", "one.key", 66), ("one.pem", "none.key", 66), ("text.pem", "one.key", 65),
      ("one.pem", "text.pem", 65),
      ("one.pem", "two.key", 65), ("one.pem", "locked.key", 65),
    ] {
      let ending = try await sandbox.ringtop(
        "serve", "--port", "0", "--certificate", sandbox.file(certificate), "--key", sandbox.file(key))
      #expect(ending.code == code && ending.output == "", "\(certificate) \(key): \(ending)")
      #expect(ending.errors.split(separator: "\n").count == 1, "\(ending.errors)")
    }
    #expect(try await sandbox.ringtop("serve", "--key", sandbox.file("one.key")).code == 64)
  }
}
