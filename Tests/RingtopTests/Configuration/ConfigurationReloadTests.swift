import Foundation
import TestSupport
import Testing

@Suite("Changing the configuration", .serialized, .programs, .timeLimit(.minutes(10)))
struct ConfigurationReloadTests {
  @Test("an open dashboard immediately applies keys, units and numbers, and reports a mistake with its line")
  func reload() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    try await TmuxScreen.dashboard(sandbox, columns: 100, rows: 30, showing: "320 / 500 kcal") { screen in
      // Neither the file nor its folder exists yet.
      try sandbox.write("energy = \"kJ\"\nnumbers = \"1.234,5\"\n", to: ".config/ringtop/config.toml")
      try await screen.wait(for: "1.338 / 2.092 kJ")
      try sandbox.write("[keys]\nleft = \"b\"\n", to: ".config/ringtop/config.toml")
      try await screen.wait(for: "320 / 500 kcal")
      try await screen.press("b")
      try await screen.wait(for: "13 November 2026")
      try sandbox.write("mouse = true\n\nglyphs = \"braille\"\n", to: ".config/ringtop/config.toml")
      try await screen.wait { $0.contains("config.toml:3: glyphs must be one of") }
      try await screen.press("h")
      try await screen.wait(for: "12 November 2026")
      try FileManager.default.removeItem(atPath: sandbox.file(".config/ringtop/config.toml"))
      try await screen.press("l")
      try await screen.wait(for: "13 November 2026")
    }
  }
}
