import Foundation
import HealthModel

/// Garmin's binary format of an activity: one session with its laps, and a record for each point.
///
/// The numbers of messages, fields and base types are those of the published profile. Values are little-endian; one that is
/// unknown has the invalid value of its base type.
enum FITWriter {
  static func bytes(_ workout: WorkoutFile) -> [UInt8] {
    var data = FITData()
    data.add(
      .fileIdentity, [.kind(0, 4), .half(1, 255), .half(2, 0), .word(4, FITData.time(workout.start))])
    data.add(.event, timer(workout.start, 0))
    var pauses = workout.pauses[...]
    for point in workout.points {
      while let pause = pauses.first, pause.lowerBound < point.time {
        data.add(.event, timer(pause.lowerBound, 4))
        data.add(.event, timer(pause.upperBound, 0))
        pauses.removeFirst()
      }
      data.add(.record, record(point))
    }
    data.add(.event, timer(workout.end, 4))
    let sport = sport(workout)
    for (number, lap) in workout.laps.enumerated() {
      data.add(
        .lap,
        [
          .half(254, UInt16(clamping: number)), .word(253, FITData.time(lap.end)), .kind(0, 9), .kind(1, 1),
          .word(2, FITData.time(lap.start)), .word(7, FITData.scaled(lap.end.timeIntervalSince(lap.start), 1_000)),
          .word(8, FITData.scaled(lap.duration, 1_000)), .word(9, FITData.scaled(lap.distance, 100)),
          .half(11, FITData.small(lap.energy)), .byte(15, FITData.tiny(lap.averageRate)),
          .byte(16, FITData.tiny(lap.highestRate)), .kind(25, UInt8(sport.sport)),
        ])
    }
    let total = workout.total
    data.add(
      .session,
      [
        .half(254, 0), .word(253, FITData.time(workout.end)), .kind(0, 9), .kind(1, 1),
        .word(2, FITData.time(workout.start)), .kind(5, UInt8(sport.sport)), .kind(6, UInt8(sport.kind)),
        // The profile tells fewer kinds apart.
        .text(110, workout.activity),
        .word(7, FITData.scaled(workout.end.timeIntervalSince(workout.start), 1_000)),
        .word(8, FITData.scaled(total.duration, 1_000)), .word(9, FITData.scaled(total.distance, 100)),
        .half(11, FITData.small(total.energy)), .half(22, FITData.small(workout.ascent)),
        .byte(16, FITData.tiny(total.averageRate)),
        .byte(17, FITData.tiny(total.highestRate)), .half(25, 0), .half(26, UInt16(clamping: workout.laps.count)),
      ])
    data.add(
      .activity,
      [
        .word(253, FITData.time(workout.end)), .word(0, FITData.scaled(total.duration, 1_000)), .half(1, 1),
        .kind(2, 0), .kind(3, 26), .kind(4, 1),
      ])
    return data.file
  }

  private static func timer(_ date: Date, _ kind: UInt8) -> [FITField] {
    [.word(253, FITData.time(date)), .kind(0, 0), .kind(1, kind)]
  }

  private static func record(_ point: WorkoutFile.Point) -> [FITField] {
    func semicircles(_ degrees: Double?) -> UInt32 {
      guard let degrees, degrees.magnitude <= 180 else { return 0x7FFF_FFFF }
      return UInt32(bitPattern: Int32(min(degrees * (2_147_483_648 / 180), 2_147_483_646).rounded()))
    }
    return [
      .word(253, FITData.time(point.time)), .signed(0, semicircles(point.position?.latitude)),
      .signed(1, semicircles(point.position?.longitude)), .word(78, FITData.scaled(point.altitude.map { $0 + 500 }, 5)),
      .word(5, FITData.scaled(point.distance, 100)), .word(73, FITData.scaled(point.speed, 1_000)),
      .byte(3, FITData.tiny(point.heartRate)),
    ]
  }

