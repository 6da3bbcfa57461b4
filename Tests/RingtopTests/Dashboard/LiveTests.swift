import Foundation
import TestSupport
import Testing

@Suite("The live dashboard", .serialized, .programs, .timeLimit(.minutes(10)))
struct LiveTests {
  @Test("without a store it shows the welcome screen, and an import by another process fills it")
  func welcome() async throws {
    let sandbox = try Sandbox()
    let command = [Program.ringtop, "--still"]
    try await TmuxScreen.with(sandbox, columns: 76, rows: 23, command) { screen in
      try await screen.wait { $0.contains("There is no store yet") && $0.contains("Import an export") }
      #expect(try await screen.text.contains("Explore made-up data"))
      try await sandbox.imported(ExportFixture(days: 9))
      try await screen.wait { $0.contains("Saturday 14 November 2026") && $0.contains("320 / 500 kcal") }
    }
  }

  @Test("without a store an export is found, whatever it is called, and imported by key")
  func importByKey() async throws {
    let sandbox = try Sandbox()
    let home = try #require(sandbox.environment["HOME"])
    for folder in ["Downloads", "Desktop/apple_health_export"] {
      try FileManager.default.createDirectory(atPath: "\(home)/\(folder)", withIntermediateDirectories: true)
    }
    try Data(ExportFixture(days: 9).zip).write(to: URL(filePath: "\(home)/Downloads/Exportación.zip"))
    // Not exports: another archive, a pipe, a document that only has the name.
    try Data("PK\u{3}\u{4}other".utf8).write(to: URL(filePath: "\(home)/Downloads/photos.zip"))
    #expect(mkfifo("\(home)/Downloads/export.zip", 0o600) == 0)
    try Data("<html/>".utf8).write(to: URL(filePath: "\(home)/Downloads/export.xml"))
    try await TmuxScreen.with(sandbox, columns: 90, rows: 24, [Program.ringtop, "--still"]) { screen in
      try await screen.wait(for: "Import an export")
      try await screen.press("i")
      try await screen.wait(for: "Exportación.zip")
      let text = try await screen.text
      #expect(!text.contains("photos") && !text.contains("export.zip") && !text.contains("export.xml"))
      try await screen.press("Enter")
      try await screen.wait { $0.contains("Saturday 14 November 2026") && $0.contains("320 / 500 kcal") }
      try await screen.wait(for: "already there 0")
      // The same file again, from the list that is also available with data.
      try await screen.press("i")
      // The notice of the import names the file too, but not its size.
      try await screen.wait { $0.contains("Exportación.zip") && $0.contains(" KB, ") }
      try await screen.press("Enter")
      try await screen.wait(for: "stored 0")
    }
  }

