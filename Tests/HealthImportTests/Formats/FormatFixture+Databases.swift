import Foundation
import GRDB
import HealthModel

extension FormatFixture {
  /// Creates a database as a single file, without a log beside it.
  static func makeDatabase(_ path: String, _ sql: String) throws {
    let folder = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
  }

  private static func seconds(_ hour: Int, _ minute: Int = 0) -> Int {
    Int(at(hour, minute).timeIntervalSinceReferenceDate)
  }

  private static func milliseconds(_ hour: Int, _ minute: Int = 0) -> Int {
    Int(at(hour, minute).timeIntervalSince1970) * 1_000
  }

  static func uuid(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }

  static func writePhoneBackup(to folder: TemporaryFolder) throws -> String {
    try makeDatabase(
      folder.path + "/backup/healthdb_secure.sqlite",
      """
      CREATE TABLE samples (data_id INTEGER PRIMARY KEY, start_date REAL, end_date REAL, data_type INTEGER);
      CREATE TABLE quantity_samples (data_id INTEGER PRIMARY KEY, quantity REAL, original_quantity REAL, original_unit INTEGER);
      CREATE TABLE category_samples (data_id INTEGER PRIMARY KEY, value INTEGER);
      CREATE TABLE objects (data_id INTEGER PRIMARY KEY, uuid BLOB UNIQUE, provenance INTEGER, type INTEGER, creation_date REAL);
      CREATE TABLE data_provenances (ROWID INTEGER PRIMARY KEY, origin_product_type TEXT, source_id INTEGER,
        source_version TEXT, tz_name TEXT, origin_major_version INTEGER, origin_minor_version INTEGER, origin_patch_version INTEGER);
      CREATE TABLE unit_strings (ROWID INTEGER PRIMARY KEY, unit_string TEXT);
      CREATE TABLE metadata_keys (ROWID INTEGER PRIMARY KEY, key TEXT);
      CREATE TABLE metadata_values (ROWID INTEGER PRIMARY KEY, key_id INTEGER, object_id INTEGER, value_type INTEGER,
        string_value TEXT, numerical_value REAL);
      CREATE TABLE activity_caches (data_id INTEGER PRIMARY KEY, cache_index INTEGER, activity_mode INTEGER, energy_burned REAL,
        energy_burned_goal REAL, move_minutes REAL, move_minutes_goal REAL, brisk_minutes REAL, brisk_minutes_goal REAL,
        active_hours REAL, active_hours_goal REAL);
      CREATE TABLE workouts (data_id INTEGER PRIMARY KEY, total_distance REAL);
      CREATE TABLE workout_activities (ROWID INTEGER PRIMARY KEY, owner_id INTEGER, is_primary_activity INTEGER,
        activity_type INTEGER, duration REAL);
      CREATE TABLE workout_statistics (ROWID INTEGER PRIMARY KEY, workout_activity_id INTEGER, data_type INTEGER,
        quantity REAL, min REAL, max REAL);
      CREATE TABLE workout_events (ROWID INTEGER PRIMARY KEY, owner_id INTEGER, date REAL, type INTEGER, duration REAL);
      INSERT INTO data_provenances VALUES (1, 'Watch6,2', 11, '9.4', 'Europe/Berlin', 9, 4, 0),
        (2, 'iPhone14,2', 12, '18.1', 'Europe/Berlin', 18, 1, 0);
      INSERT INTO unit_strings VALUES (1, 'mmol<180.1558800000541>/L');
      INSERT INTO metadata_keys VALUES (1, 'HKWasUserEntered');
      INSERT INTO samples VALUES
        (1, \(seconds(8)), \(seconds(8, 1)), 10), (2, \(seconds(8)), \(seconds(8, 1)), 10),
        (3, \(seconds(8)), \(seconds(8)), 5), (4, \(seconds(8)), \(seconds(9)), 70), (5, \(seconds(8)), \(seconds(8, 1)), 75),
        (6, \(seconds(8)), \(seconds(8)), 15), (7, \(seconds(8)), \(seconds(8)), 4242), (8, \(seconds(8)), \(seconds(8, 30)), 79),
        (9, \(seconds(8)), \(seconds(8)), 15),
        (20, \(seconds(0) - 86_400), \(seconds(0)), 76), (21, \(seconds(0)), \(seconds(24)), 76), (22, \(seconds(0)), \(seconds(24)), 76);
      INSERT INTO quantity_samples VALUES (1, 12.5, NULL, NULL), (2, 12.5, NULL, NULL), (3, 1.25, NULL, NULL),
        (5, 1, NULL, NULL), (6, 99.1, 5.5, 1), (9, 99.1, NULL, NULL);
      INSERT INTO category_samples VALUES (4, 0);
      INSERT INTO objects VALUES \((1...9).map { "(\($0), x'\(uuid($0))', \($0 == 6 || $0 == 9 ? 2 : 1), 1, \(seconds(12)))" }.joined(separator: ", "));
      INSERT INTO metadata_values VALUES (1, 1, 6, 1, NULL, 1);
      INSERT INTO activity_caches VALUES (20, 1, 1, 512.5, 500, 0, 0, 41, 30, 12, 12), (21, 2, 1, 80, 500, 0, 0, 5, 30, 3, 12),
        (22, 2, 1, 100.5, 500, 0, 0, 8, 30, 4, 12);
      INSERT INTO workouts VALUES (8, NULL);
      INSERT INTO workout_activities VALUES (1, 8, 1, 37, 1750);
      INSERT INTO workout_statistics VALUES (1, 1, 10, 300, NULL, NULL), (2, 1, 5, 2.5, 2, 3);
      INSERT INTO workout_events VALUES (1, 8, \(seconds(8, 10)), 1, 0), (2, 8, \(seconds(8, 11)), 2, 0);
      """)
    try makeDatabase(
      folder.path + "/backup/healthdb.sqlite",
      """
      CREATE TABLE sources (ROWID INTEGER PRIMARY KEY, bundle_id TEXT, name TEXT);
      CREATE TABLE source_devices (ROWID INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO sources VALUES (11, 'com.apple.health.1', 'Kim’s Watch'), (12, 'com.apple.health.2', 'Kim’s iPhone');
      """)
    return folder.path + "/backup"
  }

