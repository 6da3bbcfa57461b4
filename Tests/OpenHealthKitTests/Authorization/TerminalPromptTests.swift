import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Testing

@testable import OpenHealthKit
@testable import OpenHealthKitCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("The prompt on the terminal")
struct TerminalPromptTests {
  private let steps = HKQuantityType(.stepCount)
  private let energy = HKQuantityType(.activeEnergyBurned)

  private func store(_ scratch: ScratchStore, _ terminal: QuestionPTY) -> HKHealthStore {
    scratch.opened(.ask(HKHealthStore.TerminalPrompt(path: terminal.path)))
  }

  @Test("the prompt names the client, the types and the file, and yes grants everything")
  func yes() async throws {
    let (scratch, terminal) = (try ScratchStore(), try QuestionPTY())
    let store = store(scratch, terminal)
    async let asked: Void = store.requestAuthorization(toShare: [steps], read: [steps, energy])
    let text = try await terminal.see("Return to skip: ")
    #expect(text.contains("org.example.reader (org.example.reader) wants to use the health data in \(scratch.path):"))
    #expect(text.contains("  read   activeEnergyBurned, stepCount\r\n"))
    #expect(text.contains("  write  stepCount\r\n"))
    terminal.type("y\n")
    try await asked
    #expect(
      try store.connection.reading().permissions().map(\.read) == [.granted, .granted]
        && store.connection.reading().permissions()[1].share == .granted)
  }

  @Test("no refuses everything")
  func no() async throws {
    let (scratch, terminal) = (try ScratchStore(), try QuestionPTY())
    let store = store(scratch, terminal)
    async let asked: Void = store.requestAuthorization(toShare: [], read: [steps])
    try await terminal.answer("Return to skip: ", " No ")
    try await asked
    #expect(try store.connection.reading().permissions().map(\.read) == [.refused])
  }

  @Test("each type can be chosen, and the question is repeated after an invalid answer")
  func choose() async throws {
    let (scratch, terminal) = (try ScratchStore(), try QuestionPTY())
    let store = store(scratch, terminal)
    async let asked: Void = store.requestAuthorization(toShare: [steps], read: [steps, energy])
    try await terminal.answer("Return to skip: ", "perhaps")
    try await terminal.answer("Please answer y, n or c: ", "c")
    try await terminal.answer("Read activeEnergyBurned? [y/n] ", "y")
    try await terminal.answer("Read stepCount? [y/n] ", "what")
    try await terminal.answer("Read stepCount? [y/n] ", "n")
    try await terminal.answer("Write stepCount? [y/n] ", "yes")
    try await asked
    #expect(try store.connection.reading().permissions().map(\.read) == [.granted, .refused])
    #expect(try store.connection.reading().permissions().map(\.share) == [nil, .granted])
  }

  @Test("Return skips any question")
  func nothing() async throws {
    let (scratch, terminal) = (try ScratchStore(), try QuestionPTY())
    let store = store(scratch, terminal)
    for answers in [[""], ["c", ""], ["c", "y", ""]] {
      let asked = Task { try await store.requestAuthorization(toShare: [steps], read: [steps]) }
      for (question, answer) in zip(
        ["Return to skip: ", "Read stepCount? [y/n] ", "Write stepCount? [y/n] "], answers)
      {
        try await terminal.answer(question, answer)
      }
      await #expect { try await asked.value } throws: { ($0 as? HKError)?.code == .errorUserCanceled }
    }
    #expect(store.authorizationStatus(for: steps) == .notDetermined)
  }

  @Test("the end of input skips all questions")
  func endOfInput() async throws {
    let (scratch, terminal) = (try ScratchStore(), try QuestionPTY())
    let store = store(scratch, terminal)
    let asked = Task { try await store.requestAuthorization(toShare: [steps], read: []) }
    try await terminal.see("Return to skip: ")
    terminal.type("\u{04}")
    await #expect { try await asked.value } throws: { ($0 as? HKError)?.code == .errorUserCanceled }
  }

  @Test("a client's name cannot send escape sequences to the terminal")
  func plainNames() {
    let client = HKHealthStore.Client(bundleIdentifier: "a\u{1B}[2Jb", name: "Nice\u{202E}\nname")
    let request = HKHealthStore.AuthorizationRequest(client: client, path: "/x", toShare: [], read: [steps])
    var shown = ""
    _ = ConsentDialogue(request).answer {
      shown = $0
      return nil
    }
    #expect(shown.hasPrefix("Nice??name (a?[2Jb) wants"))
  }

  @Test("without a terminal the call returns at once without asking, and the type stays undecided")
  func noTerminal() async {
    await #expect(processExitsWith: .success) {
      // A session of its own has no controlling terminal.
      setsid()
      let scratch = try ScratchStore()
      let store = scratch.opened(.ask())
      do {
        try await store.requestAuthorization(toShare: [HKQuantityType(.stepCount)], read: [])
        exit(1)
      } catch HKError.errorUserCanceled {
        exit(store.authorizationStatus(for: HKQuantityType(.stepCount)) == .notDetermined ? 0 : 2)
      }
    }
  }

  @Test("the prompt uses the controlling terminal, and neither standard input nor output")
  func controllingTerminal() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      setsid()
      let terminal = try QuestionPTY()
      // The first terminal that a session opens becomes its controlling terminal.
      let own = open(terminal.path, O_RDWR)
      #if canImport(Darwin)
        _ = ioctl(own, UInt(TIOCSCTTY), 0)
      #endif
      let scratch = try ScratchStore()
      let store = scratch.opened(.ask())
      async let asked: Void = store.requestAuthorization(toShare: [HKQuantityType(.stepCount)], read: [])
      try await terminal.answer("Return to skip: ", "y")
      try await asked
      let status = store.authorizationStatus(for: HKQuantityType(.stepCount))
      exit(own >= 0 && status == .sharingAuthorized ? 0 : 3)
    }
    let printed = (result?.standardOutputContent ?? []) + (result?.standardErrorContent ?? [])
    #expect(!String(decoding: printed, as: UTF8.self).contains("wants to use"))
  }
}
