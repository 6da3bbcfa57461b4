import Foundation
import TestSupport
import Testing

@Suite("Import progress", .serialized, .programs, .timeLimit(.minutes(10)))
struct ImportProgressTests {
  @Test("a terminal shows the progress, and then the report on a clean line")
  func progress() async throws {
    let sandbox = try Sandbox()
    try sandbox.write(ExportFixture(days: 14, heartbeats: 60_000).xml, to: "export.xml")
    try await TmuxScreen.shell(sandbox, columns: 110, rows: 12) { screen in
      // The output to the terminal is also written to a file.
      try await screen.tmux("pipe-pane", "cat >'\(sandbox.file("typescript"))'")
      try await screen.enter("cd; clear; \"$RINGTOP\" import export.xml; echo \"code=$?\"")
      try await screen.wait(for: "code=0")
      let text = try await screen.text
      #expect(text.contains("export.xml: read "))
      #expect(!text.contains("records  ") && !text.contains("━"))
      // The pipe is closed, so the output is complete.
      try await screen.tmux("pipe-pane")
      let all = try String(contentsOfFile: sandbox.file("typescript"), encoding: .utf8)
      #expect(all.contains(" %  ") && all.contains(" records  ") && all.contains("MB/s"))
      // Undoing also shows progress.
      try await screen.tmux("pipe-pane", "cat >'\(sandbox.file("undo"))'")
      try await screen.enter("clear; \"$RINGTOP\" import --undo 1; echo \"undone=$?\"")
      try await screen.wait(for: "undone=0")
      try await screen.tmux("pipe-pane")
      #expect(try await !screen.text.contains(" %"))
      #expect(try String(contentsOfFile: sandbox.file("undo"), encoding: .utf8).contains(" %"))
    }
  }

  @Test("any other output gets only the report, or nothing with --quiet")
  func quiet() async throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write(ExportFixture(days: 14, heartbeats: 20_000).xml, to: "export.xml")
    let told = try await sandbox.ringtop("import", file)
    #expect(told.errors == "")
    #expect(told.lines.first?.hasPrefix("\(file): read ") == true)
    #expect(!told.output.contains("\r") && !told.output.contains("\u{1B}"))
    let silent = try await sandbox.ringtop("import", "--quiet", file)
    #expect(silent.errors == "" && silent.output == "")
  }
}
