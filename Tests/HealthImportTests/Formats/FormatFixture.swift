import ForeignDatabases
import Foundation
import HealthModel
import Testing

@testable import ForeignFormats
@testable import HealthImport

/// Invented files of every kind that can be imported, in their known layouts.
///
/// They describe one morning, Tuesday, 10 November 2026, in a zone one hour ahead of UTC.
enum FormatFixture: String, CaseIterable, CustomTestStringConvertible {
  case healthAutoExportJSON, healthAutoExportCSV, sampleArray, phoneBackup, healthConnect, gadgetbridge, fitbit, fit,
    hadge, garminCSV, sport, gpx, healthMd

  var testDescription: String { rawValue }

  static let day = Day(year: 2026, month: 11, day: 10) ?? Day(number: 0)
  static let now = Date(timeIntervalSince1970: 1_794_693_600)

  /// An instant of the morning, in local time.
  static func at(_ hour: Int, _ minute: Int = 0, _ second: Int = 0) -> Date {
    Date(timeIntervalSince1970: Double(day.number * 86_400 + (hour - 1) * 3_600 + minute * 60 + second))
  }

  static func context(_ folder: TemporaryFolder, cancellation: ImportCancellation? = nil) -> ImportContext {
    ImportContext(
      now: now, temporaryFolder: folder.path, cancellation: cancellation, offset: { _ in 3_600 },
      database: { try ForeignSQLite(path: $0, cancellation: cancellation) })
  }

  /// - Returns: the path to import.
  func write(to folder: TemporaryFolder) throws -> String {
    switch self {
    case .healthAutoExportJSON: try folder.write(Self.deliveryJSON, to: "export.json")
    case .healthAutoExportCSV: try folder.write(Self.deliveryCSV, to: "HealthAutoExport.csv")
    case .sampleArray: try folder.write(Self.samplesJSON, to: "shortcut.json")
    case .phoneBackup: try Self.writePhoneBackup(to: folder)
    case .healthConnect: try Self.writeHealthConnect(to: folder)
    case .gadgetbridge: try Self.writeGadgetbridge(to: folder)
    case .fitbit: try folder.write(Self.fitbitArchive, to: "takeout.zip")
    case .fit: try Self.writeFIT(to: folder)
    case .hadge: try Self.writeHadge(to: folder)
    case .garminCSV: try folder.write(Self.garminTable, to: "Activities.csv")
    case .sport: try folder.write(Self.training, to: "activity.tcx")
    case .gpx: try folder.write(Self.ride, to: "ride.gpx")
    case .healthMd: try folder.write(Self.healthDay, to: "Health/2026-11-10.json")
    }
  }

  /// The file to be damaged.
  func target(in folder: TemporaryFolder, path: String) -> String {
    switch self {
    case .phoneBackup: path + "/healthdb_secure.sqlite"
    case .fit: path + "/activity.fit"
    case .hadge: path + "/activity/2026.csv"
    default: path
    }
  }

  // MARK: - Texts

  private static let deliveryJSON = """
    {"data": {"metrics": [
      {"name": "active_energy", "units": "kcal", "data": [
        {"date": "2026-11-10 08:00:00 +0100", "qty": 12.5, "source": "Kim’s Watch"},
        {"date": "2026-11-10 08:01:00 +0100", "qty": 7.5, "source": "Kim’s Watch"}]},
      {"name": "apple_stand_hour", "units": "count", "data": [
        {"date": "2026-11-10 08:00:00 +0100", "qty": 1, "source": "Kim’s Watch"},
        {"date": "2026-11-10 09:00:00 +0100", "qty": 0, "source": "Kim’s Watch"}]},
      {"name": "tea_drunk", "units": "cup", "data": [{"date": "2026-11-10 08:00:00 +0100", "qty": 2}]}],
     "workouts": [{"id": "A1", "name": "Outdoor Run", "start": "2026-11-10 08:00:00 +0100",
       "end": "2026-11-10 08:30:00 +0100", "duration": 1750, "activeEnergyBurned": {"qty": 300, "units": "kcal"}}]}}
    """