  @Test("without a store and without an export the dashboard explains how to get one, and shows made-up data")
  func ways() async throws {
    let sandbox = try Sandbox()
    try await TmuxScreen.with(sandbox, columns: 90, rows: 24, [Program.ringtop, "--still"]) { screen in
      try await screen.wait(for: "Import an export")
      try await screen.press("i")
      try await screen.wait(for: "No export was found")
      try await screen.press("q")
      try await screen.wait { !$0.contains("No export was found") }
      try await screen.press("P")
      try await screen.wait { $0.contains("Export All Health Data") && $0.contains("ringtop serve") }
      try await screen.press("q")
      try await screen.wait { !$0.contains("Export All Health Data") }
      try await screen.press(":")
      try await screen.type("import nowhere.zip")
      try await screen.press("Enter")
      try await screen.wait(for: "nowhere.zip")
      try await screen.press("E")
      try await screen.wait { $0.contains(" steps ") && $0.contains("made-up data") }
      // Back to the store.
      try await screen.press("q")
      try await screen.wait(for: "Import an export")
      try await screen.press("q")
      #expect(try await screen.end() == 0)
    }
    #expect(
      !FileManager.default.fileExists(atPath: sandbox.environment["XDG_DATA_HOME"].map { $0 + "/ringtop" } ?? "/-"))
  }

  @Test("data stored by another process is shown without a key")
  func otherProcess() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    try await TmuxScreen.dashboard(sandbox, columns: 76, rows: 23, showing: "320 / 500 kcal") { screen in
      for index in 1...3 {
        let more = """
          <HealthData><ExportDate value="2026-11-14 21:0\(index):00 +0100"/>
          <Record type="HKQuantityTypeIdentifierActiveEnergyBurned" sourceName="Robin’s Apple Watch" unit="kcal" \
          startDate="2026-11-14 20:\(index)0:00 +0100" endDate="2026-11-14 20:\(index)5:00 +0100" value="50"/>
          </HealthData>
          """
        let file = try sandbox.write(more, to: "more\(index).xml")
        #expect(try await sandbox.ringtop("import", "--quiet", file).code == 0)
        try await screen.wait(for: "\(320 + 50 * index) / 500 kcal")
      }
      #expect(try await sandbox.ringtop("import", "--undo", "4").code == 0)
      try await screen.wait(for: "420 / 500 kcal")
    }
  }

  @Test("ringtop add in another pane moves the ring")
  func add() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    try await TmuxScreen.dashboard(sandbox, columns: 76, rows: 23, showing: "320 / 500 kcal") { screen in
      #expect(try await sandbox.ringtop("add", "move", "100kcal").code == 0)
      try await screen.wait(for: "420 / 500 kcal")
      #expect(try await sandbox.ringtop("add", "exercise", "9min").code == 0)
      try await screen.wait { $0.contains("30 / 30 min") && $0.contains("100%") }
      #expect(try await sandbox.ringtop("add", "stand").code == 0)
      try await screen.wait(for: "9 / 12 h")
    }
  }

  @Test("ringtop demo shows moving made-up data, and leaves no files behind", arguments: ["q", "C-c", "C-\\", "kill"])
  func demo(_ ending: String) async throws {
    let sandbox = try Sandbox()
    try FileManager.default.createDirectory(atPath: sandbox.file("tmp"), withIntermediateDirectories: true)
    sandbox.environment["TMPDIR"] = sandbox.file("tmp")
    // As users have it: the quit key is not a crash that Swift's own handler reports.
    if ending == "C-\\" { sandbox.environment["SWIFT_BACKTRACE"] = nil }
    try await TmuxScreen.with(sandbox, columns: 76, rows: 23, [Program.ringtop, "demo", "--still"]) { screen in
      try await screen.wait { $0.contains("today") && $0.contains("quit") && $0.contains("kcal") }
      let first = try await screen.text
      try await screen.wait(until: "a ring that moves") { $0 != first && $0.contains("kcal") }
      if ending == "kill" {
        kill(try await screen.process, SIGKILL)
        #expect(try await screen.end() == 128 + SIGKILL)
      } else {
        try await screen.press(ending)
        #expect(try await screen.end() == (ending == "C-\\" ? 128 + SIGQUIT : 0))
      }
      try await eventually("nothing left", state: { "\(sandbox.contents(below: sandbox.file("tmp")).keys)" }) {
        try FileManager.default.contentsOfDirectory(atPath: sandbox.file("tmp")).isEmpty
      }
      #expect(!FileManager.default.fileExists(atPath: sandbox.store))
    }
  }

  @Test("a store that another program locks is immediately reported as busy, and shown once unlocked")
  func busy() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    try sandbox.write("", to: "hold")
    let keeper = [
      "sqlite3", sandbox.store, "PRAGMA locking_mode = EXCLUSIVE", "BEGIN EXCLUSIVE",
      ".shell touch '\(sandbox.file("held"))'; while [ -e '\(sandbox.file("hold"))' ]; do sleep 0.05; done",
    ]
    try await Program.runBeside(keeper, environment: sandbox.environment, outputPath: sandbox.file("keeper.txt")) { _ in
      try await eventually("the lock") { FileManager.default.fileExists(atPath: sandbox.file("held")) }
      try await TmuxScreen.with(sandbox, columns: 76, rows: 23, [Program.ringtop, "--still"]) { screen in
        try await screen.wait(for: "is locked by another program.")
        // Keys are handled meanwhile.
        try await screen.press(":")
        try await screen.wait(for: "Tab completes")
        try await screen.press("Escape")
        try FileManager.default.removeItem(atPath: sandbox.file("hold"))
        try await screen.wait(for: "320 / 500 kcal")
      }
    }
  }

  @Test("a replaced store is read again")
  func replaced() async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    try await TmuxScreen.dashboard(sandbox, columns: 76, rows: 23, showing: "320 / 500 kcal") { screen in
      try FileManager.default.removeItem(atPath: sandbox.file("data"))
      try await screen.wait(for: "There is no store yet")
      let other = ExportFixture(lastDay: "2026-11-15", days: 9).xml
      let file = try sandbox.write(other, to: "other.xml")
      #expect(try await sandbox.ringtop("import", "--quiet", file).code == 0)
      try await screen.wait(for: "328 / 500 kcal")
    }
  }

  /// Opens the dashboard shortly before midnight in the user's time zone. If the start takes longer than the margin, it
  /// is repeated with a larger margin.
  private func beforeMidnight(body: (TmuxScreen) async throws -> Void) async throws {
    let sandbox = try Sandbox()
    try await sandbox.imported(ExportFixture(days: 9))
    // The machine is in another time zone: the user's midnight counts.
    sandbox.environment["TZ"] = "America/New_York"
    for margin in [4, 15, 45] {
      sandbox.environment["RINGTOP_CLOCK"] = "2026-11-14T22:59:\(60 - margin < 10 ? "0" : "")\(60 - margin)Z"
      var isDecided = false
      try await TmuxScreen.dashboard(sandbox, columns: 64, rows: 14, showing: " November ") { screen in
        guard try await screen.text.contains("14 Nov") else { return }
        isDecided = true
        try await body(screen)
      }
      if isDecided { return }
    }
    Issue.record("The program never started before midnight.")
  }

  @Test("at midnight a selection of today moves to the new day")
  func midnight() async throws {
    try await beforeMidnight { screen in
      try await screen.wait { $0.contains("15 Nov") && $0.contains("today") }
      try await screen.press("h")
      try await screen.wait { $0.contains("14 Nov") && $0.contains("yesterday") }
    }
  }

  @Test("at midnight a selection of another day stays")
  func midnightElsewhere() async throws {
    try await beforeMidnight { screen in
      try await screen.press("h")
      try await screen.wait { $0.contains("13 Nov") && $0.contains("2 days ago") }
      #expect(try await !screen.text.contains("15 Nov"))
    }
  }

  #if os(Linux)
    @Test("the process sleeps while idle, in every layout")
    func idle() async throws {
      // At once, because each is observed for five seconds.
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (columns, rows) in [(40, 12), (76, 23), (120, 50), (160, 50), (200, 60)] {
          group.addTask {
            let sandbox = try Sandbox()
            try await sandbox.imported(ExportFixture(days: 9))
            try await TmuxScreen.dashboard(sandbox, columns: columns, rows: rows) { screen in
              let process = try await screen.process
              #expect(try await wakeUpsWhenIdle(of: process) <= 2, "\(columns)x\(rows)")
            }
          }
        }
        try await group.waitForAll()
      }
    }
  #endif
}
