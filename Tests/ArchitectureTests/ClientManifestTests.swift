import Foundation
import Testing

@Suite("The package as a client gets it")
struct ClientManifestTests {
  private struct Manifest: Decodable {
    struct Named: Decodable {
      let name: String
    }

    struct Target: Decodable {
      let name: String
      let type: String
    }

    let products: [Named]
    let targets: [Target]
    let dependencies: [[String: [Identified]]]

    struct Identified: Decodable {
      let identity: String
    }
  }

  private func manifest(inFolderWith state: String) throws -> Manifest {
    let folder = FileManager.default.temporaryDirectory.appending(path: "client-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let checkout = folder.appending(path: "checkouts/ringtop")
    try FileManager.default.createDirectory(at: checkout, withIntermediateDirectories: true)
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    try FileManager.default.copyItem(
      at: root.appending(path: "Package.swift"), to: checkout.appending(path: "Package.swift"))
    try Data().write(to: folder.appending(path: state))
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swift", "package", "--disable-sandbox", "--package-path", checkout.path, "--scratch-path",
      folder.appending(path: "scratch").path, "dump-package",
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try #require(try output.fileHandleForReading.readToEnd())
    process.waitUntilExit()
    return try JSONDecoder().decode(Manifest.self, from: data)
  }

  @Test("it resolves one other package and has the libraries without the program, its packages and the tests")
  func checkout() throws {
    let manifest = try manifest(inFolderWith: "workspace-state.json")
    #expect(manifest.dependencies.flatMap(\.values).joined().map(\.identity) == ["grdb.swift"])
    #expect(!manifest.products.contains { $0.name == "ringtop" })
    #expect(manifest.products.contains { $0.name == "OpenHealthKit" })
    #expect(!manifest.targets.contains { $0.type == "test" || $0.type == "executable" })
  }

  @Test("a clone in a folder that is only called checkouts has the program")
  func clone() throws {
    let manifest = try manifest(inFolderWith: "notes.txt")
    #expect(manifest.products.contains { $0.name == "ringtop" })
    #expect(manifest.dependencies.count == 3)
  }
}