  private static let deliveryCSV = """
    "Date/Time","Active Energy (kJ)","Apple Exercise Time (min)","Apple Stand Hour (count)","Heart Rate [Min] (count/min)","Heart Rate [Max] (count/min)","Heart Rate [Avg] (count/min)","Sleep Analysis [Asleep] (hr)","Walking + Running Distance (km)","Tea Drunk (cup)"
    2026-11-10 08:00:00,418.4,10,1,60,90,75.5,,0.8,2
    2026-11-10 09:00:00,41.84,,0,,,,,"1,200.5",
    2026-11-10 10:00:00,0,,1,61,61,61,7.5,,
    yesterday,1,1,,,,,,,
    """

  private static let samplesJSON = """
    [{"type": "stepCount", "value": 321, "unit": "count", "start": "2026-11-10T08:00:00+01:00",
      "end": "2026-11-10T08:10:00+01:00", "source": "Shortcut"},
     {"type": "activeEnergyBurned", "value": 20, "unit": "kcal", "start": "2026-11-10T08:00:00+01:00",
      "end": "2026-11-10T08:10:00+01:00", "source": "Shortcut"}]
    """

  private static let garminTable = """
    Activity Type,Date,Favorite,Title,Distance,Calories,Time,Avg HR,Elapsed Time
    Running,2026-11-10 08:00:00,false,"Park, twice",5.02,"1,310",00:30:00,151,00:31:30
    Open Water Swimming,2026-11-10 10:00:00,false,Lake,500,--,00:12:30.5,--,00:12:30
    Walking,sometime,false,Away,1,10,00:10:00,90,00:10:00
    """

  private static let healthDay = """
    {"type": "health-data", "date": "2026-11-10", "units": "metric",
     "activity": {"steps": 8120, "walkingRunningDistance": 6200, "walkingRunningDistanceKm": 6.2, "activeCalories": 512,
       "exerciseMinutes": 41, "standHours": 12, "flightsClimbed": 0},
     "heart": {"averageHeartRate": 70.5, "heartRateSamples": [{"timestamp": "2026-11-10T08:00:00", "value": 81},
       {"timestamp": "2026-11-10T07:01:00Z", "value": 84}], "restingHeartRate": 52},
     "vitals": {"bloodOxygenSamples": [{"timestamp": "2026-11-10T02:00:00", "value": 96.5, "percent": 96.5},
       {"timestamp": "2026-11-10T02:30:00", "value": 0.97}],
       "bloodPressureSamples": [{"timestamp": "2026-11-10T08:00:00", "systolic": 121, "diastolic": 79}]},
     "sleep": {"sleepStages": [{"stage": "deep", "startDate": "2026-11-10T01:00:00", "endDate": "2026-11-10T01:30:00"}],
       "totalDuration": 1800},
     "mobility": {"walkingAsymmetryPercentage": 1.8}, "mood": {"entries": 2},
     "workouts": [{"type": "running", "duration": 1750, "calories": 310, "distance": 5.1, "startTime": "2026-11-10T08:00:00",
       "avgHeartRate": 150, "route": [{"timestamp": "2026-11-10T08:00:00", "latitude": 48.65, "longitude": 6.13,
         "altitude": 361.5, "speedMps": 2.75}],
       "timeSeries": {"heartRate": [{"timestamp": "2026-11-10T08:10:00", "value": 151}]}}]}
    """

