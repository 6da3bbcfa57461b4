import Foundation
package import Graphics
import HealthModel
import Processes

/// A picture that the dashboard saves.
package enum PictureFile {
  /// Saves a drawing in the current folder.
  ///
  /// - Returns: what to tell the user.
  package static func save(_ drawing: Drawing, name: String) -> String {
    let folder = FileManager.default.currentDirectoryPath
    do {
      return "Saved \(try save(drawing, name: name, folder: folder)) in \(folder)."
    } catch {
      return Failure(error).sentence
    }
  }

  /// Writes a drawing as a PNG file with two pixels for each unit. Existing files stay: the second gets a number.
  ///
  /// - Returns: the name of the file.
  /// - Throws: `Failure` if the file cannot be written.
  package static func save(_ drawing: Drawing, name: String, folder: String) throws -> String {
    guard case .png(let bytes) = try PrintedPage(png: drawing, scale: 2) else { return "" }
    for number in 1...999 {
      let file = number == 1 ? "\(name).png" : "\(name)-\(number).png"
      do {
        try Data(bytes).write(to: URL(filePath: folder).appending(path: file), options: .withoutOverwriting)
        return file
      } catch CocoaError.fileWriteFileExists {
        continue
      } catch {
        let code = ((error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError)?.code ?? 0
        let reason = code > 0 ? ": " + SystemError.text(Int32(code)) : ""
        throw Failure(.cannotCreate, "\(file) cannot be written in \(folder)\(reason).")
      }
    }
    throw Failure(.cannotCreate, "\(folder) already has too many pictures of this view.")
  }
}
