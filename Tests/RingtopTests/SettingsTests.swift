import TerminalModel
import Testing

@testable import ringtop

@Suite("Settings")
struct SettingsTests {
  @Test("every setting is read")
  func readsEverything() throws {
    let settings = try Settings(
      text: """
        glyphs = "legacy"
        color = 256
        background = "light"
        animations = false
        mouse = false
        week_start = "sunday"
        zone = "Asia/Kathmandu"
        """, path: "config.toml")
    #expect(settings.glyphs == .legacy)
    #expect(settings.color == .ansi256)
    #expect(settings.background == .light)
    #expect(!settings.animations)
    #expect(!settings.mouse)
    #expect(settings.weekStart == 7)
    #expect(settings.zone == "Asia/Kathmandu")
  }

  @Test("auto and an empty file leave everything as it comes")
  func defaults() throws {
    #expect(try Settings(text: "", path: "config.toml") == Settings())
    #expect(try Settings(text: "glyphs = \"auto\"\ncolor = \"auto\"", path: "config.toml").glyphs == nil)
  }

  @Test(
    "what is not understood is named in one sentence, with exit code 65",
    arguments: [
      "glyphs = \"braille\"", "glyphs = 7.5", "animations = \"yes\"", "zone = \"Moon/Base\"", "colour = \"16\"",
      "glyphs = ", "[", "week_start = \"someday\"",
    ])
  func refuses(text: String) {
    #expect {
      try Settings(text: text, path: "config.toml")
    } throws: { error in
      guard let failure = error as? Failure else { return false }
      return failure.code == .badData && failure.sentence.hasPrefix("config.toml: ") && failure.sentence.hasSuffix(".")
        && !failure.sentence.contains("\n")
    }
  }

  @Test("the file lies in XDG_CONFIG_HOME, else in ~/.config; a relative path is passed over")
  func path() {
    #expect(Settings.path(["XDG_CONFIG_HOME": "/x", "HOME": "/h"]) == "/x/ringtop/config.toml")
    #expect(Settings.path(["XDG_CONFIG_HOME": "x", "HOME": "/h"]) == "/h/.config/ringtop/config.toml")
  }
}