  private static let training = """
    <?xml version="1.0" encoding="UTF-8"?>
    <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
     <Activities><Activity Sport="Running"><Id>2026-11-10T07:00:00Z</Id>
      <Lap StartTime="2026-11-10T07:00:00Z"><TotalTimeSeconds>240</TotalTimeSeconds><DistanceMeters>600</DistanceMeters>
       <Calories>50</Calories><Track>
        <Trackpoint><Time>2026-11-10T07:00:00Z</Time><Position><LatitudeDegrees>48.65</LatitudeDegrees>
         <LongitudeDegrees>6.13</LongitudeDegrees></Position><AltitudeMeters>361.5</AltitudeMeters>
         <DistanceMeters>0</DistanceMeters><HeartRateBpm><Value>121</Value></HeartRateBpm></Trackpoint>
        <Trackpoint><DistanceMeters>10</DistanceMeters></Trackpoint>
       </Track></Lap>
      <Lap StartTime="2026-11-10T07:04:00Z"><TotalTimeSeconds>300.5</TotalTimeSeconds>
       <DistanceMeters>700</DistanceMeters><Calories>60</Calories><Track>
        <Trackpoint><Time>2026-11-10T07:05:00Z</Time><Position><LatitudeDegrees>48.66</LatitudeDegrees>
         <LongitudeDegrees>6.13</LongitudeDegrees></Position></Trackpoint>
        <Trackpoint><Time>2026-11-10T07:10:00Z</Time><HeartRateBpm><Value>140</Value></HeartRateBpm></Trackpoint>
       </Track></Lap>
      <Creator><Name>Watch 5</Name></Creator></Activity></Activities>
    </TrainingCenterDatabase>
    """

  private static let ride = """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="Tracker" xmlns="http://www.topografix.com/GPX/1/1"
     xmlns:tpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
     <trk><name>Lunch</name><type>cycling</type>
      <trkseg>
       <trkpt lat="48.65" lon="6.13"><ele>361.5</ele><time>2026-11-10T07:00:00Z</time>
        <extensions><tpx:TrackPointExtension><tpx:hr>100</tpx:hr></tpx:TrackPointExtension></extensions></trkpt>
       <trkpt lat="48.66" lon="6.13"><ele>362</ele><time>2026-11-10T07:10:00Z</time>
        <extensions><tpx:TrackPointExtension><tpx:hr>120</tpx:hr></tpx:TrackPointExtension></extensions></trkpt>
      </trkseg>
      <trkseg>
       <trkpt lat="48.66" lon="6.13"><time>2026-11-10T07:15:00Z</time></trkpt>
       <trkpt lat="48.67" lon="6.13"><time>2026-11-10T07:20:00Z</time>
        <extensions><tpx:TrackPointExtension><tpx:hr>130</tpx:hr></tpx:TrackPointExtension></extensions></trkpt>
      </trkseg>
     </trk>
    </gpx>
    """

  private static func writeHadge(to folder: TemporaryFolder) throws -> String {
    _ = try folder.write(
      """
      Date,Move Actual,Move Goal,Exercise Actual,Exercise Goal,Stand Actual,Stand Goal
      2026-11-09,512.25,500,41,30,12,12
      2026-11-10,100.5,500,8,30,4,12
      2026-11-31,1,1,1,1,1,1
      2026-11-08,full,500,8,30,4,12

      """, to: "health/activity/2026.csv")
    _ = try folder.write(
      """
      Date,Distance Walking/Running,Steps,Distance Swimming,Strokes,Distance Cycling,Distance Wheelchair,Distance Downhill Snowsports
      2026-11-09,7012.5,9800,0,0,1500,0,0

      """, to: "health/distances/2026.csv")
    _ = try folder.write(
      """
      UUID,Start Date,End Date,Type,Name,Duration,Distance,Elevation Ascended,Flights Climbed,Swim Strokes,Total Energy
      7b5f0a1e-0000-4000-8000-000000000001,2026-11-09T07:00:00Z,2026-11-09T07:31:00Z,37,Running,1800.000,5000,0,0,0,310

      """, to: "health/workouts/2026.csv")
    return folder.path + "/health"
  }

  // MARK: - Fitbit

