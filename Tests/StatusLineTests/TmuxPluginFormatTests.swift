import Foundation
import TestSupport
import Testing

@Suite("The tmux plugin with the user's own formats", .enabled(if: TmuxBar.isInstalled), .serialized, .programs)
struct TmuxPluginFormatTests {
  private func source(_ bar: TmuxBar, _ plugin: String = TmuxPluginTests.plugin) {
    bar.tmux("run-shell \(TmuxBar.quoted(TmuxBar.quoted(plugin)))")
  }

  @Test("placeholders work inside conditionals and lengths, and other text is unchanged")
  func nested() throws {
    try TmuxPluginTests.withProgram { bar in
      let own = "#{?window_zoomed_flag,Z,}#{?#{==:a,b},#[fg=red],n}#{=3:session_name}#{ringtop_more}#{p3:ringtop}"
      bar.set("status-left", own)
      bar.set(
        "status-right", "#{?client_prefix,P,#{ringtop_move}}|#{=/2/~:#{ringtop_exercise}}")
      source(bar)
      #expect(bar.option("status-left") == own)
      let shown = bar.bar { $0.hasSuffix("MOVE 83%|EX~") }
      #expect(shown.hasSuffix("MOVE 83%|EX~"))
      bar.type("C-b")
      #expect(bar.bar { $0.hasSuffix("P|EX~") }.hasSuffix("P|EX~"))
    }
  }

  @Test("the program beside the plugin is found, wherever the clone is")
  func clone() throws {
    // A folder of the same name is at the front of PATH, and contains no program.
    let bar = try TmuxBar(path: "empty")
    defer { bar.end() }
    let clone = "\(bar.folder)/my 'clone' (x) & %H"
    let script = "#!/bin/sh\necho BESIDE\n"
    let arranged = TmuxBar.run(
      """
      mkdir -p \(TmuxBar.quoted(clone))/Assets/tmux \(TmuxBar.quoted(clone))/.build/release && cd \(TmuxBar.quoted(clone)) &&
      cp \(TmuxBar.quoted(TmuxPluginTests.plugin)) Assets/tmux/ &&
      printf %s \(TmuxBar.quoted(script)) >.build/release/ringtop && chmod +x .build/release/ringtop
      """)
    try #require(arranged.status == 0)
    // An installed program is found in PATH first.
    guard TmuxBar.run("command -v ringtop").status != 0 else { return }
    bar.set("status-right", "<#{ringtop}>")
    source(bar, clone + "/Assets/tmux/ringtop.tmux")
    #expect(bar.bar { $0 == "<BESIDE>" } == "<BESIDE>")
  }
}