  static func writeHealthConnect(to folder: TemporaryFolder, changed: Bool = false) throws -> String {
    let path = folder.path + "/\(changed ? "later-" : "")health_connect_export.db"
    let common =
      "row_id INTEGER PRIMARY KEY, uuid BLOB, last_modified_time INTEGER, app_info_id INTEGER, device_info_id INTEGER"
    func row(_ number: Int, _ rest: String, modified: Int = 1) -> String {
      "(\(number), x'\(uuid(number))', \(modified), 1, 1, \(rest))"
    }
    let span = "\(milliseconds(8)), \(milliseconds(8, 30))"
    try makeDatabase(
      path,
      """
      CREATE TABLE application_info_table (row_id INTEGER PRIMARY KEY, package_name TEXT, app_name TEXT);
      CREATE TABLE device_info_table (row_id INTEGER PRIMARY KEY, manufacturer TEXT, model TEXT);
      CREATE TABLE steps_record_table (\(common), start_time INTEGER, end_time INTEGER, count INTEGER);
      CREATE TABLE active_calories_burned_record_table (\(common), start_time INTEGER, end_time INTEGER, energy REAL);
      CREATE TABLE weight_record_table (\(common), time INTEGER, weight REAL);
      CREATE TABLE heart_rate_record_table (\(common), start_time INTEGER, end_time INTEGER);
      CREATE TABLE heart_rate_record_series_table (parent_key INTEGER, beats_per_minute INTEGER, epoch_millis INTEGER);
      CREATE TABLE sleep_session_record_table (\(common), start_time INTEGER, end_time INTEGER);
      CREATE TABLE sleep_stages_table (parent_key INTEGER, stage_type INTEGER, stage_start_time INTEGER, stage_end_time INTEGER);
      CREATE TABLE exercise_session_record_table (\(common), start_time INTEGER, end_time INTEGER, exercise_type INTEGER, title TEXT);
      CREATE TABLE exercise_route_table (parent_key INTEGER, timestamp_millis INTEGER, latitude REAL, longitude REAL,
        horizontal_accuracy REAL, vertical_accuracy REAL, altitude REAL);
      CREATE TABLE exercise_laps_table (parent_key INTEGER, lap_start_time INTEGER, lap_end_time INTEGER, lap_length REAL);
      CREATE TABLE exercise_segments_table (parent_key INTEGER, segment_start_time INTEGER, segment_end_time INTEGER,
        segment_type INTEGER, repetitions_count INTEGER);
      CREATE TABLE bone_mass_record_table (\(common), time INTEGER, mass REAL);
      CREATE TABLE heart_rate_variability_rmssd_record_table (\(common), time INTEGER, heart_rate_variability_millis REAL);
      CREATE TABLE blood_glucose_record_table (\(common), time INTEGER, level REAL);
      CREATE TABLE blood_pressure_record_table (\(common), time INTEGER, systolic REAL, diastolic REAL);
      CREATE TABLE nutrition_record_table (\(common), start_time INTEGER, end_time INTEGER, energy REAL, protein REAL, sugar REAL);
      CREATE TABLE menstruation_flow_record_table (\(common), time INTEGER, flow INTEGER);
      CREATE TABLE mindfulness_session_record_table (\(common), start_time INTEGER, end_time INTEGER);
      CREATE TABLE CyclingPedalingCadenceRecordTable (\(common), start_time INTEGER, end_time INTEGER);
      CREATE TABLE cycling_pedaling_cadence_record_table (parent_key INTEGER, revolutions_per_minute REAL, epoch_millis INTEGER);
      INSERT INTO exercise_route_table VALUES (8, \(milliseconds(8, 5)), 48.66, 6.13, 5, 0, NULL),
        (8, \(milliseconds(8)), 48.65, 6.13, 4, 3, 361.5), (99, \(milliseconds(8)), 1, 1, 0, 0, 0);
      INSERT INTO exercise_laps_table VALUES (8, \(milliseconds(8)), \(milliseconds(8, 10)), 1000);
      INSERT INTO exercise_segments_table VALUES (8, \(milliseconds(8, 10)), \(milliseconds(8, 20)), 1, 0);
      INSERT INTO bone_mass_record_table VALUES \(row(20, "\(milliseconds(8)), 3100.0"));
      INSERT INTO heart_rate_variability_rmssd_record_table VALUES \(row(21, "\(milliseconds(8)), 42.5"));
      INSERT INTO blood_glucose_record_table VALUES \(row(22, "\(milliseconds(8)), 5.5"));
      INSERT INTO blood_pressure_record_table VALUES \(row(23, "\(milliseconds(8)), 121, 79"));
      INSERT INTO nutrition_record_table VALUES \(row(24, "\(span), 350000.0, 12.5, 0"));
      INSERT INTO menstruation_flow_record_table VALUES \(row(25, "\(milliseconds(8)), 2"));
      INSERT INTO mindfulness_session_record_table VALUES \(row(26, span));
      INSERT INTO CyclingPedalingCadenceRecordTable VALUES \(row(27, span));
      INSERT INTO cycling_pedaling_cadence_record_table VALUES (27, 90.5, \(milliseconds(8)));
      CREATE TABLE total_calories_burned_record_table (\(common), start_time INTEGER, end_time INTEGER, energy REAL);
      INSERT INTO application_info_table VALUES (1, 'org.example.tracker', 'Tracker');
      INSERT INTO device_info_table VALUES (1, 'Example', 'Band 3');
      INSERT INTO steps_record_table VALUES \(row(1, "\(span), \(changed ? 1_500 : 1_200)", modified: changed ? 2 : 1)),
        \(row(2, "\(milliseconds(9)), \(milliseconds(8)), 5"));
      INSERT INTO active_calories_burned_record_table VALUES \(row(3, "\(span), 150250.0"));
      INSERT INTO weight_record_table VALUES \(row(4, "\(milliseconds(8)), 71500.0"));
      INSERT INTO heart_rate_record_table VALUES \(row(5, span));
      INSERT INTO heart_rate_record_series_table VALUES (5, 81, \(milliseconds(8))), (5, 84, \(milliseconds(8, 1)));
      INSERT INTO sleep_session_record_table VALUES \(row(6, "\(milliseconds(0)), \(milliseconds(1))")),
        \(row(7, "\(milliseconds(2)), \(milliseconds(3))"));
      INSERT INTO sleep_stages_table VALUES (6, 5, \(milliseconds(0)), \(milliseconds(1)));
      INSERT INTO exercise_session_record_table VALUES \(row(8, "\(milliseconds(8)), \(milliseconds(8, changed ? 31 : 30)), 33, 'Park'", modified: changed ? 2 : 1));
      INSERT INTO total_calories_burned_record_table VALUES \(row(9, "\(span), 200000.0"));
      """)
    let bytes = try Array(Data(contentsOf: URL(filePath: path)))
    return try folder.write(
      ZipBuilder(ZipBuilder.Entry("health_connect_export.db", bytes)).build(),
      to: changed ? "later.zip" : "Health Connect.zip")
  }

