import Foundation
import HealthModel
import StatusLine
import TestSupport
import Testing

@Suite("The tmux bar, drawn by tmux", .enabled(if: TmuxBar.isInstalled), .serialized, .programs)
struct TmuxBarTests {
  /// Text for which all versions of tmux agree on the width; emoji are covered by the tests of the markup.
  static let hostile = [
    "#S #{session_name} #(touch x) <b>&\"'%{F#ff}", "#", "##", "###", "a#[b##[c###[d", "#[fg=red]x", "##[fg=red]x#####",
    "%H %% % %d", "日本#語", "#,#}#{?x,y,z}",
  ]

  @Test("tmux shows hostile text literally, from a command and from an option")
  func hostileText() throws {
    let bar = try TmuxBar()
    defer { bar.end() }
    for (index, text) in Self.hostile.enumerated() {
      for fields in ["x", "{move.percent}"] {
        let template = try StatusTemplate(parsing: fields + StatusDays.literal(text) + fields)
        let line = StatusDays.open.line(format: .tmux, style: StatusStyle(), template: template)
        let plain = StatusDays.open.line(format: .plain, style: StatusStyle(), template: template)
        // A new file each time, because tmux caches the output of a command.
        let file = "\(bar.folder)/line-\(index)-\(fields.count)"
        try Data((line + "\n").utf8).write(to: URL(fileURLWithPath: file))
        bar.set("@ringtop", StatusFormat.tmuxOptionValue(line))
        bar.set("status-right", "<#(cat \(file))|#{E:@ringtop}>")
        let expected = "<\(plain)|\(plain)>"
        #expect(bar.bar { $0 == expected } == expected)
      }
    }
    #expect(!FileManager.default.fileExists(atPath: "x"))
  }

  @Test("every day's rings have their colours in the bar")
  func days() throws {
    let bar = try TmuxBar()
    defer { bar.end() }
    for (name, snapshot) in StatusDays.all {
      let style = StatusStyle(width: 24)
      bar.set("@ringtop", StatusFormat.tmuxOptionValue(snapshot.line(format: .tmux, style: style)))
      bar.set("status-right", "<#{E:@ringtop}>")
      let expected = "<\(snapshot.line(format: .plain, style: style))>"
      #expect(bar.bar { $0 == expected } == expected, "\(name)")
    }
  }
}

@Suite("The tmux plugin", .enabled(if: TmuxBar.isInstalled), .serialized, .programs)
struct TmuxPluginTests {
  static let plugin = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Assets/tmux/ringtop.tmux").path

  /// A folder name with all characters that are special for shells, formats and strftime.
  static let programs = "o'd (x) #S %H & programs"

  /// A replacement of the program that records its arguments and prints one line.
  static func withProgram(_ body: (TmuxBar) throws -> Void) throws {
    let bar = try TmuxBar(path: programs)
    defer { bar.end() }
    try FileManager.default.createDirectory(atPath: "\(bar.folder)/\(programs)", withIntermediateDirectories: true)
    let program = "\(bar.folder)/\(programs)/ringtop"
    let script = """
      #!/bin/sh
      # One write, so that runs at the same time do not mix.
      line=$(printf '[%s]' "$@")
      printf '%s\\n' "$line" >> \(TmuxBar.quoted(bar.folder + "/log"))
      case "$*" in
        '' | --store*) echo DASHBOARD; exec sleep 30 ;;
        *--set-option*) tmux set-option -g @ringtop 'FOLLOWED 83%%'; while :; do sleep 0.2; done ;;
        *exercise*) echo EXERCISE ;;
        *--template*move*) echo 'MOVE 83%' ;;
        *) echo '#[fg=#ff336e]WHOLE#[fg=default] ####' ;;
      esac
      """
    try Data(script.utf8).write(to: URL(fileURLWithPath: program))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    try body(bar)
  }

  private func log(_ bar: TmuxBar) -> Set<String> {
    let text = (try? String(contentsOfFile: bar.folder + "/log", encoding: .utf8)) ?? ""
    return Set(text.split(separator: "\n").map(String.init))
  }

  private func source(_ bar: TmuxBar) {
    bar.tmux("run-shell \(TmuxBar.quoted(TmuxBar.quoted(Self.plugin)))")
  }

