import Foundation
import HealthModel
import Presentation
import TerminalModel
import Testing

@testable import Configuration
@testable import Processes

@Suite("Configuration file")
struct ConfigurationFileTests {
  private func file(_ text: String, _ environment: [String: String] = [:]) -> ConfigurationFile {
    ConfigurationFile(text: text, path: "config.toml", locale: UserLocale(environment))
  }

  @Test("every option is read")
  func readsEverything() {
    let file = file(
      """
      glyphs = "legacy"
      color = 256
      background = "light"
      theme = "mine"
      animations = false
      layout = ["night", "month"]
      mouse = false
      energy = "kJ"
      distance = "mi"
      numbers = "1 234,5"
      dates = "month-day"
      hours = 12
      week_start = "sunday"
      zone = "Asia/Kathmandu"
      resting_heart_rate = 48
      max_heart_rate = 190
      heart_rate_zones = [120, 135, 150, 165]

      [keys]
      quit = "Q"
      right = ["l", "~"]

      [themes.mine]
      move = "#ff0000"
      border = "#00ff00"
      """)
    #expect(file.problems.isEmpty)
    let settings = file.settings
    #expect(settings.glyphs == .legacy)
    #expect(settings.color == .ansi256)
    #expect(settings.background == .light)
    #expect(!settings.animations)
    #expect(!settings.mouse)
    #expect(SettingsOption.all.first { $0.key == "layout" }?.show(settings) == #"["night", "month"]"#)
    #expect(settings.weekStart == 7)
    #expect(settings.zone == "Asia/Kathmandu")
    #expect(
      settings.heartRateLimits == HeartRateLimits(resting: 48, maximum: 190, zones: [120, 135, 150, 165]))
    #expect(settings.formatting.number(1_234_567.25, 1) == "1 234 567,3")
    #expect(settings.formatting.dateOrder == .monthFirst)
    #expect(settings.formatting.hour(14) == "2 pm")
    #expect(settings.formatting.energy == .kilojoules)
    #expect(settings.formatting.distanceUnit == .miles)
    #expect(settings.theme == "mine")
    #expect(settings.themes == ["mine": ["move": RGB(255, 0, 0), "border": RGB(0, 255, 0)]])
    #expect(settings.keys.map(\.action) == ["quit", "right"])
    #expect(settings.keys.map(\.keys) == [["Q"], ["l", "~"]])
  }

  @Test("auto and an empty file leave all defaults")
  func defaults() {
    #expect(file("").settings == Settings())
    #expect(file("glyphs = \"auto\"\ncolor = \"auto\"\nhours = \"auto\"").settings == Settings())
  }

  @Test(
    "an invalid setting is reported with its line, and the rest of the file applies",
    arguments: [
      ("mouse = false\nglyphs = \"braille\"", 2, "glyphs must be one of"), ("mouse = false\nglyphs = 7.5", 2, "glyphs"),
      ("mouse = false\n\nanimations = \"yes\"", 3, "animations must be true or false"),
      ("mouse = false\nzone = \"Moon/Base\"", 2, "zone must be"),
      ("mouse = false\nmax_heart_rate = 20", 2, "max_heart_rate must be a heart rate from 100 to 250, or 0"),
      ("mouse = false\nheart_rate_zones = [120, 120, 150, 165]", 2, "four ascending heart rates"),
      ("mouse = false\nheart_rate_zones = [1, \"a\"]", 2, "four ascending heart rates"),
      ("mouse = false\ncolour = \"16\"", 2, "there is no setting \"colour\"; did you mean \"color\"?"),
      ("mouse = false\nweek-start = \"monday\"", 2, "did you mean \"week_start\"?"),
      ("# [colour]\nmouse = false\n\n[nothing]\nx = 1", 4, "there is no setting \"nothing\""),
      ("mouse = false\n[keys]\n# one\nquit = 3", 4, "keys.quit must be a key"),
      ("mouse = false\nkeys = 3", 2, "keys must be a table"),
      ("mouse = false\n[themes.x]\nmove = \"red\"", 3, "themes.x.move must be a colour"),
      ("mouse = false\ntheme = 3", 2, "theme must be the name of a theme"),
      ("mouse = false\ntheme = \"tidee\"", 2, "there is no theme \"tidee\"; did you mean \"tide\"?"),
    ])
  func problems(text: String, line: Int, sentence: String) throws {
    let file = file(text)
    #expect(file.problems.count == 1)
    let problem = try #require(file.problems.first)
    #expect(problem.line == line)
    #expect(problem.sentence(path: "config.toml").hasPrefix("config.toml:\(line): "))
    #expect(problem.text.contains(sentence), "\(problem.text)")
    #expect(!problem.text.contains("\n"))
    #expect(!file.settings.mouse)
  }

  @Test(
    "invalid TOML is reported as one problem with its line",
    arguments: [
      "mouse = false\nglyphs = ", "\n[", "a = 1\na = 2", "[{", "a = 1\n [[.a", "[]", "[ [a]]", "[\n",
      "x = 1979-05-27T:",
    ])
  func notTOML(text: String) {
    let file = file(text)
    #expect(file.problems.count == 1)
    #expect(file.problems.first?.line ?? 0 >= 1)
    #expect(file.settings == Settings())
  }

  @Test("any text is read to its end, and problems name its lines", arguments: 0..<300)
  func anyText(run: Int) {
    let pieces = ["[", "]", "\"", "'", "=", "#", "\n", ".", "a", "\"\"\"", "'''", "\\", "{", "}", " ", "é"]
    let text = (0..<Int.random(in: 0...40)).map { _ in pieces.randomElement() ?? "" }.joined()
    let count = text.count { $0 == "\n" } + 1
    #expect(file(text).problems.allSatisfy { (1...count).contains($0.line ?? 0) }, "\(text)")
  }

  @Test("the file is in XDG_CONFIG_HOME, otherwise in ~/.config; a relative path is ignored")
  func path() {
    #expect(ConfigurationFile.path(["XDG_CONFIG_HOME": "/x", "HOME": "/h"]) == "/x/ringtop/config.toml")
    #expect(ConfigurationFile.path(["XDG_CONFIG_HOME": "x", "HOME": "/h"]) == "/h/.config/ringtop/config.toml")
  }

  @Test("the default file is well-formed, changes nothing, and contains every option, even with every # removed")
  func defaultFile() {
    let text = ConfigurationText.standard
    #expect(file(text).problems.isEmpty)
    #expect(file(text).settings == Settings())
    let active = text.split(separator: "\n").map { line in
      line.hasPrefix("#") && !line.hasPrefix("# ") ? String(line.dropFirst()) : String(line)
    }
    let options = active.prefix { $0 != "[keys]" }.joined(separator: "\n")
    #expect(file(options).problems.isEmpty)
    #expect(file(options).settings == Settings())
    for option in SettingsOption.all { #expect(options.contains("\n\(option.key) = ")) }
    let all = file(active.joined(separator: "\n"))
    #expect(all.problems.isEmpty)
    #expect(all.settings.themes.count == 1 && all.settings.keys.count == 1)
  }

  @Test("the output of config show is a configuration with the same settings")
  func roundTrip() {
    let original = file(
      """
      glyphs = "ascii"
      numbers = "1.234,5"
      dates = "iso"
      week_start = "saturday"
      energy = "kJ"
      mouse = false
      [keys]
      quit = ["x", "ctrl-x", "\\\\", "\\""]
      """)
    var again = file(ConfigurationText.current(original.settings)).settings
    again.keys = again.keys.map { Settings.KeySetting(action: $0.action, keys: $0.keys, line: 8) }
    #expect(again == original.settings)
  }

  @Test(
    "settings that are not in the file come from the locale",
    arguments: [
      (["LANG": "de_DE.UTF-8"], "1.234,5", DateOrder.dayFirst, false, 1, false),
      (["LANG": "en_US.UTF-8"], "1,234.5", .monthFirst, true, 7, true),
      (["LANG": "en_US.UTF-8", "LC_ALL": "C"], "1,234.5", .dayFirst, false, 1, false),
      (["LANG": "en_US.UTF-8", "LC_NUMERIC": "fr_FR", "LC_TIME": "sv_SE"], "1 234,5", .dayFirst, false, 1, true),
      (["LANG": "de_CH.UTF-8@euro"], "1'234.5", .dayFirst, false, 1, false),
      ([:], "1,234.5", .dayFirst, false, 1, false),
    ] as [([String: String], String, DateOrder, Bool, Int, Bool)])
  func locale(
    environment: [String: String], number: String, order: DateOrder, twelve: Bool, weekStart: Int, miles: Bool
  ) {
    let settings = Settings(locale: UserLocale(environment))
    #expect(settings.formatting.number(1234.5, 1) == number)
    #expect(settings.formatting.dateOrder == order)
    #expect(settings.formatting.hasTwelveHours == twelve)
    #expect(settings.weekStart == weekStart)
    #expect((settings.formatting.distanceUnit == .miles) == miles)
    // The file takes precedence.
    let file = ConfigurationFile(
      text: "numbers = \"1234.5\"\nweek_start = \"friday\"", path: "", locale: UserLocale(environment))
    #expect(file.settings.formatting.number(1234.5, 1) == "1234.5")
    #expect(file.settings.weekStart == 5)
  }

  @Test(
    "the closest name is found, or none if no name is close",
    arguments: [
      ("colour", "color"), ("glyph", "glyphs"), ("MOUSE", "mouse"), ("enregy", "energy"), ("xyz", nil), ("", nil),
      ("backgroundcolours", nil),
    ] as [(String, String?)])
  func nearest(word: String, expected: String?) {
    #expect(NearestName.find(word, in: SettingsOption.all.map(\.key)) == expected)
  }
}
