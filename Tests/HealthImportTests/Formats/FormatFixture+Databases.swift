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
      INSERT INTO exercise_session_record_table VALUES \(row(8, "\(span), 33, 'Park'"));
      INSERT INTO total_calories_burned_record_table VALUES \(row(9, "\(span), 200000.0"));
      """)
    let bytes = try Array(Data(contentsOf: URL(filePath: path)))
    return try folder.write(
      ZipBuilder(ZipBuilder.Entry("health_connect_export.db", bytes)).build(),
      to: changed ? "later.zip" : "Health Connect.zip")
  }

  static func writeGadgetbridge(to folder: TemporaryFolder) throws -> String {
    let start = Int(at(8).timeIntervalSince1970)
    try makeDatabase(
      folder.path + "/Gadgetbridge",
      """
      CREATE TABLE USER (_id INTEGER PRIMARY KEY, NAME TEXT);
      CREATE TABLE DEVICE (_id INTEGER PRIMARY KEY, NAME TEXT, MANUFACTURER TEXT, IDENTIFIER TEXT, TYPE INTEGER, MODEL TEXT, ALIAS TEXT);
      CREATE TABLE MI_BAND_ACTIVITY_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, USER_ID INTEGER, RAW_INTENSITY INTEGER,
        STEPS INTEGER, RAW_KIND INTEGER, HEART_RATE INTEGER, PRIMARY KEY (TIMESTAMP, DEVICE_ID)) WITHOUT ROWID;
      CREATE TABLE XIAOMI_ACTIVITY_SAMPLE (TIMESTAMP INTEGER, DEVICE_ID INTEGER, USER_ID INTEGER, STEPS INTEGER,
        HEART_RATE INTEGER, ACTIVE_CALORIES INTEGER, DISTANCE_CM INTEGER);
      CREATE TABLE BASE_ACTIVITY_SUMMARY (_id INTEGER PRIMARY KEY, NAME TEXT, START_TIME INTEGER, END_TIME INTEGER,
        ACTIVITY_KIND INTEGER, DEVICE_ID INTEGER);
      INSERT INTO DEVICE VALUES (1, 'Band 4', 'Example', 'AA:BB', 1, 'B4', 'My band'), (2, 'Band 8', 'Example', 'CC:DD', 2, 'B8', NULL);
      INSERT INTO MI_BAND_ACTIVITY_SAMPLE VALUES (\(start), 1, 1, 50, 120, 1, 88), (\(start + 60), 1, 1, 50, 140, 1, 255),
        (\(start + 120), 1, 1, 0, 0, 1, -1);
      INSERT INTO XIAOMI_ACTIVITY_SAMPLE VALUES (\(start + 3_600), 2, 1, 30, 70, 4, 2500);
      INSERT INTO BASE_ACTIVITY_SUMMARY VALUES (1, 'Morning', \(start * 1_000), \((start + 1_800) * 1_000), 16, 1);
      """)
    return folder.path + "/Gadgetbridge"
  }
}
