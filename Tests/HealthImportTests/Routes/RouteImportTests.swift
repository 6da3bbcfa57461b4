import Foundation
import HealthImport
import HealthModel
import Testing

@Suite("Workout routes")
struct RouteImportTests {
  private let folder = "apple_health_export"

  /// An archive of an export with its route files, by their paths in the export's folder.
  private func archive(_ xml: String, _ files: [String: String], deflates: Bool = true) -> [UInt8] {
    var zip = ZipBuilder(ZipBuilder.Entry(folder + "/export.xml", Array(xml.utf8), deflates: deflates))
    for (path, text) in files.sorted(by: { $0.key < $1.key }) {
      zip.entries.append(ZipBuilder.Entry(folder + path, Array(text.utf8)))
    }
    return zip.build()
  }

  @Test("An archive, its folder and the XML beside the routes give the same points as another reader")
  func everyPlace() throws {
    let gpx = RouteText.gpx(RouteText.points(1_268, seed: 4))
    let expected = RouteText.naive(gpx)
    #expect(expected.count == 1_268)
    let place = try TemporaryFolder()
    let xml = try place.write(RouteText.export(), to: folder + "/export.xml")
    _ = try place.write(gpx, to: folder + RouteText.path)
    let zip = try place.write(archive(RouteText.export(), [RouteText.path: gpx]), to: "export.zip")
    // Uncompressed, it also shows the beginning of the export, but is not itself one.
    let other = try TemporaryFolder()
    let stored = try other.write(
      archive(RouteText.export(), [RouteText.path: gpx], deflates: false), to: "stored.zip")
    for path in [zip, stored, place.path, place.path + "/" + folder, xml] {
      let (report, sink) = try importExport(at: path)
      let route = try #require(sink.routes.first)
      #expect(sink.routes.count == 1 && sink.workouts.count == 1)
      #expect(route.points == expected, "\(path)")
      #expect(report.readPoints == 1_268 && report.routes.storedPoints == 1_268)
      #expect(report.droppedParts == [])
      #expect(route.sample.type == TypeIdentifier.workoutRoute)
      #expect(route.sample.value == nil)
      #expect(route.sample.start == Date(timeIntervalSince1970: 1_709_568_005))
      #expect(route.sample.end == Date(timeIntervalSince1970: 1_709_569_855))
      #expect(route.sample.provenance.source.name == "Robin’s Apple Watch")
      #expect(route.sample.provenance.version == "10.3")
      #expect(route.sample.metadata.map(\.key) == ["HKMetadataKeySyncVersion"])
    }
  }

  @Test("Points in the XML itself are kept")
  func inline() throws {
    func location(_ second: Int, _ rest: String) -> String {
      "   <Location date=\"2018-06-11 11:00:0\(second) +0100\" \(rest)/>\n"
    }
    let route = """
        <WorkoutRoute sourceName="Robin" startDate="2018-06-11 11:00:00 +0100" endDate="2018-06-11 12:00:00 +0100">
      \(location(1, "latitude=\"49.6\" longitude=\"6.1\" altitude=\"283.5\" horizontalAccuracy=\"4\" verticalAccuracy=\"3\" course=\"120.5\" speed=\"2.25\""))\
      \(location(2, "latitude=\"49.7\" longitude=\"6.2\""))\
      \(location(3, "latitude=\"91\" longitude=\"6.2\""))\
      \(location(4, "latitude=\"49\" longitude=\"east\""))\
      \(location(5, "latitude=\"49\" longitude=\"6\" speed=\"fast\""))\
        </WorkoutRoute>

      """
    let (report, sink) = try importExport(RouteText.export(route))
    let points = try #require(sink.routes.first).points
    #expect(points.map(\.latitude) == [49.6, 49.7, 49])
    #expect(points.map(\.date.timeIntervalSince1970) == [1_528_711_201, 1_528_711_202, 1_528_711_205])
    #expect(points.map(\.altitude) == [283.5, 0, 0])
    #expect(points.map(\.verticalAccuracy) == [3, -1, -1])
    #expect(points.map(\.course) == [120.5, -1, -1])
    #expect(points.map(\.speed) == [2.25, -1, -1])
    #expect(report.readPoints == 5 && report.droppedPoints == 2)
    #expect(Set(report.droppedParts.map(\.reason)) == ["valueOutOfRange", "badValue"])
  }

