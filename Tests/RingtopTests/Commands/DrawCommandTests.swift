import Foundation
import TestSupport
import Testing

/// Rings for any three fractions.
@Suite("ringtop draw", .serialized, .programs, .timeLimit(.minutes(10)))
struct DrawCommandTests {
  private func draw(_ arguments: String...) async throws -> Ending {
    let sandbox = try Sandbox()
    return try await Program.run([Program.ringtop, "draw"] + arguments, environment: sandbox.environment)
  }

  @Test("as text fills the size and contains no escape sequences, whatever the colours")
  func text() async throws {
    let ending = try await draw(
      "--rings", "0.83,1.40,0.50", "--size", "40x20", "--glyphs", "legacy", "--color", "truecolor", "--format", "text")
    #expect(ending.code == 0 && ending.errors == "")
    let lines = ending.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 21 && lines.last == "")
    #expect(lines.map(\.count).max() == 40)
    #expect(!ending.output.contains("\u{1B}"))
    #expect(ending.output.unicodeScalars.contains { (0x1FB00...0x1FBFF).contains($0.value) })
  }

  @Test("as ansi uses the requested colours, even in a pipe")
  func ansi() async throws {
    for (color, mark) in [("truecolor", "38;2;"), ("256", "38;5;"), ("16", "[9"), ("auto", "38;5;")] {
      let ending = try await draw("--rings", "0.83,1.40,0.50", "--size", "24x12", "--color", color, "--format", "ansi")
      #expect(ending.code == 0 && ending.output.contains(mark), "\(color)")
    }
    let none = try await draw("--rings", "0.83,1.40,0.50", "--color", "none", "--format", "ansi")
    #expect(none.code == 0 && !none.output.contains("\u{1B}"))
  }

  @Test("without a format prints plain text if the output is not a terminal")
  func pipe() async throws {
    let ending = try await draw("--rings", "0.83,1.40,0.50")
    #expect(ending.code == 0 && !ending.output.contains("\u{1B}"))
    #expect(ending.lines.count == 20)
  }

  @Test("as svg gives one document as large as the size, with its arcs in many colours")
  func svg() async throws {
    let ending = try await draw("--rings", "0.83,1.40,0.50", "--size", "40x20", "--format", "svg")
    #expect(ending.code == 0)
    #expect(ending.output.hasPrefix("<svg ") && ending.output.hasSuffix("</svg>\n"))
    #expect(ending.output.contains("viewBox=\"0 0 320 320\""))
    #expect(Set(ending.output.split(separator: "stop-color=\"").dropFirst().map { $0.prefix(7) }).count > 24)
    let narrow = try await draw("--rings", "1,1,1", "--size", "10x100", "--format", "svg")
    #expect(narrow.output.contains("viewBox=\"0 0 80 80\""))
  }

  @Test("accepts every number as a fraction, including the result of a division by zero")
  func numbers() async throws {
    let empty = try await draw("--rings", "-,-,-", "--size", "24x12")
    #expect(empty.code == 0)
    let none = try await draw("--rings", "nan,-nan,NaN", "--size", "24x12")
    #expect(none.output == empty.output)
    let zero = try await draw("--rings", "0,0,0", "--size", "24x12")
    #expect(zero.output != empty.output)
    let less = try await draw("--rings", "-0.5,-inf,-1e308", "--size", "24x12")
    #expect(less.output == zero.output)
    for huge in ["inf,inf,inf", "1e308,1e17,99999999999999999999"] {
      for format in ["text", "ansi", "svg"] {
        let ending = try await draw("--rings", huge, "--size", "24x12", "--format", format)
        #expect(ending.code == 0 && ending.output.count > 100, "\(huge) as \(format)")
        #expect(!ending.output.contains("nan") && !ending.output.contains("inf"))
      }
    }
  }

  @Test("draws a single ring for a single fraction")
  func oneRing() async throws {
    let ending = try await draw("--rings", "0.5", "--format", "svg")
    #expect(ending.code == 0)
    #expect(ending.output.split(separator: "<g ").count == 2)
  }

  @Test("uses the colours for a light background if it is explicit or known")
  func background() async throws {
    let rings = ["draw", "--rings", "0.5,0.5,0.5", "--format", "svg"]
    let sandbox = try Sandbox()
    let dark = try await Program.run([Program.ringtop] + rings, environment: sandbox.environment)
    let light = try await Program.run(
      [Program.ringtop] + rings + ["--background", "light"], environment: sandbox.environment)
    #expect(light.code == 0 && light.output != dark.output)
    let variables = sandbox.environment.merging(["COLORFGBG": "0;15"]) { $1 }
    let known = try await Program.run([Program.ringtop] + rings, environment: variables)
    #expect(known.output == light.output)
    let named = try await Program.run([Program.ringtop] + rings + ["--background", "dark"], environment: variables)
    #expect(named.output == dark.output)
  }

  @Test("fills every size from one cell to the largest", arguments: ["1x1", "1x100", "300x1", "7x3", "300x100"])
  func sizes(_ size: String) async throws {
    let numbers = size.split(separator: "x").compactMap { Int($0) }
    let ending = try await draw("--rings", "0.83,1.40,0.50", "--size", size)
    #expect(ending.code == 0)
    let lines = ending.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == numbers[1] + 1)
    #expect(lines.allSatisfy { $0.count <= numbers[0] })
  }

  @Test(
    "exits with 64 on a mistake and suggests a correction",
    arguments: [
      (["--rings", "1,2"], "three fractions"), (["--rings", "1,2,3,4"], "three fractions"),
      (["--rings", "1,x,3"], "\"x\" is not a fraction"), (["--rings", ""], "is not a fraction"),
      (["--rings", "1,,3"], "is not a fraction"), (["--rings", "1,2,3", "--size", "0x5"], "between 1x1 and 300x100"),
      (["--rings", "1,2,3", "--size", "301x5"], "between 1x1 and 300x100"),
      (["--rings", "1,2,3", "--size", "5x101"], "between 1x1 and 300x100"),
      (["--rings", "1,2,3", "--size", "40"], "for example 40x20"),
      (["--rings", "1,2,3", "--size", "4x4x4"], "for example 40x20"),
      (["--rings", "1,2,3", "--size", "99999999999999999999x4"], "for example 40x20"),
      (["--rings", "1,2,3", "--format", "jpeg"], "svg"), (["--rings", "1,2,3", "--glyphs", "braille"], "octant"),
      (["--rings", "1,2,3", "--color", "17"], "truecolor"), (["--size", "40x20"], "--rings"),
    ])
  func slips(_ arguments: [String], words: String) async throws {
    let sandbox = try Sandbox()
    let ending = try await Program.run([Program.ringtop, "draw"] + arguments, environment: sandbox.environment)
    #expect(ending.code == 64 && ending.output == "")
    #expect(ending.errors.contains(words), "\(ending.errors)")
  }
}
