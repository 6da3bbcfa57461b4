import Foundation
import HealthImport
import Testing

@Suite("Folders and bare files")
struct FolderInputTests {
  private let decoy = "<?xml version=\"1.0\"?><ClinicalDocument>" + String(repeating: "x", count: 9_000)

  @Test("The unpacked folder, and the folder that contains it", arguments: ["", "apple_health_export/"])
  func folders(inner: String) throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    _ = try folder.write(decoy, to: inner + "export_cda.xml")
    _ = try folder.write(ExportText.mixture, to: inner + "导出.xml")
    _ = try folder.write("<gpx/>", to: inner + "workout-routes/route.gpx")
    // A route file that no workout names is a record of its own; the clinical document is none.
    #expect(try importExport(at: folder.path).report.read == 9)
  }

  @Test("An export is found in folders inside the folder, the least deep one first, and links are not followed")
  func deep() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    _ = try folder.write(decoy, to: "notes/a/b/c/big.xml")
    _ = try folder.write(ExportText.mixture, to: "old/phone/backup/apple_health_export/export.xml")
    _ = try folder.write("<gpx/>", to: "old/phone/backup/apple_health_export/workout-routes/route.gpx")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/old/loop", withDestinationPath: folder.path)
    #expect(try importExport(at: folder.path).report.read == 9)
    _ = try folder.write(ExportText.document(""), to: "new/export.xml")
    #expect(try importExport(at: folder.path).report.read == 0)
    // Hidden folders, and those that are deeper than anybody keeps an export.
    let other = try TemporaryFolder()
    defer { withExtendedLifetime(other) {} }
    _ = try other.write(ExportText.mixture, to: ".trash/export.xml")
    _ = try other.write(ExportText.mixture, to: "1/2/3/4/5/6/export.xml")
    #expect(code { try AppleExportImporter(path: other.path) } == .noExportInside)
  }

  @Test("An archive with an export is found in a folder, after an unpacked export, and the largest one first")
  func archives() throws {
    func archive(_ text: String) -> [UInt8] {
      ZipBuilder(ZipBuilder.Entry("apple_health_export/export.xml", Array(text.utf8), deflates: false)).build()
    }
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    _ = try folder.write("PK no archive", to: "big.zip")
    _ = try folder.write(archive(ExportText.document("")), to: "old.zip")
    _ = try folder.write(archive(ExportText.mixture), to: "phone/export.ZIP")
    #expect(try importExport(at: folder.path).report.read == 8)
    _ = try folder.write(ExportText.document(""), to: "1/2/export.xml")
    #expect(try importExport(at: folder.path).report.read == 0)
  }

  @Test("A file with any name, recognised by its beginning")
  func file() throws {
    let bytes = Array(ExportText.mixture.utf8)
    for name in ["export.zip", "Export", "eksport.XML"] {
      #expect(try importExport(bytes, named: name).report.read == 8)
    }
  }

  @Test("Errors distinguish folders without an export, unreadable files and missing paths")
  func failures() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    _ = try folder.write(decoy, to: "export_cda.xml")
    #expect(code { try AppleExportImporter(path: folder.path) } == .noExportInside)
    #expect(code { try AppleExportImporter(path: folder.path + "/none") } == .noSuchInput)
    #expect(code { try AppleExportImporter(path: folder.path + "/export_cda.xml/x") } == .noSuchInput)
    #expect(code { try AppleExportImporter(path: folder.path + "/export_cda.xml") } == .notAZip)
    #expect(code { try AppleExportImporter(path: "/dev/null") } == .notReadable)
    let locked = try folder.write(ExportText.mixture, to: "locked.xml")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: locked)
    // The superuser may read any file.
    if !FileManager.default.isReadableFile(atPath: locked) {
      #expect(code { try AppleExportImporter(path: locked) } == .notReadable)
    }
  }

  private func code(_ body: () throws -> AppleExportImporter) -> ImportError.Code? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? ImportError)?.code
    }
  }
}
