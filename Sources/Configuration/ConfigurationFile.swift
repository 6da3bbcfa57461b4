import Dashboard
import Foundation
import HealthModel
import Presentation
import Processes
import TOML
import TerminalModel

/// A mistake in the configuration file. It never stops the program: invalid settings are ignored.
package struct ConfigurationProblem: Hashable, Sendable {
  /// Starts at 1; nil for the whole file.
  var line: Int?
  /// The description, without a period.
  var text: String

  /// A sentence that names the file.
  package func sentence(path: String) -> String {
    path + (line.map { ":\($0)" } ?? "") + ": " + text + (text.hasSuffix("?") ? "" : ".")
  }
}

/// The user's configuration: the file, its settings, and its mistakes.
package struct ConfigurationFile: Hashable {
  package let path: String
  package private(set) var exists = true
  package private(set) var settings: Settings
  package private(set) var problems: [ConfigurationProblem] = []

  /// The path of the file, according to the environment.
  package static func path(_ environment: [String: String]) -> String { folder(environment) + "/ringtop/config.toml" }

  /// The folder of the user's configuration files, also those of other programs.
  package static func folder(_ environment: [String: String]) -> String {
    UserFolder.path("XDG_CONFIG_HOME", orInHome: ".config", environment) ?? NSHomeDirectory() + "/.config"
  }

  /// Reads the file. If it does not exist or cannot be read, the settings are those of the locale.
  ///
  /// - Parameter path: nil for the path according to the environment.
  package init(_ environment: [String: String], path: String? = nil) {
    let path = path ?? Self.path(environment)
    let locale = UserLocale(environment)
    switch Self.read(path) {
    case .success(let text?): self.init(text: text, path: path, locale: locale)
    case .success(nil):
      self.init(text: "", path: path, locale: locale)
      exists = false
    case .failure(let problem):
      self.init(text: "", path: path, locale: locale)
      problems = [problem]
    }
  }

  /// Parses a text line by line and applies its valid settings.
  init(text: String, path: String, locale: UserLocale = UserLocale([:])) {
    self.path = path
    settings = Settings(locale: locale)
    let table: TOMLTable
    do {
      table = try TOMLTable.parse(text)
    } catch {
      let reason = "this is not valid TOML (\(error.reason)), so the file is ignored"
      problems = [ConfigurationProblem(line: error.line, text: reason)]
      return
    }
    for key in table.keys {
      guard let value = table[key] else { continue }
      switch key {
      case "keys": readKeys(value)
      case "themes": readThemes(value)
      case "hook":
        let reader = HookReader(value)
        settings.hooks = reader.hooks
        problems += reader.problems
      default: read(key, value)
      }
    }
    if let name = settings.theme, settings.chosenTheme == nil {
      problems.append(Self.unknown(name, "theme", in: settings.allThemes.map(\.name), table["theme"]?.line))
    }
    problems.sort { ($0.line ?? 0, $0.text) < ($1.line ?? 0, $1.text) }
  }

  // MARK: - Parts

  private mutating func read(_ key: String, _ value: TOMLValue) {
    guard let option = SettingsOption.all.first(where: { $0.key == key }) else {
      let names = SettingsOption.all.map(\.key) + ["keys", "themes", "hook"]
      return problems.append(Self.unknown(key, "setting", in: names, value.line))
    }
    if let wanted = option.read(value, &settings) {
      problems.append(ConfigurationProblem(line: value.line, text: "\(key) must be \(wanted)"))
    }
  }

  private mutating func readKeys(_ value: TOMLValue) {
    guard let table = value.table else {
      return problems.append(ConfigurationProblem(line: value.line, text: "keys must be a table, [keys]"))
    }
    for action in table.keys {
      let line = table[action]?.line
      let names: [String?] =
        table[action]?.array.map { $0.map(\.string) } ?? [table[action]?.string]
      guard names.allSatisfy({ $0 != nil }) else {
        problems.append(
          ConfigurationProblem(line: line, text: "keys.\(action) must be a key in quotes, or a list of keys"))
        continue
      }
      settings.keys.append(Settings.KeySetting(action: action, keys: names.compactMap { $0 }, line: line))
    }
    settings.keys.sort { ($0.line ?? 0, $0.action) < ($1.line ?? 0, $1.action) }
    let standard = Keymap.standard
    let result = standard.remapped(settings.keys.map { Keymap.Remapping(action: $0.action, keys: $0.keys) })
    settings.keymap = result.keymap
    problems += result.problems.map { problem in
      let nearest = problem.unknownName.flatMap { NearestName.find($0, in: standard.actionNames) }
      return ConfigurationProblem(
        line: settings.keys[problem.index].line,
        text: problem.text + (nearest.map { "; did you mean \"\($0)\"?" } ?? ""))
    }
  }

  private mutating func readThemes(_ value: TOMLValue) {
    guard let themes = value.table else {
      return problems.append(
        ConfigurationProblem(line: value.line, text: "themes must be tables, such as [themes.mine]"))
    }
    for name in themes.keys {
      guard let roles = themes[name]?.table else {
        problems.append(
          ConfigurationProblem(line: themes[name]?.line, text: "themes.\(name) must be a table, [themes.\(name)]"))
        continue
      }
      var colors: [String: RGB] = [:]
      for role in roles.keys {
        guard let color = roles[role]?.string.flatMap(RGB.init(hexadecimal:)) else {
          problems.append(
            ConfigurationProblem(
              line: roles[role]?.line, text: "themes.\(name).\(role) must be a colour like \"#ff336e\""))
          continue
        }
        colors[role] = color
      }
      settings.themes[name] = colors
    }
  }

  private static func unknown(
    _ name: String, _ kind: String, in names: [String], _ line: Int?
  ) -> ConfigurationProblem {
    let nearest = NearestName.find(name, in: names).map { "; did you mean \"\($0)\"?" } ?? ""
    return ConfigurationProblem(line: line, text: "there is no \(kind) \"\(name)\"\(nearest)")
  }

  // MARK: - Reading

  /// Nil if the file does not exist.
  private static func read(_ path: String) -> Result<String?, ConfigurationProblem> {
    func problem(_ reason: String) -> Result<String?, ConfigurationProblem> {
      .failure(ConfigurationProblem(text: "the configuration cannot be read: \(reason)"))
    }
    // A pipe or a device would block the program.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      let code = errno
      return code == ENOENT || code == ENOTDIR
        ? .success(nil) : problem(SystemError.text(code))
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return problem("not a file") }
    let limit = 1 << 20
    guard let data = try? file.read(upToCount: limit + 1) ?? Data() else { return problem("input/output error") }
    guard data.count <= limit else { return problem("larger than 1 MB") }
    guard let text = String(validating: data, as: UTF8.self) else { return problem("not UTF-8 text") }
    return .success(text)
  }
}

extension ConfigurationProblem: Error {}
