import CMeasure

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A program that reads lines and replies with lines.
final class Conversation {
  let program: RunningProgram
  private let input: Int32
  private let output: UnsafeMutablePointer<FILE>

  init(_ program: Program) throws {
    var (toProgram, fromProgram): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&toProgram) == 0, pipe(&fromProgram) == 0, let output = fdopen(fromProgram[0], "r") else {
      throw BenchmarkError("a pipe cannot be created")
    }
    for end in [toProgram[1], fromProgram[0]] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.output = output
    input = toProgram[1]
    self.program = try program.start(
      streams: measure_streams(input: toProgram[0], output: fromProgram[1], error: STDERR_FILENO, terminal: -1))
    close(toProgram[0])
    close(fromProgram[1])
  }

  deinit {
    close(input)
    fclose(output)
    _ = program.wait()
  }

  func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(input, bytes, bytes.count)
  }

  /// The next line, without its newline.
  func hear() throws -> String {
    var buffer = [CChar](repeating: 0, count: 1_024)
    guard fgets(&buffer, Int32(buffer.count), output) != nil else {
      throw BenchmarkError("\(program.name) has ended")
    }
    return String(decoding: buffer.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
