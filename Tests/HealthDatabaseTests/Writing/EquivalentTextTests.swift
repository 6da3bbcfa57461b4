import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

/// Swift's strings are equal if they are canonically equivalent; a store's are only if they have the same bytes.
@Suite("Texts that differ only in how an accent is written")
struct EquivalentTextTests {
  private static let texts = ["Caf\u{E9}", "Cafe\u{301}"]

  private func sample(_ index: Int, metadata: [Metadata.Entry] = [], source: String = "Kim") -> FakeSample {
    var sample = FakeSample(
      RingType.stepCount, Double(index + 1), from: date("2026-03-02 10:00") + Double(index) * 600, metadata: metadata)
    sample.provenance = Provenance(source: Source(name: source, bundleIdentifier: ""), version: "1")
    return sample
  }

  @Test("are different keys of metadata, and nothing of them is left when their samples are deleted")
  func keys() throws {
    let test = try TestStore()
    let entries = Self.texts.map { Metadata.Entry(key: $0, value: .flag(true)) }
    let file = FakeExport([
      sample(0, metadata: [entries[0]]), sample(1, metadata: [entries[1]]), sample(2, metadata: entries),
    ])
    try file.run(into: test.store)
    #expect(try test.store.count("metadata_key") == 2 && test.store.count("metadata_entry") == 4)
    #expect(try test.store.strayRows() == [])
    try test.store.undoImport(1)
    #expect(try test.store.strayRows() == [])
    #expect(try test.store.count("metadata_entry") == 0)
  }

  @Test("are different values of metadata")
  func values() throws {
    let test = try TestStore()
    let samples = Self.texts.enumerated().map { index, text in
      sample(index, metadata: [Metadata.Entry(key: "place", value: .text(text))])
    }
    try FakeExport(samples).run(into: test.store)
    #expect(try test.store.count("metadata_set") == 2)
  }

  @Test("are different sources, whatever else the file contains")
  func sources() throws {
    let test = try TestStore()
    let samples = Self.texts.enumerated().map { sample($0, source: $1) }
    try FakeExport(samples).run(into: test.store)
    #expect(try test.store.count("source") == 2)
    let repeated = try FakeExport([samples[1]]).run(into: test.store).counts
    #expect(repeated.stored == 0 && repeated.alreadyPresent == 1)
  }

  @Test("are different objects of a client")
  func objects() throws {
    let test = try TestStore()
    var tables = FakeTables()
    var batch = SampleBatch()
    batch.samples = Self.texts.enumerated().map { index, text in
      tables.record(
        sample(
          index,
          metadata: [
            Metadata.Entry(key: MetadataKey.syncIdentifier, value: .text(text)),
            Metadata.Entry(key: MetadataKey.syncVersion, value: .number(1)),
          ]))
    }
    batch.tables = tables.tables
    try test.store.save(batch)
    #expect(try test.store.sampleCount() == 2)
  }

  @Test("are different types and units, which are read apart")
  func types() throws {
    let test = try TestStore()
    var tables = FakeTables()
    var batch = SampleBatch()
    for (index, text) in Self.texts.enumerated() {
      for unit in Self.texts {
        var sample = sample(index)
        (sample.type, sample.unit, sample.kind) = (text, unit, .other)
        batch.samples.append(tables.record(sample))
      }
    }
    batch.tables = tables.tables
    try test.store.save(batch)
    #expect(try test.store.count("sample_type") == 4)
    for text in Self.texts {
      let types = try test.store.read { try SharedTables.of($0).types(text) }
      #expect(types.count == 2 && types.allSatisfy { $0.identifier.utf8.elementsEqual(text.utf8) })
    }
  }

  @Test("are no type of the catalog: a sign for kelvin is no K")
  func catalog() {
    #expect("\u{212A}" == "K")
    let identifier = RingType.stepCount.replacing("K", with: "\u{212A}")
    #expect(identifier == RingType.stepCount && QuantityTypeCatalog.entry(for: identifier) == nil)
  }

  @Test("are different names: a program that is renamed has the new one")
  func renamed() throws {
    let test = try TestStore()
    for (index, text) in Self.texts.enumerated() {
      var sample = sample(index)
      sample.provenance = Provenance(source: Source(name: text, bundleIdentifier: "org.example"), version: text)
      var tables = FakeTables()
      var batch = SampleBatch()
      batch.samples = [tables.record(sample)]
      batch.tables = tables.tables
      try test.store.save(batch)
    }
    let provenances = try test.store.read { try ProvenanceReader.all($0) }.values
    #expect(Set(provenances).count == 2)
    #expect(provenances.allSatisfy { $0.source.name.utf8.elementsEqual(Self.texts[1].utf8) })
  }

  @Test("are one set of metadata, whatever the order in which they came")
  func order() throws {
    let test = try TestStore()
    let entries = Self.texts.map { Metadata.Entry(key: $0, value: .text($0)) }
    try FakeExport([sample(0, metadata: entries), sample(1, metadata: entries.reversed())]).run(into: test.store)
    #expect(try test.store.count("metadata_set") == 1)
  }

  @Test("are different values and sources to a filter")
  func filters() throws {
    let test = try TestStore()
    let samples = Self.texts.enumerated().map { index, text in
      sample(index, metadata: [Metadata.Entry(key: text, value: .text(text))], source: text)
    }
    try FakeExport(samples).run(into: test.store)
    for text in Self.texts {
      let filters: [SampleFilter] = [
        .provenance(.sources([Source(name: text)])),
        .metadata(MetadataTest(key: text, condition: .compares(.equal, .text(text)))),
        .metadata(MetadataTest(key: text, condition: .isIn([.text(text)]))),
      ]
      for filter in filters {
        let found = try test.store.view(.everything).samples([SampleRequest(type: RingType.stepCount, filter: filter)])
        #expect(found.samples.count == 1, "\(filter)")
      }
    }
  }
}