  /// The profile's numbers; 0 and 0 for an activity that it does not have.
  private static func sport(_ workout: WorkoutFile) -> FITSport {
    let sport = FITSport(activity: workout.activity) ?? FITSport(0)
    let indoors = [1: 1, 2: 6, 15: 14]
    return workout.isIndoor && sport.kind == 0 ? FITSport(sport.sport, indoors[sport.sport] ?? 0) : sport
  }
}

/// A field of a message: its number in the profile and its value.
private enum FITField {
  /// One of the profile's numbered names.
  case kind(UInt8, UInt8)
  case byte(UInt8, UInt8)
  case half(UInt8, UInt16)
  case word(UInt8, UInt32)
  /// A signed number, by its bits.
  case signed(UInt8, UInt32)
  case text(UInt8, String)

  /// Number, size and base type.
  var definition: [UInt8] {
    switch self {
    case .kind(let number, _): [number, 1, 0x00]
    case .byte(let number, _): [number, 1, 0x02]
    case .half(let number, _): [number, 2, 0x84]
    case .word(let number, _): [number, 4, 0x86]
    case .signed(let number, _): [number, 4, 0x85]
    case .text(let number, let text): [number, UInt8(text.utf8.prefix(254).count + 1), 0x07]
    }
  }

  func append(to bytes: inout [UInt8]) {
    switch self {
    case .kind(_, let value), .byte(_, let value): bytes.append(value)
    case .half(_, let value): withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    case .word(_, let value), .signed(_, let value): withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    case .text(_, let text): bytes += text.utf8.prefix(254) + [0]
    }
  }
}

/// Messages, each kind defined before its first one.
private struct FITData {
  /// The profile's numbers of the messages.
  enum Message: UInt16, CaseIterable {
    case fileIdentity = 0
    case session = 18
    case lap = 19
    case record = 20
    case event = 21
    case activity = 34

    var local: UInt8 {
      switch self {
      case .fileIdentity: 0
      case .event: 1
      case .record: 2
      case .lap: 3
      case .session: 4
      case .activity: 5
      }
    }
  }

  private var bytes: [UInt8] = []
  private var defined: Set<UInt8> = []

  mutating func add(_ message: Message, _ fields: [FITField]) {
    if defined.insert(message.local).inserted {
      bytes += [0x40 | message.local, 0, 0, UInt8(message.rawValue & 0xFF), UInt8(message.rawValue >> 8)]
      bytes.append(UInt8(fields.count))
      for field in fields { bytes += field.definition }
    }
    bytes.append(message.local)
    for field in fields { field.append(to: &bytes) }
  }

  /// The file: a header, the messages, and a checksum of both.
  var file: [UInt8] {
    var file: [UInt8] = [14, 0x20, 0x54, 0x08]
    withUnsafeBytes(of: UInt32(clamping: bytes.count).littleEndian) { file += $0 }
    file += Array(".FIT".utf8)
    Self.appendChecksum(of: file, to: &file)
    file += bytes
    Self.appendChecksum(of: file, to: &file)
    return file
  }

  private static func appendChecksum(of bytes: [UInt8], to file: inout [UInt8]) {
    // CRC-16 with the polynomial 0xA001.
    var checksum: UInt16 = 0
    for byte in bytes {
      checksum ^= UInt16(byte)
      for _ in 0..<8 { checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0xA001 : checksum >> 1 }
    }
    file += [UInt8(checksum & 0xFF), UInt8(checksum >> 8)]
  }

  // MARK: - Values

  /// Seconds since 1989-12-31 UTC.
  static func time(_ date: Date) -> UInt32 {
    UInt32(min(max((date.timeIntervalSince1970 - 631_065_600).rounded(), 0), 4_294_967_294))
  }

  static func scaled(_ value: Double?, _ scale: Double) -> UInt32 {
    guard let value, value.isFinite, value >= 0, value * scale < 4_294_967_295 else { return .max }
    return UInt32((value * scale).rounded())
  }

  static func small(_ value: Double?) -> UInt16 {
    guard let value, value >= 0, value < 65_535 else { return .max }
    return UInt16(value.rounded())
  }

  static func tiny(_ value: Double?) -> UInt8 {
    guard let value, value >= 0, value < 255 else { return .max }
    return UInt8(min(value.rounded(), 254))
  }
}
