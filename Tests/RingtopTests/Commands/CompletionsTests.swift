import Foundation
import TestSupport
import Testing

/// Completion in bash, with the script that the program prints.
@Suite("completions", .serialized, .programs, .timeLimit(.minutes(10)))
struct CompletionsTests {
  /// The completions that bash offers for the last word.
  private func offers(_ words: String...) async throws -> [String] {
    let sandbox = try Sandbox()
    let line = words.joined(separator: " ")
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    let output = try await sandbox.shell(
      """
      export PATH="$(dirname "$RINGTOP"):$PATH"
      source <(ringtop completions bash)
      COMP_WORDS=(\(quoted)) COMP_CWORD=\(words.count - 1) COMP_LINE='\(line)' COMP_POINT=\(line.count)
      _ringtop ringtop '\(words.last ?? "")' '\(words.dropLast().last ?? "")' 2>/dev/null
      printf '%s\\n' "${COMPREPLY[@]}"
      """)
    return output.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test("commands, options, formats, dates and types are completed")
  func offered() async throws {
    #expect(try await offers("ringtop", "su") == ["summary"])
    #expect(try await offers("ringtop", "summary", "--fo") == ["--format"])
    #expect(try await offers("ringtop", "show", "--format", "s").sorted() == ["sentences", "svg"])
    #expect(try await offers("ringtop", "show", "--date", "yes") == ["yesterday"])
    #expect(try await offers("ringtop", "show", "--date", "20").count == 14)
    #expect(try await offers("ringtop", "query", "heartRa").contains("heartRate"))
  }

  @Test("every shell can read its script", arguments: ["bash", "zsh", "fish"])
  func readable(shell: String) async throws {
    let sandbox = try Sandbox()
    let ending = try await sandbox.ringtop("completions", shell)
    #expect(ending.code == 0 && ending.errors.isEmpty && ending.output.contains("ringtop"))
    let path = try sandbox.write(ending.output, to: "script")
    let checked = try await sandbox.shell(
      "if command -v \(shell) >/dev/null; then \(shell) -n '\(path)' && echo ok; else echo ok; fi")
    #expect(checked.output.trimmed == "ok")
  }

  @Test("without an argument the shell in SHELL is used if it is supported")
  func shellOfTheUser() async throws {
    let sandbox = try Sandbox()
    let taken = try await sandbox.shell("SHELL=/usr/bin/fish \"$RINGTOP\" completions")
    #expect(taken.output == (try await sandbox.ringtop("completions", "fish").output))
    let refused = try await sandbox.shell("SHELL=/bin/dash \"$RINGTOP\" completions 2>&1; echo $?")
    #expect(refused.output == "ringtop: Name a shell: ringtop completions bash, zsh or fish.\n64\n")
  }
}
