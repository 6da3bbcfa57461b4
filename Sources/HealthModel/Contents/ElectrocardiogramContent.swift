/// The properties of an electrocardiogram except its voltages, which are the sample's data: one column of microvolts.
package struct ElectrocardiogramContent: SampleContent {
  /// HealthKit's number of the classification; 0 if there is none.
  package var classification: Int
  /// HealthKit's number of the symptoms status: 0 not set, 1 none, 2 present.
  package var symptomsStatus: Int
  /// Beats per minute.
  package var averageHeartRate: Double?
  /// In hertz.
  package var samplingFrequency: Double?
  /// The number of voltages.
  package var count: Int
  /// The name of the unknown classification in exports.
  package var classificationText: String?
  /// The names of the symptoms status in exports.
  package var symptoms: String?

  package init(
    classification: Int, symptomsStatus: Int, averageHeartRate: Double? = nil, samplingFrequency: Double? = nil,
    count: Int
  ) {
    self.classification = classification
    self.symptomsStatus = symptomsStatus
    self.averageHeartRate = averageHeartRate
    self.samplingFrequency = samplingFrequency
    self.count = count
  }

  package var isPlausible: Bool {
    count >= 0 && (averageHeartRate ?? 0).magnitude < 1e4
      && samplingFrequency.map { $0 > 0 && $0 <= Self.highestFrequency } != false
  }

  /// Hertz.
  package static let highestFrequency = 1e6
  /// Ten minutes at 512 Hz; Apple's recordings take half a minute.
  package static let mostVoltages = 1 << 19
  /// The maximum number of voltages in one chunk of the data.
  package static let pieceLength = 4_096

  /// Encodes microvolts as the sample's data.
  package static func data(_ voltages: [Double]) -> SampleData {
    SampleData(
      stride(from: 0, to: voltages.count, by: pieceLength).map {
        SeriesChunk.encode([Array(voltages[$0..<min($0 + pieceLength, voltages.count)])])
      })
  }

  /// The microvolts of a chunk, nil if the bytes are malformed.
  package static func voltages(_ piece: UnsafeRawBufferPointer) -> [Double]? {
    SeriesChunk.decode(piece, columns: 1, most: pieceLength)?[0]
  }
}

/// A heartbeat of a series. The series' data has two columns: the time, and whether a gap precedes the beat.
package struct Heartbeat: Hashable, Sendable {
  /// Seconds since the start of the series.
  package var time: Double
  /// Whether beats before it were missed.
  package var followsGap: Bool

  package init(time: Double, followsGap: Bool) {
    self.time = time
    self.followsGap = followsGap
  }

  /// The maximum number of beats in one series.
  package static let most = 1 << 17
  private static let pieceLength = 2_048

  /// Encodes beats as a sample's data.
  package static func data(_ beats: [Heartbeat]) -> SampleData {
    SampleData(
      stride(from: 0, to: beats.count, by: pieceLength).map {
        let piece = beats[$0..<min($0 + pieceLength, beats.count)]
        return SeriesChunk.encode([piece.map(\.time), piece.map { $0.followsGap ? 1 : 0 }])
      })
  }

  /// The beats of a chunk, nil if the bytes are malformed.
  package static func beats(_ piece: UnsafeRawBufferPointer) -> [Heartbeat]? {
    guard let columns = SeriesChunk.decode(piece, columns: 2, most: pieceLength) else { return nil }
    return zip(columns[0], columns[1]).map { Heartbeat(time: $0, followsGap: $1 != 0) }
  }
}
