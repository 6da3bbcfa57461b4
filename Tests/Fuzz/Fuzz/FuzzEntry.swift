#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The function that libFuzzer calls with each generated input. `RINGTOP_FUZZ_PARSER` selects the parser.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzParsers.chosen(UnsafeRawBufferPointer(start: data, count: count))
  return 0
}

/// The parsers of external input, by name. Each parses bytes and checks conditions that must hold for any bytes; if one
/// does not hold, the process ends, and libFuzzer keeps the input.
enum FuzzParsers {
  typealias Parser = @Sendable (UnsafeRawBufferPointer) -> Void

  static let all: [String: Parser] = {
    var all: [String: Parser] = [
      "csv": fuzzCSV, "date": fuzzDate, "electrocardiogram": fuzzElectrocardiogram, "export": fuzzExport,
      "fit": fuzzFIT, "gpx": fuzzGPX, "http": fuzzHTTP, "input": fuzzInput, "json": fuzzJSON,
      "metadata": fuzzMetadata, "number": fuzzNumber, "reply": fuzzReply, "template": fuzzTemplate, "toml": fuzzTOML,
      "unit": fuzzUnit, "xml": fuzzXML,
      "zip": fuzzZip,
    ]
    #if FUZZ_PREDICATES
      all["predicate"] = fuzzPredicate
    #endif
    return all
  }()

  static let chosen: Parser = {
    let name = getenv("RINGTOP_FUZZ_PARSER").map { String(cString: $0) } ?? ""
    guard let parser = all[name] else {
      fail("RINGTOP_FUZZ_PARSER has to be one of \(all.keys.sorted().joined(separator: ", ")).")
    }
    return parser
  }()
}

/// Ends the process if a condition does not hold.
func check(_ holds: Bool, _ message: @autoclosure () -> String) {
  if !holds { fail(message()) }
}

func fail(_ message: String) -> Never {
  preconditionFailure(message)
}

extension UnsafeRawBufferPointer {
  /// The first byte, which selects how the rest is used, and the rest.
  var choice: (UInt8, UnsafeRawBufferPointer) {
    guard let first else { return (0, self) }
    return (first, UnsafeRawBufferPointer(rebasing: self[1...]))
  }

  var text: String { String(decoding: self, as: UTF8.self) }
}
