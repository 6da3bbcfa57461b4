import Foundation
import HealthModel
import TOMLKit
import TerminalModel

/// What the user has written into `$XDG_CONFIG_HOME/ringtop/config.toml`. Options on the command line come before it.
///
///     glyphs = "legacy"        # auto, ascii, block, legacy, octant
///     color = "truecolor"      # auto, truecolor, 256, 16, mono, none
///     background = "dark"      # auto, dark, light
///     animations = true        # whether rings move
///     mouse = true             # whether the dashboard listens to the mouse
///     week_start = "monday"    # the first column of the week
///     zone = "Europe/Berlin"   # the home zone
struct Settings: Hashable {
  var glyphs: GlyphLevel?
  var color: ColorLevel?
  var background: BackgroundArgument?
  var animations = true
  var mouse = true
  /// By ISO 8601: Monday is 1.
  var weekStart = 1
  var zone: String?

  /// The path of the file, by the environment.
  static func path(_ environment: [String: String]) -> String {
    // A relative XDG path is invalid by its specification and is passed over.
    let base = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (base ?? (environment["HOME"] ?? NSHomeDirectory()) + "/.config") + "/ringtop/config.toml"
  }

  /// Reads the file; where there is none, everything is as it comes.
  ///
  /// - Throws: a failure that names the file and what in it is not understood.
  static func load(_ environment: [String: String]) throws -> Settings {
    let path = path(environment)
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return Settings() }
    return try Settings(text: text, path: path)
  }

  init() {}

  init(text: String, path: String) throws {
    func fail(_ problem: String) -> Failure { Failure(.badData, "\(path): \(problem).") }
    let table: TOMLTable
    do {
      table = try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      throw fail("line \(error.source.begin.line) is not TOML")
    }
    func word<Choice: RawRepresentable & CaseIterable>(_ key: String, _: Choice.Type) throws -> Choice?
    where Choice.RawValue == String {
      guard let value = table[key] else { return nil }
      guard let text = value.string ?? value.int.map(String.init) else { throw fail("\(key) is a word in quotes") }
      if let choice = Choice(rawValue: text) { return choice }
      throw fail("\(key) is one of " + Choice.allCases.map(\.rawValue).joined(separator: ", "))
    }
    func flag(_ key: String, _ standard: Bool) throws -> Bool {
      guard let value = table[key] else { return standard }
      guard let flag = value.bool else { throw fail("\(key) is true or false") }
      return flag
    }
    glyphs = try word("glyphs", GlyphsArgument.self)?.level
    color = try word("color", ColorArgument.self)?.level
    background = try word("background", BackgroundArgument.self)
    animations = try flag("animations", true)
    mouse = try flag("mouse", true)
    weekStart = (try word("week_start", Weekday.self)?.number) ?? 1
    if let value = table["zone"] {
      guard let zone = value.string, TimeZone(identifier: zone) != nil else {
        throw fail("zone is the name of a time zone, for example \"Europe/Berlin\"")
      }
      self.zone = zone
    }
    let known: Set<String> = ["glyphs", "color", "background", "animations", "mouse", "week_start", "zone"]
    if let unknown = table.keys.sorted().first(where: { !known.contains($0) }) {
      throw fail("there is no setting \"\(unknown)\"")
    }
  }

  private enum Weekday: String, CaseIterable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    var number: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }
  }
}
