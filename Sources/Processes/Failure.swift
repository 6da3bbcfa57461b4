import Foundation
package import HealthImport
package import HealthModel
import OpenHealthKit

/// An error that ends the program: one sentence for the user and an exit code for scripts.
package struct Failure: Error {
  /// The exit codes in the README, based on sysexits.h.
  package enum Code: Int32 {
    case failed = 1
    case usage = 64
    case badData = 65
    case noInput = 66
    case cannotCreate = 73
    case inputOutput = 74
    /// Interrupted with ^C, or by another signal: see `exitCode`.
    case interrupted = 130
  }

  /// The exit code of a program that a signal ended, as shells report it.
  package static func exitCode(ofSignal number: Int32) -> Int32 { 128 + number }

  var code: Code
  package var sentence: String

  package init(_ code: Code, _ sentence: String) {
    self.code = code
    self.sentence = sentence
  }

  /// The program's exit code: that of the code, or of the signal that interrupted it.
  package var exitCode: Int32 {
    code == .interrupted ? Self.exitCode(ofSignal: InterruptHandler.signalNumber) : code.rawValue
  }

  /// Writes the sentence to standard error.
  package func report() {
    Output.report(sentence)
  }
}

// MARK: - From other modules' errors

extension Failure {
  package init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as StoreError: self.init(error)
    case let error as ImportError: self.init(error)
    case is WorkerThread.Unavailable:
      self.init(
        .failed, "No thread can be started: the limit on memory or processes is too low (ulimit -v, ulimit -u).")
    case let error as HKError:
      // Every command reports an unreadable store in the same words.
      if let cause = error.userInfo[NSUnderlyingErrorKey] as? StoreError {
        self.init(cause)
      } else {
        self.init(.failed, error.localizedDescription)
      }
    default: self.init(.failed, "\(error)")
    }
  }

  package init(_ error: StoreError) {
    switch error.code {
    case .missing:
      self.init(
        .noInput,
        """
        There is no data yet in \(error.path.isEmpty ? "a file without a name" : error.path). Import an export with "ringtop import ~/Downloads/export.zip", \
        or look at made-up data with "ringtop show --demo".
        """)
    case .notAStore: self.init(.badData, "\(error.path) \(error.reason).")
    case .newerVersion:
      self.init(.badData, "\(error.path) \(error.reason). Update ringtop, or use another store with --store.")
    case .olderVersion:
      self.init(.badData, "\(error.path) \(error.reason). Run \"ringtop doctor --repair\".")
    case .unreadable: self.init(.noInput, "\(error.path) cannot be read: permission denied.")
    case .readOnly: self.init(.cannotCreate, "\(error.path) \(error.reason).")
    case .cannotCreate: self.init(.cannotCreate, "\(error.path): \(error.reason).")
    case .diskFull: self.init(.inputOutput, "The disk is full; earlier data in \(error.path) is intact.")
    case .inputOutput: self.init(.inputOutput, "\(error.path) \(error.reason).")
    case .damaged: self.init(.badData, "\(error.path) \(error.reason). Run \"ringtop doctor\" for details.")
    case .busy: self.init(.failed, "\(error.path) \(error.reason). Try again in a moment.")
    case .invalidArgument: self.init(.usage, error.reason.capitalizedFirst + ".")
    case .conflict: self.init(.failed, error.reason.capitalizedFirst + ".")
    case .interrupted: self.init(.interrupted, "Stopped. Nothing has changed in \(error.path).")
    case .other: self.init(.failed, "\(error.path): \(error.reason).")
    }
  }

  package init(_ error: ImportError) {
    let detail = error.context.isEmpty ? "" : " (\(error.context))"
    switch error.code {
    case .noSuchInput: self.init(.noInput, "There is no \(error.path).")
    case .notReadable: self.init(.noInput, "\(error.path) cannot be read\(detail).")
    case .notAZip:
      self.init(
        .badData,
        "\(error.path) is neither Apple's health export nor another kind of file that can be imported\(detail).")
    case .encryptedZip: self.init(.badData, "\(error.path) is encrypted; unpack it first and import the folder.")
    case .noExportInside: self.init(.badData, "There is no health export in \(error.path)\(detail).")
    case .emptyFile: self.init(.badData, "\(error.path) is empty.")
    case .corruptZip: self.init(.badData, "\(error.path) is a damaged zip archive\(detail).")
    case .unpacksTooLarge:
      self.init(
        .badData, "\(error.path) unpacks to more than 200 times its size; --force imports it anyway.")
    case .readFailed: self.init(.inputOutput, "\(error.path) could not be read completely\(detail).")
    default: self.init(.badData, "\(error.path) cannot be imported\(detail).")
    }
  }
}