  @Test(
    "A name that leads out of the export, to nothing or to no route opens no file; the route is kept without points",
    arguments: [
      ("/../outside.gpx", "refusedPath"), ("/workout-routes/../../outside.gpx", "refusedPath"),
      ("../outside.gpx", "refusedPath"), ("/workout-routes/./route.gpx", "refusedPath"),
      ("//outside.gpx", "refusedPath"), ("/export.xml", "refusedPath"), ("/a\\outside.gpx", "refusedPath"),
      ("/workout-routes/gone.gpx", "missingFile"), ("/link.gpx", "missingFile"), ("/links/outside.gpx", "missingFile"),
      ("/pipe.gpx", "missingFile"), ("/workout-routes.gpx", "missingFile"),
    ])
  func hostileNames(path: String, reason: String) throws {
    let place = try TemporaryFolder()
    let gpx = RouteText.gpx(RouteText.points(3, seed: 1))
    _ = try place.write(gpx, to: "outside.gpx")
    let xml = try place.write(RouteText.export(RouteText.route(path)), to: folder + "/export.xml")
    let inner = place.path + "/" + folder
    try FileManager.default.createSymbolicLink(atPath: inner + "/link.gpx", withDestinationPath: "../outside.gpx")
    try FileManager.default.createSymbolicLink(atPath: inner + "/links", withDestinationPath: "..")
    try FileManager.default.createDirectory(atPath: inner + "/workout-routes.gpx", withIntermediateDirectories: true)
    #expect(mkfifo(inner + "/pipe.gpx", 0o600) == 0)
    let zip = try place.write(
      archive(RouteText.export(RouteText.route(path)), ["/../outside.gpx": gpx]), to: "export.zip")
    for input in [xml, zip] {
      let (report, sink) = try importExport(at: input)
      #expect(sink.routes.map(\.points) == [[]])
      #expect(report.droppedParts.map(\.element) == ["FileReference"])
      #expect(report.droppedParts.map(\.reason) == [reason], "\(input)")
    }
  }

  @Test("A file is read once however often it is named, and a route that appears twice is stored once")
  func repeated() throws {
    let gpx = RouteText.gpx(RouteText.points(5, seed: 2))
    let routes = RouteText.route() + RouteText.route() + RouteText.route(start: "2024-03-04 17:00:09 +0100")
    let xml = ExportText.document(RouteText.workout(routes) + RouteText.workout(RouteText.route()))
    let (report, sink) = try importExport(archive(xml, [RouteText.path: gpx]), named: "export.zip")
    #expect(sink.routes.map(\.points.count) == [5, 0, 0])
    #expect(report.readPoints == 5)
    #expect(report.droppedParts.map(\.element) == ["WorkoutRoute", "FileReference"])
    #expect(report.droppedParts.map(\.count) == [1, 2])
    #expect(Set(report.droppedParts.map(\.reason)) == ["repeatedFile"])
  }

  @Test("Files that no element names become separate routes if the XML is complete, and each is in the report")
  func unnamed() throws {
    let points = RouteText.points(40, seed: 6)
    let xml = RouteText.export()
    let files = [
      RouteText.path: RouteText.gpx(RouteText.points(5, seed: 2)), "/workout-routes/b.gpx": RouteText.gpx(points),
      "/workout-routes/c.gpx": RouteText.gpx(""), "/workout-routes/note.txt": "no route",
      "/clinical-records/lone.json": "{}",
    ]
    let (report, sink) = try importExport(archive(xml, files), named: "export.zip")
    #expect(sink.routes.map(\.points.count).sorted() == [5, 40])
    let own = try #require(sink.routes.first { $0.points.count == 40 })
    #expect(own.points == points && own.sample.provenance.source.name == "Health")
    #expect(own.sample.start == points.first?.date && own.sample.end == points.last?.date)
    #expect(report.readPoints == 45 && report.routes.storedPoints == 45)
    #expect(report.read == report.stored + report.skipped)
    #expect(report.skipCounts == ["missingValue": 1, "unnamedFile": 1])
    // If the XML is cut off, it may have been named in the missing part.
    let cut = String(xml.dropLast(20))
    let (incomplete, few) = try importExport(archive(cut, files), named: "export.zip")
    #expect(!incomplete.isComplete && few.routes.allSatisfy { $0.points.count != 40 })
  }

