import Curses
import TerminalModel

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A screen whose terminal is an unnamed file, so that its output can be read back.
final class FileScreen {
  let screen: TerminalScreen
  private let file: Int32
  private let input: Int32
  private var offset = 0

  init(
    size: CellSize, color: ColorLevel = .truecolor, terminalName: String = "xterm-256color", tmux: Bool = false,
    locale: String = "C.UTF-8", synchronized: Bool = false, mayGainColors: Bool = false
  ) throws {
    file = NamelessFile.open()
    input = open("/dev/null", O_RDONLY)
    var options = TerminalOptions(terminalName: terminalName, colorLevel: color)
    options.endpoint = .descriptors(input: input, output: file)
    options.isInsideTmux = tmux
    options.mayGainColors = mayGainColors
    options.fallbackSize = size
    options.handlesSignals = false
    options.capturesStandardError = false
    options.mouse = false
    options.synchronizedOutput = synchronized
    options.locale = locale
    screen = try TerminalScreen(options: options)
  }

  deinit {
    screen.close()
    close(file)
    close(input)
  }

  /// The output since the last call.
  func takeBytes() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = pread(file, &buffer, buffer.count, off_t(offset))
      guard count > 0 else { return bytes }
      bytes += buffer.prefix(count)
      offset += count
    }
  }
}

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An unnamed temporary file, which is deleted with its last descriptor.
enum NamelessFile {
  static func open() -> Int32 {
    var path = Array("/tmp/curses-tests-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    if descriptor >= 0 { unlink(path) }
    return descriptor
  }
}
