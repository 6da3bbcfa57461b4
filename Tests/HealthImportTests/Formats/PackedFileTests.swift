import CZlib
import Foundation
import HealthModel
import Testing

@testable import ForeignFormats
@testable import HealthImport

@Suite("Formats: archives in folders and in archives, and packed files")
struct PackedFileTests {
  private static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    func number(_ value: UInt) -> [UInt8] {
      withUnsafeBytes(of: UInt32(truncatingIfNeeded: value).littleEndian, Array.init)
    }
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + ZipBuilder.deflate(bytes)
      + number(crc32(0, bytes, UInt32(bytes.count))) + number(UInt(bytes.count))
  }

  private static func ride(_ hour: Int, minutes: Int = 10) -> [UInt8] {
    let points = (0...minutes).map { minute in
      #"<trkpt lat="48.\#(10 + minute)" lon="6"><time>2026-11-10T0\#(hour):\#(10 + minute):00Z</time></trkpt>"#
    }
    return Array("<gpx creator=\"T\"><trk><type>cycling</type><trkseg>\(points.joined())</trkseg></trk></gpx>".utf8)
  }

  private func workouts(_ path: String, _ folder: TemporaryFolder) throws -> [[Date]] {
    try FormatImporter.all(path: path, context: FormatFixture.context(folder)).map { importer in
      let sink = MemorySink()
      _ = try importer.run(into: sink)
      return sink.workouts.map(\.sample.start).sorted()
    }
  }

  /// What an import of everything at a path says, file by file.
  private func reports(_ path: String, _ folder: TemporaryFolder) throws -> [ImportReport] {
    try RecognizedFile.all(path: path, force: false, context: FormatFixture.context(folder)).map { file in
      var report =
        switch file.content {
        case .appleExport(let importer): try importer.run(into: CheckSink())
        case .jsonLines(let importer): try importer.check().report
        case .other(let importer): try importer.run(into: CheckSink())
        }
      file.addRest(to: &report)
      return report
    }
  }

  @Test("everything in a folder is read, whatever its formats are, and what is not is named")
  func mixture() throws {
    let folder = try TemporaryFolder()
    let sample = #"{"type": "stepCount", "value": 1, "unit": "count", "start": "2026-11-10T08:00:00Z"}"#
    let files = [
      ("a.json", #"{"data": {"metrics": []}}"#), ("b.gpx", String(decoding: Self.ride(6), as: UTF8.self)),
      ("c.jsonl", sample + "\n"), ("d.json", "[\(sample)]"), ("e/page.html", "<html>"),
      ("f/apple/Export.xml", ExportText.mixture), ("f/apple/export_cda.xml", "<ClinicalDocument/>"),
      ("f/apple/attachments/a.zip", "no archive"),
      ("f/apple/workout-routes/r.gpx", String(decoding: Self.ride(9), as: UTF8.self)),
      ("g.csv", "Activity Type,Date,Favorite,Time\nRunning,2026-11-10 07:00:00,false,00:30:00\n"),
    ]
    for (name, text) in files { _ = try folder.write(text, to: "in/\(name)") }
    let hidden = ["__MACOSX/._b.gpx", ".y.gpx", "z/.y.gpx"].map { ZipBuilder.Entry($0, Self.ride(8)) }
    _ = try folder.write(ZipBuilder(hidden[0], hidden[1], hidden[2]).build(), to: "in/h.zip")
    let path = folder.path + "/in"
    let reports = try reports(path, folder)
    #expect(reports.map { $0.format?.feed } == [nil, nil, "health-auto-export", "sport", "garmin-csv", "samples"])
    #expect(reports.dropFirst().map(\.stored) == [1, 0, 2, 2, 1])
    #expect(reports[0].damage == nil && reports[0].notes == ["1 other file is of no format that is read: e/page.html."])
    #expect(reports.dropFirst().map(\.notes) == Array(repeating: [], count: 5))
    let names = try RecognizedFile.all(path: path, force: false, context: FormatFixture.context(folder)).map(\.name)
    #expect(names == [nil, "c.jsonl", nil, nil, nil, nil])
    #expect(symlink(path + "/b.gpx", path + "/link.gpx") == 0)
    // In Latin-1.
    let name = Array((path + "/").utf8CString.dropLast()) + [CChar(bitPattern: 0xE4), 0]
    close(open(name, O_CREAT | O_WRONLY, 0o600))
    #expect(
      try self.reports(path, folder)[0].notes.last
        == "Links and what cannot be opened are not read: link.gpx, \u{FFFD}.")
    _ = try folder.write(ExportText.mixture, to: "in/old/export.xml")
    let both = try self.reports(path, folder)
    #expect(
      both[0].notes.first
        == "Of 2 exports of Apple's only the largest is read; import the others by their names: "
        + "f/apple/Export.xml, old/export.xml.")
  }

  @Test("activities in several formats, packed one by one, are read from their folder and from its archive")
  func activities() throws {
    let folder = try TemporaryFolder()
    let files = [
      ("1.fit.gz", Self.gzip(FormatFixture.fitActivity)), ("2.gpx.gz", Self.gzip(Self.ride(6))),
      ("3.gpx", Self.ride(7)),
    ]
    for (name, bytes) in files { _ = try folder.write(bytes, to: "strava/activities/\(name)") }
    var archive = ZipBuilder()
    archive.entries = files.map { ZipBuilder.Entry("activities/\($0.0)", $0.1) }
    let starts = [[FormatFixture.at(8)], [FormatFixture.at(7, 10), FormatFixture.at(8, 10)]]
    #expect(try workouts(folder.path + "/strava", folder) == starts)
    #expect(try workouts(folder.write(archive.build(), to: "export.zip"), folder) == starts)
    #expect(try workouts(folder.path + "/strava/activities/2.gpx.gz", folder) == [[FormatFixture.at(7, 10)]])
  }

  @Test(
    "Strava's list names its activities, says of which kind they are, and has those without a file",
    arguments: [
      """
      Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Filename,Athlete Weight,\
      Bike Weight,Elapsed Time,Moving Time,Distance
      1,"Nov 10, 2026, 7:10:00 AM","To ""the"" lake, and
      back",Nordic Ski,Much snow,600,8.1,activities/2.gpx.gz,,,600.0,540.0,8100.5
      2,"Nov 11, 2026, 6:30:00 PM",Weights,Weight Training,,1800,0,,,,1800.0,1700.0,0
      3,"Nov 12, 2026, 6:30:00 AM",Lost,Ride,,3600,20.1,activities/99.fit.gz,70,8,3600.0,3500.0,20100
      4,soon,Odd,Ride,,3600,20.1,,,,3600.0,3500.0,20100
      """,
      """
      Aktivitäts-ID,Aktivitätsdatum,Name der Aktivität,Aktivitätsart,Aktivitätsbeschreibung,Verstrichene Zeit,Distanz,Dateiname,\
      Sportlergewicht,Fahrradgewicht,Verstrichene Zeit,Bewegungszeit,Distanz
      1,"10.11.2026, 07:10:00","To ""the"" lake, and
      back",Nordic Ski,Much snow,600,"8,1",activities/2.gpx.gz,,,600.0,540.0,8100.5
      2,"11.11.2026, 18:30:00",Weights,Weight Training,,1800,0,,,,1800.0,1700.0,0
      3,"12.11.2026, 06:30:00",Lost,Radfahrt,,3600,"20,1",activities/99.fit.gz,70,8,3600.0,3500.0,20100
      4,,Odd,Ride,,3600,"20,1",,,,3600.0,3500.0,20100
      """,
    ])
  func strava(list: String) throws {
    let folder = try TemporaryFolder()
    for (name, bytes) in [
      ("activities.csv", Array(list.utf8)), ("activities/1.fit.gz", Self.gzip(FormatFixture.fitActivity)),
      ("activities/2.gpx.gz", Self.gzip(Self.ride(6))),
    ] {
      _ = try folder.write(bytes, to: "export_1/\(name)")
    }
    var workouts: [MemorySink.Workout] = []
    var skips: [String: Int] = [:]
    for importer in try FormatImporter.all(path: folder.path, context: FormatFixture.context(folder)) {
      let sink = MemorySink()
      skips.merge(try importer.run(into: sink).skipCounts) { $0 + $1 }
      workouts += sink.workouts
    }
    #expect(skips == ["badDate": 1])
    let known = workouts.sorted { $0.sample.start < $1.sample.start }
    #expect(
      known.map { $0.sample.value.map { Int($0) } }
        == ["crossCountrySkiing", "running", "traditionalStrengthTraining", "cycling"].map { name in
          WorkoutActivityCatalog.all.first { $0.name == name }?.rawValue
        })
    let names = known.map { Metadata($0.sample.metadata)[MetadataKey.workoutName] }
    #expect(names == [.text("To \"the\" lake, and\nback"), nil, .text("Weights"), .text("Lost")])
    #expect(Metadata(known[0].sample.metadata)[MetadataKey.note] == .text("Much snow"))
    #expect(known[2].sample.start == FormatFixture.at(19, 30) + 86_400 && known[2].record.duration == 1_700)
    #expect(known[3].record.statistics.map(\.sum) == [20_100])
  }

  @Test("the energy of an activity without a file is the workout's and Move's")
  func stravaEnergy() throws {
    let list = """
      Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Filename,Athlete Weight,\
      Bike Weight,Elapsed Time,Moving Time,Distance,Calories
      1,"Nov 11, 2026, 6:30:00 PM",Laps,Swim,,1800,1,,,,1800.0,1700.0,1000,300.5
      2,"Nov 12, 2026, 6:30:00 PM",Laps,Swim,,1800,1,,,,1800.0,1700.0,1000,
      """
    let folder = try TemporaryFolder()
    let path = try folder.write(list, to: "activities.csv")
    let importer = try #require(try FormatImporter.all(path: path, context: FormatFixture.context(folder)).first)
    let sink = MemorySink()
    _ = try importer.run(into: sink)
    #expect(sink.workouts.map { $0.record.statistics.map(\.sum) } == [[1_000, 300.5], [1_000]])
    let energy = sink.samples.filter { $0.type == TypeIdentifier.activeEnergyBurned }
    #expect(energy.map(\.value) == [300.5] && energy[0].metadata.contains(.derived))
  }

  @Test("archives inside an archive are opened, and what is in two of them, or beside one, is read once")
  func archives() throws {
    let folder = try TemporaryFolder()
    let first = ZipBuilder(ZipBuilder.Entry("a.gpx", Self.ride(6)), ZipBuilder.Entry("b.gpx", Self.ride(7)))
    let second = ZipBuilder(ZipBuilder.Entry("b.gpx", Self.ride(7)), ZipBuilder.Entry("c.gpx", Self.ride(8)))
    let outer = ZipBuilder(
      ZipBuilder.Entry("DI/Part1.zip", first.build()),
      ZipBuilder.Entry("DI/Part2.zip", second.build(), deflates: false),
      ZipBuilder.Entry("DI/broken.zip", Array("PK broken".utf8)))
    let path = try folder.write(outer.build(), to: "account/export.zip")
    let starts = [[7, 8, 9].map { FormatFixture.at($0, 10) }]
    #expect(try workouts(path, folder) == starts)
    _ = try folder.write(Self.ride(8), to: "account/unpacked/c.gpx")
    #expect(try workouts(folder.path + "/account", folder) == starts)
    // Equally long, and at another time.
    _ = try folder.write(Self.ride(9), to: "account/other/c.gpx")
    #expect(try workouts(folder.path + "/account", folder) == [starts[0] + [FormatFixture.at(10, 10)]])
    // Nothing is left of what was unpacked.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["account"])
  }

  @Test("a packed file that ends too early, or unpacks to too much, is refused, and the latter accepted if forced")
  func damaged() throws {
    let folder = try TemporaryFolder()
    let blank = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
    let ride = Self.ride(6)
    let packed = Self.gzip(Array(ride[..<(ride.count - 6)]) + blank + Array("</gpx>".utf8))
    for (name, bytes, code) in [
      ("short.gpx.gz", Array(Self.gzip(ride).prefix(150)), ImportError.Code.corruptZip),
      ("long.gpx.gz", packed, .unpacksTooLarge),
    ] {
      let path = try folder.write(bytes, to: name)
      let error = #expect(throws: ImportError.self, "\(name)") { try workouts(path, folder) }
      #expect(error?.code == code, "\(name)")
    }
    let forced = try FormatImporter.all(
      path: folder.path + "/long.gpx.gz", force: true, context: FormatFixture.context(folder))
    #expect(try forced.first?.run(into: CheckSink()).stored == 2)
    #expect(
      try FormatImporter.all(path: folder.write("no", to: "no.gz"), context: FormatFixture.context(folder)).isEmpty)
  }

  @Test("an archive in a folder that is damaged or encrypted is named, and everything else is read")
  func unreadableArchives() throws {
    let folder = try TemporaryFolder()
    var locked = ZipBuilder(ZipBuilder.Entry("b.gpx", Self.ride(7)), ZipBuilder.Entry("c.gpx", Self.ride(8)))
    locked.entries[0].isEncrypted = true
    let cut = Array(ZipBuilder(ZipBuilder.Entry("d.gpx", Self.ride(9))).build().dropLast(30))
    for (name, bytes) in [
      ("a.gpx", Self.ride(6)), ("cut.zip", cut), ("locked.zip", locked.build()), ("page.zip", Array("<html>".utf8)),
    ] {
      _ = try folder.write(bytes, to: "in/\(name)")
    }
    let path = folder.path + "/in"
    #expect(try workouts(path, folder) == [[6, 8].map { FormatFixture.at($0 + 1, 10) }])
    let report = try #require(try reports(path, folder).first)
    #expect(
      report.notes == [
        "\(path)/cut.zip is a damaged archive, and not read.",
        "\(path)/locked.zip is encrypted: files in it are not read.",
        "\(path)/page.zip is a damaged archive, and not read.",
      ])
    #expect(report.damage?.code == .corruptZip && report.damage?.path == path + "/cut.zip")
    // Nothing else is there, though the archive begins like an activity.
    let plain = ZipBuilder(ZipBuilder.Entry("d.gpx", Self.ride(9), deflates: false)).build()
    _ = try folder.write(Array(plain.dropLast(30)), to: "only/cut.zip")
    let error = #expect(throws: ImportError.self) { try reports(folder.path + "/only", folder) }
    #expect(error?.code == .corruptZip && error?.path == folder.path + "/only/cut.zip")
  }

  @Test("of two takeouts at one path each file is read from the one that has more")
  func takeouts() throws {
    let folder = try TemporaryFolder()
    func steps(_ minutes: Int) -> [UInt8] {
      let rows = (10..<10 + minutes).map { #"{"dateTime": "11/10/26 07:\#($0):00", "value": "50"}"# }
      return Array("[\(rows.joined(separator: ","))]".utf8)
    }
    for (name, minutes) in [("new", 30), ("old", 20)] {
      let entry = ZipBuilder.Entry("Takeout/Fitbit/Global Export Data/steps-2026-11-10.json", steps(minutes))
      _ = try folder.write(ZipBuilder(entry).build(), to: "downloads/takeout-\(name).zip")
    }
    let importer = try #require(
      try FormatImporter.all(path: folder.path + "/downloads", context: FormatFixture.context(folder)).first)
    let sink = MemorySink()
    let report = try importer.run(into: sink)
    #expect(sink.samples.count { $0.type == TypeIdentifier.stepCount } == 30)
    #expect(report.skipCounts == ["repeatedFile": 1])
    #expect(report.skips.first?.place.hasPrefix("takeout-old.zip/") == true)
  }

  @Test("files beyond the limit are counted, in folders and in archives")
  func most() throws {
    let folder = try TemporaryFolder()
    var archive = ZipBuilder()
    for index in 0..<4 {
      _ = try folder.write("text", to: "all/\(index).txt")
      archive.entries.append(ZipBuilder.Entry("\(index).txt", Array("text".utf8)))
    }
    let packed = try folder.write(archive.build(), to: "packed.zip")
    for path in [folder.path + "/all", packed] {
      let files = try OfferedFiles(path: path, force: false, FormatFixture.context(folder), most: 3)
      #expect(files.ignored == 1 && files.all.count == 3, "\(path)")
    }
  }
}
