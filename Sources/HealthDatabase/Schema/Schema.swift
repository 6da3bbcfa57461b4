import GRDB

/// The formats of the store: how earlier ones become the current one, whose tables are in `Schema.tables`.
enum Schema {
  /// Incremented with every migration. A file with a higher number was written by a later program and is not opened.
  static var version: Int { steps.count }

  /// "ring" in ASCII, so that `file` and other tools can distinguish a store from any other database.
  static let applicationID = 0x7269_6E67

  /// What each format adds, the first to an empty file. A released step never changes; the tests keep a store of each
  /// released format.
  private static let steps: [@Sendable (Database) throws -> Void] = [
    { try $0.execute(sql: samples + workouts + imports + days + permissions + changes) },
    { try $0.execute(sql: references) },
    { try $0.execute(sql: edits) },
    { try $0.execute(sql: feeds) },
    { try $0.execute(sql: deliveries) },
    { try $0.execute(sql: routes) },
    { try $0.execute(sql: sampleData) },
    { try $0.execute(sql: creation) },
    { try makeStrict($0) },
  ]

  /// One migration from whatever format the file has, in one transaction: a reader in another process sees the format
  /// before it or the format after it. It must never find a store that is being created in an earlier format, because
  /// it would report that the store must be upgraded.
  ///
  /// - Parameter format: the resulting format, at most `version`; tests create earlier ones.
  static func migrator(upTo format: Int = version) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("\(format)", merging: Set((1..<format).map(String.init))) { db, _ in
      let stored = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
      if stored == 0, format == version {
        try create(db)
        // There is nothing in it yet that an earlier program could have computed.
        try DerivedVersion.store(db)
        try CatalogUpgrade.store(db)
      } else {
        for step in steps[..<format].dropFirst(stored) { try DamagedValue.locating(db, step) }
      }
      try db.execute(sql: "PRAGMA user_version = \(format)")
    }
    return migrator
  }

  /// The tables of the first format.
  private static let samples = """
    CREATE TABLE info (key TEXT PRIMARY KEY, value) WITHOUT ROWID;

    CREATE TABLE sample_type (
      id INTEGER PRIMARY KEY,
      identifier TEXT NOT NULL,
      kind INTEGER NOT NULL,
      unit TEXT NOT NULL,            -- canonical; for a type that no catalog knows, the one that it came with
      longest REAL NOT NULL DEFAULT 0,     -- seconds; of the samples of at most a day
      has_long INTEGER NOT NULL DEFAULT 0, -- whether any lasts longer than a day
      UNIQUE (identifier, unit)
    );

    CREATE TABLE source (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      bundle_identifier TEXT NOT NULL,
      hardware TEXT NOT NULL,
      class INTEGER NOT NULL,
      UNIQUE (name, bundle_identifier, hardware)
    );

    CREATE TABLE device (
      id INTEGER PRIMARY KEY,
      name TEXT, manufacturer TEXT, model TEXT, hardware TEXT, firmware TEXT, software TEXT,
      local_identifier TEXT, udi TEXT
    );

    CREATE TABLE provenance (
      id INTEGER PRIMARY KEY,
      source_id INTEGER NOT NULL REFERENCES source,
      device_id INTEGER REFERENCES device,
      version TEXT, product_type TEXT, operating_system TEXT
    );

    -- When a source first wrote a type, which breaks ties in rank.
    CREATE TABLE source_type (
      type_id INTEGER NOT NULL,
      source_id INTEGER NOT NULL,
      entered INTEGER NOT NULL,
      first_start REAL NOT NULL,
      PRIMARY KEY (type_id, source_id, entered)
    ) WITHOUT ROWID;

    -- By name, so that a new watch under the old one's name takes its place.
    CREATE TABLE source_order (
      type_id INTEGER NOT NULL,
      name TEXT NOT NULL,
      position INTEGER NOT NULL,
      PRIMARY KEY (type_id, name)
    ) WITHOUT ROWID;

    -- Many samples share one set of metadata, so sets are stored once.
    CREATE TABLE metadata_set (id INTEGER PRIMARY KEY, digest INTEGER NOT NULL, content TEXT NOT NULL);
    CREATE INDEX metadata_set_by_digest ON metadata_set (digest);
    CREATE TABLE metadata_key (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE metadata_entry (
      key_id INTEGER NOT NULL, set_id INTEGER NOT NULL, PRIMARY KEY (key_id, set_id)
    ) WITHOUT ROWID;

    CREATE TABLE sample (
      id INTEGER PRIMARY KEY,        -- ascending in the order of writing, never used twice
      type_id INTEGER NOT NULL,
      start REAL NOT NULL,
      end REAL NOT NULL,
      value REAL,                    -- canonical unit, or a category's raw value
      provenance_id INTEGER NOT NULL,
      metadata_id INTEGER,
      flags INTEGER NOT NULL
    );
    CREATE INDEX sample_by_type_and_start ON sample (type_id, start);
    CREATE INDEX sample_longer_than_a_day ON sample (type_id, start) WHERE end - start > 86400;

    CREATE TABLE sample_uuid (sample_id INTEGER PRIMARY KEY, uuid BLOB NOT NULL UNIQUE);

    -- The current sample of each sync identifier. A client is its bundle identifier.
    CREATE TABLE sync_object (
      sample_id INTEGER PRIMARY KEY, type_id INTEGER NOT NULL, client TEXT NOT NULL, identifier TEXT NOT NULL,
      version REAL NOT NULL, UNIQUE (type_id, client, identifier)
    );

    CREATE TABLE correlation_member (
      correlation_id INTEGER NOT NULL, sample_id INTEGER NOT NULL, PRIMARY KEY (correlation_id, sample_id)
    ) WITHOUT ROWID;
    CREATE INDEX correlation_by_member ON correlation_member (sample_id);

    """

  private static let workouts = """
    CREATE TABLE workout (sample_id INTEGER PRIMARY KEY, duration REAL);
    CREATE TABLE workout_activity (
      id INTEGER PRIMARY KEY, workout_id INTEGER NOT NULL, uuid BLOB, activity_type INTEGER,
      start REAL NOT NULL, end REAL, duration REAL, metadata_id INTEGER
    );
    CREATE INDEX workout_activity_by_workout ON workout_activity (workout_id);
    CREATE TABLE workout_event (
      id INTEGER PRIMARY KEY, workout_id INTEGER NOT NULL, activity_id INTEGER, type INTEGER NOT NULL,
      start REAL NOT NULL, end REAL NOT NULL, metadata_id INTEGER
    );
    CREATE INDEX workout_event_by_workout ON workout_event (workout_id);
    CREATE TABLE workout_statistics (
      id INTEGER PRIMARY KEY, workout_id INTEGER NOT NULL, activity_id INTEGER, type TEXT NOT NULL, unit TEXT NOT NULL,
      start REAL NOT NULL, end REAL NOT NULL, sum REAL, average REAL, minimum REAL, maximum REAL
    );
    CREATE INDEX workout_statistics_by_workout ON workout_statistics (workout_id);
    CREATE TABLE workout_route (id INTEGER PRIMARY KEY, workout_id INTEGER NOT NULL, path TEXT NOT NULL);
    CREATE INDEX workout_route_by_workout ON workout_route (workout_id);
    CREATE TABLE workout_sample (
      workout_id INTEGER NOT NULL, sample_id INTEGER NOT NULL, PRIMARY KEY (workout_id, sample_id)
    ) WITHOUT ROWID;
    CREATE INDEX workout_by_sample ON workout_sample (sample_id);

    """

  private static let imports = """
    CREATE TABLE import (
      id INTEGER PRIMARY KEY,
      path TEXT NOT NULL,
      started REAL NOT NULL,
      finished REAL,
      export_date REAL,
      stored INTEGER NOT NULL DEFAULT 0,
      already_present INTEGER NOT NULL DEFAULT 0,
      complete INTEGER NOT NULL DEFAULT 0
    );

    -- Apple's daily summaries, a row for each export with new values. base_* are those computed from samples then.
    CREATE TABLE apple_summary (
      day INTEGER NOT NULL,
      import_id INTEGER NOT NULL,
      export_date REAL NOT NULL,
      energy REAL NOT NULL, energy_goal REAL NOT NULL,
      move_time REAL NOT NULL, move_time_goal REAL NOT NULL,
      exercise REAL NOT NULL, exercise_goal REAL NOT NULL,
      stand REAL NOT NULL, stand_goal REAL NOT NULL,
      base_move REAL, base_exercise REAL, base_stand REAL,
      PRIMARY KEY (day, import_id)
    ) WITHOUT ROWID;

    -- The user's characteristics, likewise.
    CREATE TABLE characteristic (
      name TEXT NOT NULL, import_id INTEGER NOT NULL, export_date REAL NOT NULL, value TEXT NOT NULL,
      PRIMARY KEY (name, import_id)
    ) WITHOUT ROWID;

    """

  private static let days = """
    CREATE TABLE goal (day INTEGER NOT NULL, ring INTEGER NOT NULL, value REAL NOT NULL, PRIMARY KEY (day, ring))
      WITHOUT ROWID;
    CREATE TABLE goal_schedule (
      first_day INTEGER NOT NULL, weekday INTEGER NOT NULL, ring INTEGER NOT NULL, value REAL NOT NULL,
      PRIMARY KEY (ring, first_day, weekday)
    ) WITHOUT ROWID;
    CREATE TABLE pause (first_day INTEGER PRIMARY KEY, last_day INTEGER NOT NULL);

    -- The time zone of a day, as named by a record. It applies to later days until one of them names another.
    CREATE TABLE zone_day (day INTEGER PRIMARY KEY, zone TEXT NOT NULL, named_at REAL NOT NULL);

    -- One row per day with data. If `stale` is set, samples have changed since, and readers compute the day.
    CREATE TABLE day_summary (
      day INTEGER PRIMARY KEY,
      start REAL NOT NULL, end REAL NOT NULL,
      mode INTEGER NOT NULL DEFAULT 1,
      move REAL, exercise REAL, stand REAL,
      move_goal REAL, exercise_goal REAL, stand_goal REAL,
      default_goals INTEGER NOT NULL DEFAULT 0,
      paused INTEGER NOT NULL DEFAULT 0,
      basis INTEGER NOT NULL DEFAULT 0,
      computed_move REAL, computed_exercise REAL, computed_stand REAL,
      stale INTEGER NOT NULL
    );
    CREATE INDEX day_summary_by_start ON day_summary (start);
    CREATE INDEX day_summary_stale ON day_summary (day) WHERE stale != 0;

    -- Merged totals of a type over one UTC day in quarter hours. A row exists only while it is valid.
    CREATE TABLE total (
      type_id INTEGER NOT NULL, chunk INTEGER NOT NULL, content BLOB NOT NULL, PRIMARY KEY (type_id, chunk)
    ) WITHOUT ROWID;

    """

  private static let edits = """
    -- The user's changes, with the rows (as JSON) that undo them. AUTOINCREMENT, so that numbers are never reused.
    CREATE TABLE edit (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, inverse TEXT NOT NULL);
    """

  private static let feeds = """
    -- Samples from feeds, which each delivery looks up, and which an export that contains the same replaces.
    CREATE INDEX sample_fed ON sample (type_id, start, end) WHERE flags & 4 != 0;
    CREATE INDEX sample_fed_long ON sample (type_id, start, end) WHERE flags & 4 != 0 AND end - start > 3600;
    """

  private static let permissions = """
    -- The user's decisions for a client and a type: 1 granted, 0 denied, NULL undecided.
    CREATE TABLE permission (
      client TEXT NOT NULL, type TEXT NOT NULL, share INTEGER, read INTEGER, PRIMARY KEY (client, type)
    ) WITHOUT ROWID;

    """

  private static let changes = """
    -- One row per transaction: the samples it added, and the types and times it affected.
    CREATE TABLE change (
      id INTEGER PRIMARY KEY,
      first_sample INTEGER, last_sample INTEGER,
      types TEXT NOT NULL,
      earliest REAL, latest REAL,
      import_id INTEGER
    );
    CREATE INDEX change_by_import ON change (import_id) WHERE import_id IS NOT NULL;
    CREATE INDEX change_by_sample ON change (last_sample) WHERE last_sample IS NOT NULL;

    CREATE TABLE tombstone (
      id INTEGER PRIMARY KEY,
      change_id INTEGER NOT NULL,
      sample_id INTEGER NOT NULL,
      uuid BLOB NOT NULL,
      type_id INTEGER NOT NULL,
      provenance_id INTEGER NOT NULL,
      start REAL NOT NULL, end REAL NOT NULL,
      metadata TEXT
    );
    CREATE INDEX tombstone_by_change ON tombstone (change_id);
    """

  /// Registrations for background delivery, and the events that were passed to the user's commands.
  static let deliveries = """
    -- A client's registration for changes of a type. frequency is the raw value of HKUpdateFrequency.
    CREATE TABLE delivery (
      client TEXT NOT NULL, type TEXT NOT NULL,
      frequency INTEGER NOT NULL,
      timeout REAL NOT NULL,         -- seconds that one may take
      command TEXT,                  -- a JSON array of the program and its arguments
      completes_by_exit INTEGER NOT NULL,
      asks_permission INTEGER NOT NULL,
      history BLOB, sample INTEGER NOT NULL, deletion INTEGER NOT NULL, -- up to where the client has been told
      last REAL,                     -- when the last one that was completed had begun
      attempt REAL,                  -- when the one under way began
      misses INTEGER NOT NULL DEFAULT 0,
      retry REAL,                    -- when the one that was missed may begin again
      PRIMARY KEY (client, type)
    ) WITHOUT ROWID;

    -- The latest event of each kind that was passed to commands, so that none is passed on twice.
    CREATE TABLE told_fact (kind TEXT PRIMARY KEY, fact TEXT NOT NULL) WITHOUT ROWID;
    """

  /// The points of routes, some hundreds per row. `import_id` is set if a later import added the points of a route
  /// whose own import lacked the file. `workout_route` keeps the names of the files, as given in the workouts.
  static let routes = """
    CREATE TABLE route (sample_id INTEGER PRIMARY KEY, points INTEGER NOT NULL, import_id INTEGER);
    CREATE TABLE route_chunk (id INTEGER PRIMARY KEY, route_id INTEGER NOT NULL, content BLOB NOT NULL);
    CREATE INDEX route_chunk_by_route ON route_chunk (route_id);
    """

  /// The data of samples that is too long for their metadata (voltages, beats, documents), and files attached to
  /// samples. `import_id` is set if a later import added the data of a sample that had none.
  static let sampleData = """
    CREATE TABLE sample_data (
      id INTEGER PRIMARY KEY, sample_id INTEGER NOT NULL, content BLOB NOT NULL, import_id INTEGER
    );
    CREATE INDEX sample_data_by_sample ON sample_data (sample_id);
    CREATE TABLE attachment (
      id INTEGER PRIMARY KEY, sample_id INTEGER NOT NULL, uuid BLOB NOT NULL UNIQUE, name TEXT NOT NULL,
      content_type TEXT NOT NULL, size INTEGER NOT NULL, created REAL NOT NULL, metadata TEXT
    );
    CREATE INDEX attachment_by_sample ON attachment (sample_id);
    CREATE TABLE attachment_chunk (id INTEGER PRIMARY KEY, sample_id INTEGER NOT NULL, attachment_id INTEGER NOT NULL,
      content BLOB NOT NULL);
    CREATE INDEX attachment_chunk_by_attachment ON attachment_chunk (attachment_id);
    CREATE INDEX attachment_chunk_by_sample ON attachment_chunk (sample_id);
    """

  /// When samples were written. `import_id` is set if a later import added a file of a sample.
  static let creation = """
    ALTER TABLE sample ADD COLUMN created REAL;        -- seconds after its end; NULL where nobody says
    ALTER TABLE attachment ADD COLUMN import_id INTEGER;
    """
}
