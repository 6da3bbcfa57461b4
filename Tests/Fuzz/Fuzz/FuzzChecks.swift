import HealthModel

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

// The conditions that hold for every accepted record.

func check(_ sample: SampleRecord, _ tables: SampleTables) {
  check(tables.types.indices.contains(Int(sample.type)), "a sample without a type")
  check(tables.provenances.indices.contains(Int(sample.provenance)), "a sample without a source")
  check(sample.metadata == -1 || tables.metadata.indices.contains(Int(sample.metadata)), "metadata that is not there")
  let type = tables.types[Int(sample.type)]
  check(
    SampleBounds.violation(start: sample.start, end: sample.end, kind: type.kind, type: type.identifier) == nil
      && sample.start <= sample.end, "a sample out of bounds")
  check(sample.value.isNaN || type.kind == .quantity || SampleBounds.allows(sample.value), "a value out of bounds")
}

func check(_ workout: WorkoutRecord, _ tables: SampleTables) {
  check(workout.sample, tables)
  check(workout.duration.map { $0 >= 0 && $0.isFinite } ?? true, "a duration below 0")
  for event in workout.events {
    check(SampleBounds.allows(event.start) && SampleBounds.allows(event.end), "an event out of bounds")
  }
}

func check(_ summary: AppleSummaryRecord) {
  check(SampleBounds.allows(summary.day) && summary.energy >= 0, "a summary out of bounds")
}

/// A file in memory that is rewritten for each input.
final class FuzzFile: Sendable {
  /// Removed at the end.
  static let folder: String = {
    var template = Array("/dev/shm/ringtop-fuzz-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { fail("no folder in memory") }
    atexit { FuzzFile.removeFolder() }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()

  nonisolated(unsafe) private static var known: [String: FuzzFile] = [:]

  /// libFuzzer uses one thread.
  static func named(_ name: String) -> FuzzFile {
    if let file = known[name] { return file }
    let file = FuzzFile(folder + "/" + name)
    known[name] = file
    return file
  }

  private static func removeFolder() {
    for file in known.values { unlink(file.path) }
    rmdir(folder)
  }

  let path: String
  private let descriptor: Int32

  private init(_ path: String) {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT, 0o600)
  }

  func replace(with bytes: UnsafeRawBufferPointer) {
    check(ftruncate(descriptor, 0) == 0 && pwrite(descriptor, bytes.baseAddress, bytes.count, 0) == bytes.count, "disk")
  }
}