  @Test("placeholders become commands, with the program's absolute path, and running it again changes nothing")
  func placeholders() throws {
    try Self.withProgram { bar in
      // tmux itself reads a final semicolon as the end of a command.
      bar.set("status-left", "#{ringtop_move}\\;")
      bar.set("status-right", "<#{ringtop}|%%|#{ringtop_exercise}>")
      source(bar)
      let shown = bar.bar { $0.hasPrefix("MOVE") && $0.hasSuffix(">") && $0.contains("EXERCISE") }
      #expect(shown.hasPrefix("MOVE 83%;"))
      #expect(shown.hasSuffix("<WHOLE #|%|EXERCISE>"))
      let background = "[--background][=,\(bar.option("status-style"))]"
      #expect(
        log(bar) == [
          "[status][--format][tmux][--width][24][--style][rings]\(background)[--glyphs][block]",
          "[status][--format][tmux][--template][{move.glyph} {move.percent}]\(background)[--glyphs][block]",
          "[status][--format][tmux][--template][{exercise.glyph} {exercise.percent}]\(background)[--glyphs][block]",
        ])
      #expect(bar.option("@ringtop_path") == "\(bar.folder)/\(Self.programs)/ringtop")
      let sides = [bar.option("status-left"), bar.option("status-right")]
      #expect(!sides.joined().contains("#{ringtop"))
      source(bar)
      #expect([bar.option("status-left"), bar.option("status-right")] == sides)
    }
  }

  @Test("options reach the program unchanged, at the next refresh")
  func options() throws {
    try Self.withProgram { bar in
      bar.set("@ringtop_width", "12")
      bar.set("@ringtop_style", "bars")
      bar.set("@ringtop_store", "/a b/(c)")
      bar.set("status-right", "<#{ringtop}>")
      source(bar)
      let background = "[--background][=,\(bar.option("status-style"))]"
      let first =
        "[status][--format][tmux][--width][12][--style][bars]\(background)[--glyphs][block][--store][/a b/(c)]"
      #expect(bar.wait { log(bar).contains(first) })
      let template = "{move.percent}% it's ($(touch \(bar.folder)/pwned)) \"q\" %H #S ) `x` * {{~}}"
      bar.set("@ringtop_template", template)
      bar.set("@ringtop_glyphs", "ascii")
      let second = first.replacingOccurrences(
        of: "\(background)[--glyphs][block]", with: "[--template][\(template)]\(background)[--glyphs][ascii]")
      #expect(bar.wait { log(bar).contains(second) }, "\(log(bar))")
      #expect(!FileManager.default.fileExists(atPath: bar.folder + "/pwned"))
    }
  }

  @Test("the key opens the dashboard in a popup, and only a chosen key replaces another binding")
  func popup() throws {
    try Self.withProgram { bar in
      source(bar)
      bar.set("status-right", "<>")
      #expect(bar.bar { $0 == "<>" } == "<>")
      bar.type("C-b R")
      #expect(bar.wait { bar.screen.contains("DASHBOARD") })
      bar.tmux("bind-key R refresh-client")
      source(bar)
      #expect(bar.tmux("list-keys -T prefix R").contains("refresh-client"))
      bar.set("@ringtop_popup_key", "R")
      bar.set("@ringtop_popup_width", "50%")
      source(bar)
      let binding = bar.tmux("list-keys -T prefix R")
      #expect(binding.contains("display-popup") && binding.contains("50%"))
    }
  }

  @Test("following runs one process that sets the option, and ends it when disabled or when the server exits")
  func following() throws {
    try Self.withProgram { bar in
      bar.set("status-right", "<#{ringtop}>")
      bar.set("@ringtop_follow", "on")
      source(bar)
      #expect(bar.bar { $0.contains("FOLLOWED") } == "<FOLLOWED 83%>")
      func followers() -> [String] {
        TmuxBar.run(
          "ps -eo pid=,args= | grep -F \(TmuxBar.quoted(bar.folder)) | grep -F -e '--set-option' | grep -v grep"
        )
        .output.split(separator: "\n").map(String.init).filter { !$0.contains("sh -c") }
      }
      #expect(followers().count == 1)
      let first = bar.option("@ringtop_follow_pid")
      source(bar)
      #expect(bar.wait { bar.option("@ringtop_follow_pid") != first && followers().count == 1 })
      bar.set("@ringtop_follow", "off")
      source(bar)
      #expect(bar.bar { $0.contains("WHOLE") } == "<WHOLE #>")
      #expect(bar.wait { followers().isEmpty })
      // A killed job would have printed a message in the pane.
      #expect(!bar.screen.contains("terminated") && !bar.screen.contains("[0/0]"))
      bar.set("@ringtop_follow", "on")
      source(bar)
      #expect(bar.wait { followers().count == 1 })
      bar.tmux("kill-server")
      #expect(bar.wait { followers().isEmpty })
    }
  }

  @Test("without the program the bar shows no error")
  func programMissing() throws {
    let bar = try TmuxBar()
    defer { bar.end() }
    // Only what the plugin itself needs; an installed ringtop must not be found.
    let tools = ["bash", "env", "tmux", "dirname", "basename", "grep", "ps"]
    for tool in tools { TmuxBar.run("ln -s \"$(command -v \(tool))\" \(TmuxBar.quoted("\(bar.folder)/\(tool)"))") }
    bar.set("status-right", "<#{ringtop}|#{ringtop_move}>")
    bar.set("@ringtop_path", "/nowhere/ringtop")
    let copy = "\(bar.folder)/ringtop.tmux"
    TmuxBar.run("cp \(TmuxBar.quoted(Self.plugin)) \(TmuxBar.quoted(copy))")
    bar.tmux("run-shell \(TmuxBar.quoted("HOME=/nowhere PATH='\(bar.folder)' '\(copy)'"))")
    #expect(bar.bar { $0 == "<|>" } == "<|>")
    #expect(bar.option("status-right") == "<#{ringtop}|#{ringtop_move}>")
  }
}