  @Test("Every readable point of a damaged file is kept, and the others are reported")
  func damagedFiles() throws {
    let points = RouteText.points(6, seed: 3)
    let lines = points.map(RouteText.point)
    func read(_ gpx: String) throws -> (report: ImportReport, points: [RoutePoint], reasons: [String]) {
      let (report, sink) = try importExport(archive(RouteText.export(), [RouteText.path: gpx]), named: "export.zip")
      let reasons = report.droppedParts.flatMap { part in
        Array(repeating: part.element + " " + part.reason, count: part.count)
      }
      return (report, try #require(sink.routes.first).points, reasons.sorted())
    }
    func whole(_ change: (inout [String]) -> Void) -> String {
      var lines = lines
      change(&lines)
      return RouteText.gpx(lines.joined())
    }
    let others = Array(points[..<1] + points[2...])
    // A point without its end, an invalid number, a place beyond the pole, no date, an invalid date.
    var result = try read(whole { $0[1] = $0[1].replacing("</trkpt>", with: "") })
    #expect(result.points == points && result.reasons == [])
    result = try read(whole { $0[1] = $0[1].replacing(/<ele>.*<\/ele>/, with: "<ele>high</ele>") })
    #expect(result.points.count == 6 && result.points[1].altitude == 0 && result.reasons == ["ele badValue"])
    result = try read(whole { $0[1] = $0[1].replacing(/lat="[^"]*"/, with: "lat=\"90.5\"") })
    #expect(result.points == others && result.reasons == ["trkpt valueOutOfRange"])
    result = try read(whole { $0[1] = $0[1].replacing(/<time>.*<\/time>/, with: "") })
    #expect(result.points == others && result.reasons == ["trkpt badDate"])
    result = try read(whole { $0[1] = $0[1].replacing(/<time>2024/, with: "<time>3024") })
    #expect(result.points == others && result.reasons == ["trkpt dateOutOfRange"])
    result = try read(whole { $0[1] = $0[1].replacing(/lat="[^"]*"/, with: "lat=\"1\" lon=\"<") })
    #expect(result.points == others && result.reasons == ["trkpt damaged"])
    result = try read(whole { $0[1] = $0[1].replacing("<speed>", with: "<speed>1<!-- a part of the number -->") })
    #expect(result.points.count == 6 && result.points[1].speed == Double("1" + String(format: "%.6f", points[1].speed)))
    // Cut at every byte of a point: the point is either there or not, and nothing is lost silently.
    let text = RouteText.gpx(points)
    let start = try #require(text.range(of: lines[4])).lowerBound
    for length in stride(from: 0, to: lines[4].count - 1, by: 7) {
      let cut = String(text[..<text.index(start, offsetBy: length)])
      result = try read(cut)
      #expect(result.points == Array(points[..<4]), "\(length)")
      #expect(result.reasons.contains("FileReference truncated"))
      #expect(result.reasons.contains { $0.hasPrefix("trkpt") } == (result.report.droppedPoints == 1))
    }
    // An archive whose entry is damaged.
    var zip = ZipBuilder(ZipBuilder.Entry(folder + "/export.xml", Array(RouteText.export().utf8)))
    var entry = ZipBuilder.Entry(folder + RouteText.path, Array(text.utf8))
    entry.statedCRC = 7
    zip.entries.append(entry)
    let (report, sink) = try importExport(zip.build(), named: "export.zip")
    #expect(sink.routes.map(\.points) == [points])
    #expect(report.droppedParts.map(\.reason) == ["damaged"])
    #expect(report.isComplete)
  }

  @Test("Text split across reads of a file is complete, for every read length")
  func chunks() throws {
    struct Log: XMLTagHandler {
      var texts: [String] = []
      mutating func start(_ tag: XMLTag) { texts.append(XMLText.decode(tag.name)) }
      mutating func end(_ name: UnsafeRawBufferPointer) {}
      mutating func text(_ raw: UnsafeRawBufferPointer) { texts.append(XMLText.decode(raw)) }
      mutating func damaged(_ name: UnsafeRawBufferPointer, at position: XMLPosition) {}
      mutating func truncated(_ name: UnsafeRawBufferPointer, at position: XMLPosition) {}
    }
    let bytes = Array(RouteText.gpx(RouteText.points(2, seed: 9)).utf8)
    func texts(_ chunk: Int) throws -> [String] {
      var scanner = XMLScanner(root: "gpx", chunk: chunk, longest: 256, reportsText: true)
      var log = Log()
      var next = 0
      while true {
        let count = scanner.fill { buffer in
          let count = min(buffer.count, chunk, bytes.count - next)
          buffer.copyBytes(from: bytes[next..<next + count])
          next += count
          return count
        }
        if count == 0 { break }
        scanner.scan(into: &log)
      }
      scanner.finish(into: &log)
      return log.texts
    }
    let whole = try texts(1 << 16)
    #expect(whole.contains("Route 2024-03-04 5:31pm"))
    for chunk in [1, 2, 3, 7, 50] { #expect(try texts(chunk) == whole, "\(chunk)") }
  }
}
