import Foundation

@testable import ForeignFormats
@testable import HealthImport

/// Builds FIT files, message by message.
struct FITBuilder {
  enum Value {
    case u8(Int), u16(Int), u32(Int), s16(Int), s32(Int), s64(Int), f64(Double), text(String)

    var type: UInt8 {
      switch self {
      case .u8: 0x02
      case .u16: 0x84
      case .u32: 0x86
      case .s16: 0x83
      case .s32: 0x85
      case .s64: 0x8E
      case .f64: 0x89
      case .text: 0x07
      }
    }

    func bytes(isBig: Bool) -> [UInt8] {
      if case .text(let text) = self { return text.utf8 + [0] }
      let (value, width) =
        switch self {
        case .u8(let value): (value, 1)
        case .u16(let value): (value, 2)
        case .u32(let value), .s32(let value): (value, 4)
        case .s16(let value): (value, 2)
        case .s64(let value): (value, 8)
        case .f64(let value): (Int(bitPattern: UInt(value.bitPattern)), 8)
        case .text: (0, 0)
        }
      let little = (0..<width).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
      return isBig ? little.reversed() : little
    }
  }

  private var data: [UInt8] = []
  /// Numbers with the most significant byte first.
  var isBig = false

  /// Seconds since 1989-12-31.
  static func time(_ date: Date) -> Int { Int(date.timeIntervalSince1970) - 631_065_600 }

  /// A definition and one message that uses it.
  mutating func add(_ kind: Int, _ fields: [(UInt8, Value)]) {
    data += [0x40, 0, isBig ? 1 : 0] + Value.u16(kind).bytes(isBig: isBig) + [UInt8(fields.count)]
    for (number, value) in fields { data += [number, UInt8(value.bytes(isBig: false).count), value.type] }
    data += [0] + fields.flatMap { $0.1.bytes(isBig: isBig) }
  }

  /// Bytes, unchanged.
  mutating func add(bytes: [UInt8]) { data += bytes }

  func build() -> [UInt8] {
    var head: [UInt8] = [14, 0x20] + Value.u16(2_132).bytes(isBig: false) + Value.u32(data.count).bytes(isBig: false)
    head += Array(".FIT".utf8)
    head += Value.u16(Int(FITFile.checksum(head[...]))).bytes(isBig: false)
    let file = head + data
    return file + Value.u16(Int(FITFile.checksum(file[...]))).bytes(isBig: false)
  }
}

extension FormatFixture {
  /// A half-hour run.
  static var fitActivity: [UInt8] {
    var activity = FITBuilder()
    let start = FITBuilder.time(at(8))
    activity.add(0, [(0, .u8(4)), (4, .u32(start))])
    activity.add(21, [(253, .u32(start)), (0, .u8(0)), (1, .u8(0))])
    activity.add(20, [(253, .u32(start + 1)), (3, .u8(120))])
    // No value: nothing was measured then.
    activity.add(20, [(253, .u32(start + 2)), (3, .u8(255))])
    // Three seconds after the last time, with a compressed header: a message of the last definition.
    activity.add(
      bytes: [0x80 | UInt8((start + 5) & 0x1F)] + FITBuilder.Value.u32(start + 5).bytes(isBig: false) + [130])
    // A position, 361.4 m above sea level, at 2.75 m/s and 250 W.
    for (seconds, latitude) in [(300, 48.65), (310, 48.6502)] {
      activity.add(
        20,
        [
          (253, .u32(start + seconds)), (0, .s32(Int(latitude * 0x1p31 / 180))), (1, .s32(Int(6.13 * 0x1p31 / 180))),
          (2, .u16(4_307)), (6, .u16(2_750)), (7, .u16(250)), (4, .u8(85)),
        ])
    }
    for (begins, lasts) in [(0, 900), (960, 900)] {
      activity.add(
        19, [(253, .u32(start + begins + lasts)), (2, .u32(start + begins)), (7, .u32(lasts * 1_000))])
    }
    activity.add(21, [(253, .u32(start + 600)), (0, .u8(0)), (1, .u8(4))])
    activity.add(21, [(253, .u32(start + 660)), (0, .u8(0)), (1, .u8(0))])
    activity.isBig = true
    activity.add(
      18,
      [
        (253, .u32(start + 1_860)), (2, .u32(start)), (5, .u8(1)), (7, .u32(1_860_000)), (8, .u32(1_800_000)),
        (9, .u32(500_250)), (11, .u16(310)), (16, .u8(140)), (17, .u8(171)), (22, .u16(35)),
      ])
    return activity.build()
  }

