import Foundation
import Testing

@testable import Serving

@Suite("Temporary files of a server")
struct TemporaryFolderTests {
  private func makeFolder() throws -> String {
    let path = NSTemporaryDirectory() + "serving-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  private func names(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  @Test("may be removed by the system while it runs: large bodies and copies of the store are still served")
  func cleaning() throws {
    let server = try LocalServer()
    func clean() throws {
      for name in try names(server.temporary) {
        try FileManager.default.removeItem(atPath: server.temporary + "/" + name)
      }
    }
    let sample = #"{"type":"move","value":1,"unit":"kcal","start":1790000000,"end":1790000060}"#
    let body = "[" + sample + String(repeating: " ", count: 1 << 19) + "]"
    let head = "Host: a\r\napi-key: \(LocalServer.token)\r\n"
    for _ in 0..<2 {
      #expect(
        try server.statuses("POST /v1/samples HTTP/1.1\r\n\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
          == [200])
      #expect(try server.statuses("GET /v1/store HTTP/1.1\r\n\(head)\r\n") == [200])
      try clean()
    }
  }

  @Test("have no name while a body is received, and can be read as a file afterwards")
  func bodies() throws {
    let parent = try makeFolder()
    defer { try? FileManager.default.removeItem(atPath: parent) }
    let bytes = Array(repeating: UInt8(ascii: "x"), count: 1 << 19)
    do {
      let body = RequestBody(folder: TemporaryFolder(in: parent))
      try bytes.withUnsafeBytes { try body.append($0) }
      #expect(try names(parent) == [])
      #expect(try Data(contentsOf: URL(filePath: body.file())) == Data(bytes))
    }
    #expect(try names(parent) == [])
  }

  #if canImport(Glibc)
    @Test("that cannot be written because the disk is full are answered with 507")
    func full() throws {
      let full = open("/dev/full", O_WRONLY)
      defer { close(full) }
      do {
        try [1, 2, 3].withUnsafeBytes { try Spool.write($0, full) }
        Issue.record("written to a full disk")
      } catch let fault as HTTPFault {
        #expect(fault.status == 507 && fault.headers.map(\.0) == ["Retry-After"])
      }
    }
  #endif

  @Test("are made elsewhere once the system has removed the folder for them")
  func removedParent() throws {
    let (session, other) = (try makeFolder(), try makeFolder())
    defer { try? FileManager.default.removeItem(atPath: other) }
    let folder = TemporaryFolder(in: session, other)
    try FileManager.default.removeItem(atPath: session)
    #expect(try folder.path().hasPrefix(other + "/"))
    #expect(close(try folder.makeFile()) == 0)
  }

  @Test("of a killed server are removed by the next one, and not those of a running one")
  func abandoned() throws {
    let parent = try makeFolder()
    defer { try? FileManager.default.removeItem(atPath: parent) }
    let running = TemporaryFolder(in: parent)
    let path = try running.path()
    try FileManager.default.createDirectory(
      atPath: parent + "/ringtop-serve-killed/copy", withIntermediateDirectories: true)
    let next = TemporaryFolder(in: parent)
    #expect(try names(parent) == [URL(filePath: path).lastPathComponent])
    withExtendedLifetime(next) {}
    #expect(try running.path() == path)
  }
}
