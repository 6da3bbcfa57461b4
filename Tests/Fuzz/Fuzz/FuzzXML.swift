import HealthModel

@testable import HealthImport

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Returns bytes in pieces of one size.
private struct Pieces {
  var rest: UnsafeRawBufferPointer
  let size: Int

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(size, rest.count, buffer.count)
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: rest.prefix(count)))
    rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    return count
  }
}

/// Combines everything that a scanner reports into one number.
private struct TagHash: XMLTagHandler {
  var hasher = Hasher()

  mutating func start(_ tag: XMLTag) {
    hasher.combine(1)
    hasher.combine(bytes: tag.name)
    for attribute in tag.attributes {
      hasher.combine(bytes: attribute.name)
      hasher.combine(bytes: attribute.value)
    }
    hasher.combine(tag.isEmpty)
    hasher.combine(tag.position)
  }

  mutating func end(_ name: UnsafeRawBufferPointer) {
    hasher.combine(2)
    hasher.combine(bytes: name)
  }

  mutating func damaged(_ name: UnsafeRawBufferPointer, at position: XMLPosition) {
    hasher.combine(3)
    hasher.combine(bytes: name)
    hasher.combine(position)
  }

  mutating func truncated(_ name: UnsafeRawBufferPointer, at position: XMLPosition) {
    hasher.combine(4)
    hasher.combine(bytes: name)
    hasher.combine(position)
  }
}

func scan(
  _ bytes: UnsafeRawBufferPointer, root: StaticString = "HealthData", piece: Int, longest: Int = 1 << 12,
  into handler: inout some XMLTagHandler
) {
  var scanner = XMLScanner(root: root, chunk: 1 << 12, longest: longest)
  var pieces = Pieces(rest: bytes, size: piece)
  while scanner.fill({ pieces.read(into: $0) }) > 0 { scanner.scan(into: &handler) }
  scanner.finish(into: &handler)
}

/// Tags are the same however the bytes are split.
@Sendable func fuzzXML(_ bytes: UnsafeRawBufferPointer) {
  let (choice, document) = bytes.choice
  // Short limits too, so that the behaviour beyond them is tested.
  let longest = choice & 0x80 == 0 ? 1 << 12 : 64
  var whole = TagHash()
  scan(document, piece: .max, longest: longest, into: &whole)
  var cut = TagHash()
  scan(document, piece: Int(choice % 64) + 1, longest: longest, into: &cut)
  check(whole.hasher.finalize() == cut.hasher.finalize(), "tags depend on how the bytes are cut")
}

/// Every record of an export is accounted for, and every sample is within the bounds.
@Sendable func fuzzExport(_ bytes: UnsafeRawBufferPointer) {
  let (choice, document) = bytes.choice
  var parser = AppleExportParser(path: "", batchSize: Int(choice % 8) + 1)
  scan(document, piece: choice & 0x80 == 0 ? .max : 40, into: &parser)
  parser.finish()
  var booked = 0
  for piece in parser.takeReady(isEnd: true) {
    let batch = piece.batch
    booked += batch.samples.count + batch.correlations.count + batch.workouts.count + batch.appleSummaries.count
    booked += piece.skips.count
    for sample in batch.samples { check(sample, batch.tables) }
    for correlation in batch.correlations {
      check(correlation.sample, batch.tables)
      for member in correlation.members { check(member, batch.tables) }
    }
    for workout in batch.workouts { check(workout, batch.tables) }
    for summary in batch.appleSummaries { check(summary) }
  }
  check(parser.read == booked, "read \(parser.read), booked \(booked)")
}

/// An archive gives an error or bytes, at most as many as its limit.
@Sendable func fuzzZip(_ bytes: UnsafeRawBufferPointer) {
  let file = FuzzFile.named("archive.zip")
  file.replace(with: bytes)
  do {
    let input = try ImportInput(path: file.path, force: false)
    guard case .entry(let archive, let entry) = input.content else { return }
    var source = try ZipEntrySource(archive, entry)
    var buffer = [UInt8](repeating: 0, count: 4_096)
    var total = 0
    while total < 1 << 20 {
      var failed = false
      let count = buffer.withUnsafeMutableBytes { buffer in
        do {
          return try source.read(into: buffer)
        } catch {
          failed = true
          return 0
        }
      }
      if failed || count == 0 { break }
      total += count
      check(total <= entry.unpackedLimit, "more than the limit")
    }
  } catch {}
}
