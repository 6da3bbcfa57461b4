import Foundation
import TestSupport
import Testing

@testable import Configuration

@Suite("Watching the configuration", .serialized, .programs, .timeLimit(.minutes(10)))
struct ConfigurationWatcherTests {
  private func isReadable(_ watcher: ConfigurationWatcher, within milliseconds: Int32 = 5_000) -> Bool {
    var polled = pollfd(fd: watcher.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, milliseconds) == 1
  }

  @Test("every way in which editors write a file is noticed, and nothing else wakes the program")
  func edits() throws {
    let sandbox = try Sandbox()
    let path = sandbox.file("config/ringtop/config.toml")
    let watcher = try #require(ConfigurationWatcher(path: path))
    #expect(!isReadable(watcher, within: 0))
    func hears(_ name: String, _ change: () throws -> Void) throws {
      try change()
      #expect(isReadable(watcher), "\(name)")
      watcher.drain()
      // The watcher's own actions must not wake it endlessly.
      for _ in 0..<3 where isReadable(watcher, within: 100) { watcher.drain() }
      #expect(!isReadable(watcher, within: 20), "\(name)")
    }
    try hears("the folder appears") { _ = try sandbox.write("", to: "config/other") }
    try hears("its folder appears") { _ = try sandbox.write("mouse = true", to: "config/ringtop/config.toml") }
    try hears("written in place") { try Data("mouse = false".utf8).write(to: URL(filePath: path)) }
    try hears("replaced") { try Data("mouse = true".utf8).write(to: URL(filePath: path), options: .atomic) }
    try hears("deleted") { try FileManager.default.removeItem(atPath: path) }
    let target = try sandbox.write("mouse = false", to: "dotfiles/ringtop.toml")
    try hears("a link to another folder") {
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    }
    try hears("the link's target") { _ = try sandbox.write("mouse = true", to: "dotfiles/ringtop.toml") }
    #expect(!isReadable(watcher, within: 20))
  }
}