  /// A night with its measurements, whose stages are written before the times of falling asleep and waking up.
  static var fitNight: [UInt8] {
    var night = FITBuilder()
    let start = FITBuilder.time(at(1))
    func minute(_ minutes: Int) -> (UInt8, FITBuilder.Value) { (253, .u32(start + minutes * 60)) }
    night.add(0, [(0, .u8(49)), (4, .u32(start))])
    // Light until 1:30, twice; deep until 2:00; not measured until 2:10; REM until 3:00.
    for (minutes, stage) in [(10, 2), (30, 2), (60, 3), (70, 0), (120, 4)] {
      night.add(275, [minute(minutes), (0, .u8(stage))])
    }
    night.add(21, [minute(0), (0, .u8(74)), (1, .u8(0))])
    night.add(21, [minute(120), (0, .u8(74)), (1, .u8(1))])
    night.add(371, [minute(5), (0, .u16(6_400))])
    night.add(227, [(0, .s16(23)), (1, .u32(start + 180))])
    night.add(227, [(0, .s16(-1)), (1, .u32(start + 360))])
    night.add(269, [minute(2), (0, .u8(96)), (1, .u8(4)), (2, .u8(1))])
    night.add(297, [minute(2), (0, .s16(1_450))])
    night.add(211, [minute(120), (0, .u8(52)), (1, .u8(51))])
    night.add(30, [minute(180), (0, .u16(7_150)), (1, .u16(2_150))])
    night.add(51, [minute(180), (0, .u16(121)), (1, .u16(79))])
    return night.build()
  }

  /// Walking and running at the same times, with the same numbers.
  static var fitMovements: [UInt8] {
    var file = FITBuilder()
    let start = FITBuilder.time(at(12))
    file.add(0, [(0, .u8(32)), (3, .u32(9)), (4, .u32(start))])
    file.add(103, [(253, .u32(start)), (0, .u32(start + 3_600))])
    for (minutes, steps) in [(0, 400), (10, 500), (20, 650)] {
      for movement in [6, 1] {
        file.add(55, [(253, .u32(start + minutes * 60)), (5, .u8(movement)), (3, .u32(steps)), (2, .u32(steps * 80))])
      }
    }
    // Two lengths of a pool, and three minutes of moderate activity.
    file.add(55, [(253, .u32(start + 1_200)), (5, .u8(5)), (3, .u32(60)), (2, .u32(5_000))])
    file.add(55, [(253, .u32(start + 1_200)), (5, .u8(0)), (33, .u16(1)), (34, .u16(2))])
    return file.build()
  }

  /// Counts of a morning, which the second file continues.
  static func fitMonitoring(second: Bool, serial: Int = 1) -> [UInt8] {
    var file = FITBuilder()
    let start = FITBuilder.time(at(second ? 10 : 8))
    file.add(0, [(0, .u8(32)), (3, .u32(serial)), (4, .u32(start))])
    file.add(103, [(253, .u32(start)), (0, .u32(start + 3_600))])
    func counts(_ file: inout FITBuilder, _ time: Int, _ steps: Int, _ energy: Int) {
      file.add(55, [(253, .u32(time)), (5, .u8(6)), (3, .u32(steps)), (2, .u32(steps * 70)), (19, .u16(energy))])
    }
    if second {
      counts(&file, start + 600, 1_300, 52)
      // The time as 16 bits.
      file.add(55, [(26, .u16((start + 660) & 0xFFFF)), (27, .u8(66))])
    } else {
      counts(&file, start, 700, 30)
      counts(&file, start + 600, 1_000, 40)
    }
    return file.build()
  }

  static func writeFIT(to folder: TemporaryFolder) throws -> String {
    _ = try folder.write(fitActivity, to: "garmin/activity.fit")
    _ = try folder.write(fitNight, to: "garmin/night.fit")
    // Named in reverse chronological order.
    _ = try folder.write(fitMonitoring(second: false), to: "garmin/monitoring-b.fit")
    _ = try folder.write(fitMonitoring(second: true), to: "garmin/monitoring-a.fit")
    return folder.path + "/garmin"
  }
}