  private static var fitbitArchive: [UInt8] {
    func entry(_ name: String, _ text: String) -> ZipBuilder.Entry {
      ZipBuilder.Entry(
        "Takeout/Fitbit/\(name.contains("/") ? "" : "Global Export Data/")\(name)", Array(text.utf8))
    }
    // From eight to nine in the user's zone, where it is an hour earlier in UTC.
    func minutes(_ values: [String], hour: String = "07") -> String {
      let rows = values.enumerated().map { minute, value in
        #"{"dateTime": "11/10/26 \#(hour):\#(minute < 10 ? "0" : "")\#(minute):00", "value": "\#(value)"}"#
      }
      return "[" + rows.joined(separator: ",") + "]"
    }
    return ZipBuilder(
      entry("steps-2026-11-10.json", minutes(["120", "110", "90"])),
      entry("calories-2026-11-10.json", minutes(["6.5", "1.5", "1.5", "4.0"], hour: "08")),
      entry("distance-2026-11-10.json", minutes(["9000"])),
      entry(
        "heart_rate-2026-11-10.json",
        #"[{"dateTime": "11/10/26 07:00:05", "value": {"bpm": 71, "confidence": 2}}]"#),
      entry(
        "resting_heart_rate-2026-01-01.json",
        #"[{"dateTime": "11/10/26 00:00:00", "value": {"date": "11/10/26", "value": 58.5, "error": 1}}, {"dateTime": "11/11/26 00:00:00", "value": {"date": null, "value": 0.0, "error": 0}}]"#
      ),
      entry("moderately_active_minutes-2026-11-10.json", #"[{"dateTime": "11/10/26 00:00:00", "value": "12"}]"#),
      entry("very_active_minutes-2026-11-10.json", #"[{"dateTime": "11/10/26 00:00:00", "value": "21"}]"#),
      entry(
        "sleep-2026-11-01.json",
        #"[{"logId": 1, "dateOfSleep": "2026-11-10", "startTime": "2026-11-10T00:10:00.000", "levels": {"summary": {}, "data": [{"dateTime": "2026-11-10T00:10:00.000", "level": "light", "seconds": 1800}, {"dateTime": "2026-11-10T00:40:00.000", "level": "deep", "seconds": 600}], "shortData": [{"dateTime": "2026-11-10T00:20:00.000", "level": "wake", "seconds": 60}]}}]"#
      ),
      entry(
        "exercise-0.json",
        #"[{"logId": 2, "activityName": "Run", "calories": 280, "duration": 1900000, "activeDuration": 1800000, "distance": 5.2, "distanceUnit": "Kilometer", "steps": 6100, "averageHeartRate": 149, "startTime": "11/10/26 07:00:00"}]"#
      ),
      entry(
        "demographic_vo2_max-2026-11-10.json",
        #"[{"dateTime": "11/10/26 00:00:00", "value": {"demographicVO2Max": 47.5, "demographicVO2MaxError": 3.0}}]"#),
      entry(
        "weight-2026-11-01.json",
        #"[{"logId": 3, "weight": 157.6, "bmi": 23.1, "fat": 21.5, "date": "11/10/26", "time": "07:30:00"}]"#),
      entry("water_logs-2026.json", #"[{"logId": 4, "date": "11/10/26", "amount": 250}]"#),
      entry("badge.json", "[]"),
      entry(
        "Active Zone Minutes (AZM)/Active Zone Minutes - 2026-11-01.csv",
        "date_time,heart_zone_id,total_minutes\n2026-11-10T08:05,CARDIO,2\n"),
      entry(
        "Heart Rate Variability/Heart Rate Variability Details - 2026-11-10.csv",
        "timestamp,rmssd,coverage,low_frequency,high_frequency\n2026-11-10T02:05:00,41.25,0.98,500.1,400.2\n"),
      entry(
        "Heart Rate Variability/Daily Heart Rate Variability Summary - 2026-11-10.csv",
        "timestamp,rmssd,nremhr,entropy\n2026-11-10T00:00:00,41.25,52.1,2.9\n"),
      entry(
        "Heart Rate Variability/Daily Respiratory Rate Summary - 2026-11-10.csv",
        "timestamp,daily_respiratory_rate\n2026-11-10T00:00:00,14.6\n"),
      entry(
        "Oxygen Saturation (SpO2)/Minute SpO2 - 2026-11-10.csv", "timestamp,value\n2026-11-10T02:00:00Z,96.5\n"),
      entry(
        "Temperature/Computed Temperature - 2026-11-10.csv",
        "type,sleep_start,sleep_end,temperature_samples,nightly_temperature,baseline_relative_sample_sum\nSKIN,2026-11-10T00:10,2026-11-10T07:00,410,33.5,-12.5\n"
      )
    ).build()
  }
}