  static func writeGadgetbridge(to folder: TemporaryFolder) throws -> String {
    func time(_ hour: Int, _ minute: Int = 0) -> Int { Int(at(hour, minute).timeIntervalSince1970) }
    let start = time(8)
    try makeDatabase(
      folder.path + "/Gadgetbridge",
      """
      CREATE TABLE USER (_id INTEGER PRIMARY KEY, NAME TEXT);
      CREATE TABLE DEVICE (_id INTEGER PRIMARY KEY, NAME TEXT, MANUFACTURER TEXT, IDENTIFIER TEXT, TYPE INTEGER, MODEL TEXT, ALIAS TEXT);
      CREATE TABLE MI_BAND_ACTIVITY_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, USER_ID INTEGER, RAW_INTENSITY INTEGER,
        STEPS INTEGER, RAW_KIND INTEGER, HEART_RATE INTEGER, PRIMARY KEY (TIMESTAMP, DEVICE_ID)) WITHOUT ROWID;
      CREATE TABLE HUAMI_EXTENDED_ACTIVITY_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, USER_ID INTEGER, RAW_INTENSITY INTEGER,
        STEPS INTEGER, RAW_KIND INTEGER, HEART_RATE INTEGER, UNKNOWN1 INTEGER, SLEEP INTEGER, DEEP_SLEEP INTEGER, REM_SLEEP INTEGER);
      CREATE TABLE HUAWEI_ACTIVITY_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, USER_ID INTEGER, OTHER_TIMESTAMP INTEGER,
        RAW_KIND INTEGER, RAW_INTENSITY INTEGER, STEPS INTEGER, CALORIES INTEGER, DISTANCE INTEGER, SPO INTEGER, HEART_RATE INTEGER);
      CREATE TABLE GARMIN_ACTIVITY_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, USER_ID INTEGER, RAW_INTENSITY INTEGER,
        STEPS INTEGER, RAW_KIND INTEGER, HEART_RATE INTEGER, DISTANCE_CM INTEGER, ACTIVE_CALORIES INTEGER);
      CREATE TABLE GARMIN_INTENSITY_MINUTES_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, MODERATE INTEGER, VIGOROUS INTEGER);
      CREATE TABLE GARMIN_EVENT_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, EVENT INTEGER, EVENT_TYPE INTEGER);
      CREATE TABLE GARMIN_SLEEP_STAGE_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, STAGE INTEGER);
      CREATE TABLE GARMIN_HRV_VALUE_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, VALUE INTEGER);
      CREATE TABLE GARMIN_BODY_ENERGY_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, ENERGY INTEGER);
      CREATE TABLE XIAOMI_SLEEP_TIME_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, WAKEUP_TIME INTEGER, IS_AWAKE INTEGER);
      CREATE TABLE XIAOMI_SLEEP_STAGE_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, STAGE INTEGER);
      CREATE TABLE HUAMI_SPO2_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, TYPE_NUM INTEGER, SPO2 INTEGER);
      CREATE TABLE HUAMI_STRESS_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, TYPE_NUM INTEGER, STRESS INTEGER);
      CREATE TABLE MI_SCALE_WEIGHT_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, WEIGHT_KG REAL);
      CREATE TABLE BASE_ACTIVITY_SUMMARY (_id INTEGER PRIMARY KEY, NAME TEXT, START_TIME INTEGER, END_TIME INTEGER,
        ACTIVITY_KIND INTEGER, DEVICE_ID INTEGER, SUMMARY_DATA TEXT);
      INSERT INTO DEVICE VALUES (1, 'Band 4', 'Example', 'AA:BB', 1, 'B4', 'My band'), (2, 'Watch', 'Example', 'CC:DD', 2, 'W8', NULL);
      INSERT INTO MI_BAND_ACTIVITY_SAMPLE VALUES (\(start), 1, 1, 50, 120, 1, 88), (\(start + 60), 1, 1, 50, 140, 1, 255),
        (\(start + 120), 1, 1, 0, 0, 1, -1), (\(time(2)), 1, 1, 0, 0, 0x59, -1), (\(time(2, 1)), 1, 1, 0, 0, 80, -1),
        (\(time(2, 2)), 1, 1, 0, 0, 9, -1), (\(time(2, 3)), 1, 1, 0, 0, 11, -1);
      INSERT INTO HUAMI_EXTENDED_ACTIVITY_SAMPLE VALUES (\(time(3)), 1, 1, 0, 0, 120, -1, 0, 80, 20, 10),
        (\(time(3, 1)), 1, 1, 0, 0, 120, -1, 0, 80, 20, 184), (\(time(3, 2)), 1, 1, 0, 0, 120, -1, 0, 80, 50, 60),
        (\(time(3, 3)), 1, 1, 0, 0, 64, -1, 0, 0, 0, 0);
      INSERT INTO HUAWEI_ACTIVITY_SAMPLE VALUES (\(time(4)), 1, 1, \(time(4, 30)), 7, 1, -1, -1, -1, -1, -1);
      INSERT INTO GARMIN_ACTIVITY_SAMPLE VALUES (\(time(9)), 2, 1, 0, 500, 1, 70, 35000, 20),
        (\(time(9, 5)), 2, 1, 0, 800, 1, -1, 55000, 35), (\(time(9, 6)), 2, 1, 0, 800, 1, -1, -1, -1);
      INSERT INTO GARMIN_INTENSITY_MINUTES_SAMPLE VALUES (\(time(9, 5) * 1_000), 2, 2, 2);
      INSERT INTO GARMIN_EVENT_SAMPLE VALUES (\(time(5) * 1_000), 2, 74, 0), (\(time(6) * 1_000), 2, 74, 1);
      INSERT INTO GARMIN_SLEEP_STAGE_SAMPLE VALUES (\(time(5, 30) * 1_000), 2, 2), (\(time(6) * 1_000), 2, 4);
      INSERT INTO GARMIN_HRV_VALUE_SAMPLE VALUES (\(start * 1_000), 2, 48);
      INSERT INTO GARMIN_BODY_ENERGY_SAMPLE VALUES (\(start * 1_000), 2, 60);
      INSERT INTO XIAOMI_SLEEP_TIME_SAMPLE VALUES (\(time(1) * 1_000), 1, \(time(1, 40) * 1_000), 1),
        (\(time(22) * 1_000), 1, \(time(23) * 1_000), 1);
      INSERT INTO XIAOMI_SLEEP_STAGE_SAMPLE VALUES (\(time(1) * 1_000), 1, 2), (\(time(1, 20) * 1_000), 1, 5);
      INSERT INTO HUAMI_SPO2_SAMPLE VALUES (\(start * 1_000), 1, 0, 97);
      INSERT INTO HUAMI_STRESS_SAMPLE VALUES (\(start * 1_000), 1, 0, 31);
      INSERT INTO MI_SCALE_WEIGHT_SAMPLE VALUES (\(start * 1_000), 1, 71.5);
      INSERT INTO BASE_ACTIVITY_SUMMARY VALUES (1, 'Morning', \(start * 1_000), \((start + 1_800) * 1_000), 16, 1,
        '{"distanceMeters": {"value": 5012.5, "unit": "meters"}, "caloriesBurnt": {"value": 310, "unit": "calories_unit"},
          "activeSeconds": {"value": 1750, "unit": "seconds"}, "averageHR": {"value": 151, "unit": "bpm"}}');
      """)
    return folder.path + "/Gadgetbridge"
  }
}
