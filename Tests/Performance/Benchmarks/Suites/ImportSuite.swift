/// `ringtop import`, compared with a parser that only parses and a peer that imports.
struct ImportSuite {
  let materials: Materials
  let rounds: Int
  let peer: String
  let includesLarge: Bool

  func run(_ report: inout Report) throws {
    let xml = try materials.export(days: Materials.days)
    let zip = try materials.archive(days: Materials.days)
    let store = materials.path("import.sqlite")
    let zipStore = materials.path("import-zip.sqlite")
    let size = Figure.bytes(materials.size(xml))
    note("import: \(rounds) rounds on \(size)")
    let parser = try Program("xmllint", ["--stream", "--noout", xml])
    let trial = try Trial(
      rounds: rounds, warmUp: 1,
      [
        { try importing(xml, into: store) }, { try parser.run() }, { try importing(zip, into: zipStore) },
        { try materials.program("import", xml, "--store", store, "--quiet").run() },
      ])
    let (ours, parsing, zipped, again) = (trial.cost(0), trial.cost(1), trial.cost(2), trial.cost(3))
    report.compare(
      "import, xml of \(size)", ours, to: "xmllint --stream --noout", parsing, atMost: 0.4)
    report.compare(
      "import, its zip", zipped, to: "its xml", ours, atMost: 1.05)
    report.compare("import, the same xml again", again, to: "the first time", ours, atMost: 0.6)
    report.limit(
      "import, peak memory", Figure.bytes(max(ours.peakBytes, zipped.peakBytes, again.peakBytes)), goal: "<= 64 MB",
      isMet: max(ours.peakBytes, zipped.peakBytes, again.peakBytes) <= 64e6)
    try compareUndo(xml, store: store, &report)
    try compareWithPeer(xml, store: store, &report)
    if includesLarge { try importLarge(&report) }
  }

  /// Undoing an import, compared with the import.
  private func compareUndo(_ xml: String, store: String, _ report: inout Report) throws {
    let trial = try Trial(
      rounds: rounds,
      [
        { try importing(xml, into: store) },
        { try materials.program("import", "--undo", "1", "--store", store, "--quiet").run() },
      ])
    report.compare("undo of an import", trial.cost(1), to: "the import", trial.cost(0), atMost: 3)
  }

  private func importing(_ path: String, into store: String) throws -> Run {
    try materials.removeStore(store)
    return try materials.program("import", path, "--store", store, "--quiet").run()
  }

  private func compareWithPeer(_ xml: String, store: String, _ report: inout Report) throws {
    let database = materials.path("peer.db")
    let peer = try Program(peer, ["--xml", "--silent", xml, database])
    // The peer takes long, and a few rounds of it are enough.
    note("import: 3 rounds against healthkit-to-sqlite")
    let trial = try Trial(
      rounds: min(rounds, 3),
      [
        { try importing(xml, into: store) },
        {
          try materials.removeStore(database)
          return try peer.run()
        },
      ])
    let (ours, theirs) = (trial.cost(0), trial.cost(1))
    report.compare(
      "import, against a peer", ours, to: "healthkit-to-sqlite 1.0.1", theirs, atMost: 1.0 / 25)
    report.compare(
      "import, size of the store", Figure.bytes(materials.size(store)),
      to: "healthkit-to-sqlite's: \(Figure.bytes(materials.size(database)))",
      ratio: materials.size(store) / materials.size(database), atMost: 1.0 / 3)
    try materials.removeStore(database)
  }

  private func importLarge(_ report: inout Report) throws {
    let xml = try materials.export(days: Materials.manyDays)
    let store = materials.path("import-large.sqlite")
    note("import: \(xml)")
    let run = try importing(xml, into: store)
    report.limit(
      "import, peak memory on \(Figure.bytes(materials.size(xml)))",
      "\(Figure.bytes(run.peakBytes)) (\(Figure.time(run.seconds)), CPU \(Figure.time(run.cpuSeconds)))",
      goal: "<= 64 MB", isMet: run.peakBytes <= 64e6)
    try materials.removeStore(store)
  }
}
