import Foundation
import HealthModel
import Testing

@testable import Configuration

@Suite("Hooks in the configuration")
struct HookConfigurationTests {
  private func file(_ text: String) -> ConfigurationFile { ConfigurationFile(text: text, path: "config.toml") }

  @Test("every option of a hook is read, and the output of config show is read in the same way")
  func everything() {
    let text = """
      notify = true
      alert = "osc9"
      tmux_option = "@rings"

      [[hook]]
      on = "ring-closed"
      ring = "move"
      run = ["/bin/echo", "it's closed"]

      [[hook]]
      on = "stand-reminder"
      from = 9
      until = 17
      shell = "echo $RINGTOP_TEXT | wall"
      timeout = 2.5

      [[hook]]
      on = "weekly-summary"
      at = 7
      run = ["a"]

      [[hook]]
      on = "data-stale"
      after = "2d"
      run = ["a"]

      [[hook]]
      on = "rings-changed"
      run = ["a"]

      [[hook]]
      on = "goal-reached"
      type = "sleep"
      run = ["a"]

      [[hook]]
      on = "record"
      run = ["a"]
      """
    let file = file(text)
    #expect(file.problems.isEmpty)
    let hooks = file.settings.hooks
    #expect(
      hooks.map(\.subscription.event) == [
        .ringClosed, .standReminder, .weeklySummary, .dataStale, .ringsChanged, .goalReached, .record,
      ])
    #expect(hooks[5].subscription.type == TypeIdentifier.sleepAnalysis && hooks[6].subscription.type == nil)
    #expect(
      hooks[0].subscription.ring == .move && hooks[0].command == ["/bin/echo", "it's closed"] && hooks[0].timeout == 30)
    #expect(hooks[1].subscription.hours == 9...17 && hooks[1].timeout == 2.5)
    #expect(hooks[1].command == ["/bin/sh", "-c", "echo $RINGTOP_TEXT | wall"])
    #expect(hooks[2].subscription.hour == 7 && hooks[3].subscription.age == 172_800)
    #expect(file.settings.notifies && file.settings.alert == .osc9 && file.settings.tmuxOption == "@rings")
    let again = self.file(ConfigurationText.current(file.settings))
    #expect(again.problems.isEmpty && again.settings == file.settings)
  }

  @Test(
    "an invalid hook is ignored and reported in one sentence with its line",
    arguments: [
      ("on = \"closed\"", 6, "on must be one of"),
      ("on = \"all-closed\"\nring = \"move\"", 7, "ring is for on = \"ring-closed\""),
      ("on = \"ring-closed\"\nring = \"water\"", 7, "ring must be"),
      ("on = \"all-closed\"\nrum = [\"x\"]", 7, "did you mean \"run\"?"),
      ("on = \"all-closed\"", 5, "a hook needs either run or shell"),
      ("on = \"all-closed\"\nrun = [\"x\"]\nshell = \"y\"", 5, "a hook needs either run or shell"),
      ("on = \"all-closed\"\nrun = \"x y\"", 7, "run must be a program and its arguments"),
      ("on = \"all-closed\"\nrun = [1]", 7, "run must be a program and its arguments"),
      ("on = \"all-closed\"\nrun = []", 7, "run must be a program and its arguments"),
      ("on = \"all-closed\"\nrun = [\"x\"]\ntimeout = 0", 8, "timeout must be"),
      ("on = \"data-stale\"\nafter = \"soon\"\nrun = [\"x\"]", 7, "after must be a time"),
      ("on = \"goal-reached\"\ntype = \"heartRate\"\nrun = [\"x\"]", 7, "type must be one with an amount"),
      ("on = \"stand-reminder\"\nfrom = 20\nuntil = 8\nrun = [\"x\"]", 8, "until must not come before from"),
      ("on = \"weekly-summary\"\nat = 24\nrun = [\"x\"]", 7, "at must be an hour"),
    ])
  func mistakes(text: String, line: Int, sentence: String) throws {
    let file = file(
      "[[hook]]\non = \"all-closed\"\nrun = [\"good\"]\n\n[[hook]]\n\(text)\n\n[[hook]]\non = \"all-closed\"\nrun = [\"good\"]\n"
    )
    let problem = try #require(file.problems.first)
    #expect(file.problems.count == 1 && problem.line == line && problem.text.contains(sentence), "\(problem)")
    #expect(file.settings.hooks.map(\.command) == [["good"], ["good"]])
  }

  @Test(
    "a hook that is not in an array of tables is reported",
    arguments: ["hook = 1", "[hook]\non = \"all-closed\"", "hook = [1]"])
  func noTables(text: String) {
    #expect(file(text).problems.map(\.text) == ["hooks are tables, such as [[hook]]"])
  }

  @Test("the examples in the documentation are valid")
  func documented() throws {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "Assets/docs/watching.md"), encoding: .utf8)
    let blocks = text.matches(of: /(?ms)^```toml$(.*?)^```$/).map { String($0.1) }
    #expect(blocks.contains { $0.contains("[[hook]]") })
    for block in blocks { #expect(file(block).problems.isEmpty) }
  }
}
