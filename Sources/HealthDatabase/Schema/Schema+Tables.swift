import GRDB

/// The tables of the current format.
extension Schema {
  /// A table, with the statements that make its indexes.
  package struct Table {
    package var name: String
    /// Its columns and constraints.
    var definition: String
    var isWithoutRowID = false
    package var indexes: [String] = []

    func create(_ db: Database) throws {
      try db.execute(
        sql: "CREATE TABLE \"\(name)\" (\(definition)\n) STRICT\(isWithoutRowID ? ", WITHOUT ROWID" : "")")
    }
  }

  static func createIndexes(_ db: Database) throws {
    for index in tables.flatMap(\.indexes) { try db.execute(sql: index) }
  }

  /// Times are seconds since 2001-01-01 UTC, as in `Date`. SQLite stores whole numbers in REAL columns as integers,
  /// so whole seconds take four bytes and all other times are exact.
  ///
  /// Rows that refer to an import, a type or an entry of the log do so by foreign keys, which are checked at the end of
  /// a transaction. Rows that refer to a sample do not: each deleted sample would be looked up in twelve tables.
  package static let tables: [Table] = [
    Table(name: "info", definition: "key TEXT PRIMARY KEY, value ANY", isWithoutRowID: true),
    Table(
      name: "sample_type",
      definition: """
        id INTEGER PRIMARY KEY,
        identifier TEXT NOT NULL,
        kind INTEGER NOT NULL,
        unit TEXT NOT NULL,            -- canonical; for a type that no catalog knows, the one that it came with
        longest REAL NOT NULL DEFAULT 0,     -- seconds; of the samples of at most a day
        has_long INTEGER NOT NULL DEFAULT 0, -- whether any lasts longer than a day
        UNIQUE (identifier, unit)
        """),
    Table(
      name: "source",
      definition: """
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        bundle_identifier TEXT NOT NULL, -- identifies a client whatever its name; empty for what was imported
        hardware TEXT NOT NULL,
        class INTEGER NOT NULL,
        UNIQUE (name, bundle_identifier, hardware)
        """,
      indexes: [
        "CREATE UNIQUE INDEX source_by_client ON source (bundle_identifier, hardware) WHERE bundle_identifier != ''"
      ]),
    Table(
      name: "device",
      definition: """
        id INTEGER PRIMARY KEY,
        name TEXT, manufacturer TEXT, model TEXT, hardware TEXT, firmware TEXT, software TEXT,
        local_identifier TEXT, udi TEXT
        """,
      indexes: [
        """
        CREATE INDEX device_by_properties
          ON device (name, manufacturer, model, hardware, firmware, software, local_identifier, udi)
        """
      ]),
    Table(
      name: "provenance",
      definition: """
        id INTEGER PRIMARY KEY,
        source_id INTEGER NOT NULL REFERENCES source,
        device_id INTEGER REFERENCES device,
        version TEXT, product_type TEXT, operating_system TEXT,
        uses INTEGER NOT NULL DEFAULT 0 -- samples
        """,
      indexes: [
        """
        CREATE INDEX provenance_by_source
          ON provenance (source_id, device_id, version, product_type, operating_system)
        """, "CREATE INDEX provenance_by_device ON provenance (device_id) WHERE device_id IS NOT NULL",
      ]),
    // When a source first wrote a type, which breaks ties in rank, and how many samples it has.
    Table(
      name: "source_type",
      definition: """
        type_id INTEGER NOT NULL REFERENCES sample_type,
        source_id INTEGER NOT NULL,
        entered INTEGER NOT NULL,
        first_start REAL NOT NULL,
        uses INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (type_id, source_id, entered)
        """, isWithoutRowID: true),
    // By name, so that a new watch under the old one's name takes its place.
    Table(
      name: "source_order",
      definition: """
        type_id INTEGER NOT NULL REFERENCES sample_type,
        name TEXT NOT NULL,
        position INTEGER NOT NULL,
        PRIMARY KEY (type_id, name)
        """, isWithoutRowID: true),
    // Many samples share one set of metadata, so sets are stored once. uses counts samples, events and activities; it
    // precedes the content, which may be long.
    Table(
      name: "metadata_set",
      definition: """
        id INTEGER PRIMARY KEY, digest INTEGER NOT NULL, uses INTEGER NOT NULL DEFAULT 0, content TEXT NOT NULL
        """, indexes: ["CREATE INDEX metadata_set_by_digest ON metadata_set (digest)"]),
    Table(name: "metadata_key", definition: "id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE"),
    Table(
      name: "metadata_entry",
      definition: "key_id INTEGER NOT NULL, set_id INTEGER NOT NULL, PRIMARY KEY (key_id, set_id)",
      isWithoutRowID: true),
    Table(
      name: "sample",
      definition: """
        id INTEGER PRIMARY KEY,        -- ascending in the order of writing, never used twice
        -- Deferred: a check after each statement would need a statement journal, which slows down an import.
        type_id INTEGER NOT NULL REFERENCES sample_type DEFERRABLE INITIALLY DEFERRED,
        start REAL NOT NULL,
        end REAL NOT NULL,
        value REAL,                    -- canonical unit, a category's raw value, or a workout's activity
        provenance_id INTEGER NOT NULL,
        metadata_id INTEGER,
        flags INTEGER NOT NULL,
        created REAL                   -- when it was written, in seconds after its end; NULL where nobody says
        """,
      indexes: [
        "CREATE INDEX sample_by_type_and_start ON sample (type_id, start)",
        "CREATE INDEX sample_longer_than_a_day ON sample (type_id, start) WHERE end - start > 86400",
        // Samples from feeds, which each delivery looks up, and which an export that contains the same replaces.
        "CREATE INDEX sample_fed ON sample (type_id, start, end) WHERE flags & 4 != 0",
        """
        CREATE INDEX sample_fed_long ON sample (type_id, start, end) WHERE flags & 4 != 0 AND end - start > 3600
        """,
      ]),
    Table(name: "sample_uuid", definition: "sample_id INTEGER PRIMARY KEY, uuid BLOB NOT NULL UNIQUE"),
    // The current sample of each sync identifier. A client is its bundle identifier. The version is a number of any
    // kind, so that a large integer keeps all of its digits.
    Table(
      name: "sync_object",
      definition: """
        sample_id INTEGER PRIMARY KEY, type_id INTEGER NOT NULL REFERENCES sample_type, client TEXT NOT NULL,
        identifier TEXT NOT NULL, version ANY NOT NULL, UNIQUE (type_id, client, identifier)
        """),
    Table(
      name: "correlation_member",
      definition: """
        correlation_id INTEGER NOT NULL, sample_id INTEGER NOT NULL, PRIMARY KEY (correlation_id, sample_id)
        """, isWithoutRowID: true,
      indexes: ["CREATE INDEX correlation_by_member ON correlation_member (sample_id)"]),
    Table(name: "workout", definition: "sample_id INTEGER PRIMARY KEY, duration REAL"),
    Table(
      name: "workout_activity",
      definition: """
        id INTEGER PRIMARY KEY, workout_id INTEGER NOT NULL, uuid BLOB, activity_type INTEGER,
        start REAL NOT NULL, end REAL, duration REAL, metadata_id INTEGER
        """, indexes: ["CREATE INDEX workout_activity_by_workout ON workout_activity (workout_id)"]),
    Table(
      name: "workout_event",
      definition: """
        id INTEGER PRIMARY KEY, workout_id INTEGER NOT NULL, activity_id INTEGER, type INTEGER NOT NULL,
        start REAL NOT NULL, end REAL NOT NULL, metadata_id INTEGER
        """, indexes: ["CREATE INDEX workout_event_by_workout ON workout_event (workout_id)"]),
    Table(
      name: "workout_statistics",
      definition: """
        id INTEGER PRIMARY KEY, workout_id INTEGER NOT NULL, activity_id INTEGER, type TEXT NOT NULL,
        unit TEXT NOT NULL, start REAL NOT NULL, end REAL NOT NULL, sum REAL, average REAL, minimum REAL, maximum REAL
        """, indexes: ["CREATE INDEX workout_statistics_by_workout ON workout_statistics (workout_id)"]),
    // The names of the files of routes, as given in the workouts.
    Table(
      name: "workout_route", definition: "id INTEGER PRIMARY KEY, workout_id INTEGER NOT NULL, path TEXT NOT NULL",
      indexes: ["CREATE INDEX workout_route_by_workout ON workout_route (workout_id)"]),
    Table(
      name: "workout_sample",
      definition: "workout_id INTEGER NOT NULL, sample_id INTEGER NOT NULL, PRIMARY KEY (workout_id, sample_id)",
      isWithoutRowID: true, indexes: ["CREATE INDEX workout_by_sample ON workout_sample (sample_id)"]),

    // AUTOINCREMENT, so that the number of an import that was undone is never used again.
    Table(
      name: "import",
      definition: """
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        path TEXT NOT NULL,
        started REAL NOT NULL,
        finished REAL,                 -- NULL while it runs, and if it was interrupted
        export_date REAL,
        stored INTEGER NOT NULL DEFAULT 0,   -- records
        already_present INTEGER NOT NULL DEFAULT 0,
        complete INTEGER NOT NULL DEFAULT 0,
        samples INTEGER NOT NULL DEFAULT 0,  -- those of its rows that still exist
        replaced INTEGER NOT NULL DEFAULT 0, -- delivered samples that it deleted, because it contains them
        missing INTEGER NOT NULL DEFAULT 0   -- samples that it deleted, because its export lacks them
        """),
    // The rows of an import. Ranges do not overlap.
    Table(
      name: "import_rows",
      definition: """
        first_sample INTEGER PRIMARY KEY, last_sample INTEGER NOT NULL,
        import_id INTEGER NOT NULL REFERENCES import DEFERRABLE INITIALLY DEFERRED
        """,
      indexes: [
        "CREATE INDEX import_rows_by_import ON import_rows (import_id)",
        "CREATE INDEX import_rows_by_last ON import_rows (last_sample)",
      ]),
    // Apple's daily summaries, a row for each export with new values. base_* are those computed from samples then.
    Table(
      name: "apple_summary",
      definition: """
        day INTEGER NOT NULL,
        import_id INTEGER NOT NULL REFERENCES import DEFERRABLE INITIALLY DEFERRED,
        export_date REAL NOT NULL,
        energy REAL NOT NULL, energy_goal REAL NOT NULL,
        move_time REAL NOT NULL, move_time_goal REAL NOT NULL,
        exercise REAL NOT NULL, exercise_goal REAL NOT NULL,
        stand REAL NOT NULL, stand_goal REAL NOT NULL,
        base_move REAL, base_exercise REAL, base_stand REAL,
        base_row INTEGER,              -- the last sample then
        PRIMARY KEY (day, import_id)
        """, isWithoutRowID: true,
      indexes: ["CREATE INDEX apple_summary_by_import ON apple_summary (import_id)"]),
    // The user's characteristics, likewise.
    Table(
      name: "characteristic",
      definition: """
        name TEXT NOT NULL, import_id INTEGER NOT NULL REFERENCES import DEFERRABLE INITIALLY DEFERRED,
        export_date REAL NOT NULL, value TEXT NOT NULL, PRIMARY KEY (name, import_id)
        """, isWithoutRowID: true,
      indexes: ["CREATE INDEX characteristic_by_import ON characteristic (import_id)"]),
    // The points of routes, some hundreds per row. import_id is set if a later import added the points of a route whose
    // own import lacked the file; likewise below.
    Table(
      name: "route",
      definition: """
        sample_id INTEGER PRIMARY KEY, points INTEGER NOT NULL,
        import_id INTEGER REFERENCES import DEFERRABLE INITIALLY DEFERRED
        """, indexes: ["CREATE INDEX route_by_import ON route (import_id) WHERE import_id IS NOT NULL"]),
    Table(
      name: "route_chunk", definition: "id INTEGER PRIMARY KEY, route_id INTEGER NOT NULL, content BLOB NOT NULL",
      indexes: ["CREATE INDEX route_chunk_by_route ON route_chunk (route_id)"]),
    // The data of samples that is too long for their metadata (voltages, beats, documents), and files attached to
    // samples.
    Table(
      name: "sample_data",
      definition: """
        id INTEGER PRIMARY KEY, sample_id INTEGER NOT NULL, content BLOB NOT NULL,
        import_id INTEGER REFERENCES import DEFERRABLE INITIALLY DEFERRED
        """,
      indexes: [
        "CREATE INDEX sample_data_by_sample ON sample_data (sample_id)",
        "CREATE INDEX sample_data_by_import ON sample_data (import_id) WHERE import_id IS NOT NULL",
      ]),
    Table(
      name: "attachment",
      definition: """
        id INTEGER PRIMARY KEY, sample_id INTEGER NOT NULL, uuid BLOB NOT NULL UNIQUE, name TEXT NOT NULL,
        content_type TEXT NOT NULL, size INTEGER NOT NULL, created REAL NOT NULL, metadata TEXT,
        import_id INTEGER REFERENCES import DEFERRABLE INITIALLY DEFERRED
        """,
      indexes: [
        "CREATE INDEX attachment_by_sample ON attachment (sample_id)",
        "CREATE INDEX attachment_by_import ON attachment (import_id) WHERE import_id IS NOT NULL",
      ]),
    Table(
      name: "attachment_chunk",
      definition: """
        id INTEGER PRIMARY KEY, sample_id INTEGER NOT NULL, attachment_id INTEGER NOT NULL, content BLOB NOT NULL
        """,
      indexes: [
        "CREATE INDEX attachment_chunk_by_attachment ON attachment_chunk (attachment_id)",
        "CREATE INDEX attachment_chunk_by_sample ON attachment_chunk (sample_id)",
      ]),

    Table(
      name: "goal",
      definition: "day INTEGER NOT NULL, ring INTEGER NOT NULL, value REAL NOT NULL, PRIMARY KEY (day, ring)",
      isWithoutRowID: true),
    Table(
      name: "goal_schedule",
      definition: """
        first_day INTEGER NOT NULL, weekday INTEGER NOT NULL, ring INTEGER NOT NULL, value REAL NOT NULL,
        PRIMARY KEY (ring, first_day, weekday)
        """, isWithoutRowID: true),
    // What goals are for besides the rings, whose numbers are their own. Rows are never deleted: edits refer to them.
    Table(name: "goal_subject", definition: "id INTEGER PRIMARY KEY, type TEXT NOT NULL, period INTEGER NOT NULL"),
    Table(name: "pause", definition: "first_day INTEGER PRIMARY KEY, last_day INTEGER NOT NULL"),
    // The user's changes, with the rows (as JSON) that undo them. AUTOINCREMENT, so that numbers are never reused.
    Table(
      name: "edit", definition: "id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, inverse TEXT NOT NULL"),
    // The time zone of a day, as named by a record of the wearer's watch or phone. It applies to later days until one of them names another.
    Table(name: "zone_day", definition: "day INTEGER PRIMARY KEY, zone TEXT NOT NULL, named_at REAL NOT NULL"),
    // The zones that programs name, which hold only under the conditions of `ZoneMark`.
    Table(
      name: "zone_claim",
      definition: "day INTEGER NOT NULL, zone TEXT NOT NULL, samples INTEGER NOT NULL, PRIMARY KEY (day, zone)",
      isWithoutRowID: true),
    // One row per day with data. If `stale` is set, samples have changed since, and readers compute the day.
    Table(
      name: "day_summary",
      definition: """
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
        """,
      indexes: [
        "CREATE INDEX day_summary_by_start ON day_summary (start)",
        "CREATE INDEX day_summary_stale ON day_summary (day) WHERE stale != 0",
      ]),
    // Merged totals of a type over one UTC day in quarter hours. A row exists only while it is valid.
    Table(
      name: "total",
      definition: """
        type_id INTEGER NOT NULL REFERENCES sample_type, chunk INTEGER NOT NULL, content BLOB NOT NULL,
        PRIMARY KEY (type_id, chunk)
        """, isWithoutRowID: true),

    // The user's decisions for a client and a type: 1 granted, 0 denied, NULL undecided.
    Table(
      name: "permission",
      definition: "client TEXT NOT NULL, type TEXT NOT NULL, share INTEGER, read INTEGER, PRIMARY KEY (client, type)",
      isWithoutRowID: true),
    // The log: one row per transaction, with the samples that it added, and the times that it affected. Old rows of
    // which no sample exists are removed, but never the last one, nor the last that added samples.
    Table(
      name: "change",
      definition: """
        id INTEGER PRIMARY KEY,
        first_sample INTEGER, last_sample INTEGER,
        earliest REAL, latest REAL,
        recorded INTEGER NOT NULL DEFAULT (unixepoch() - 978307200)
        """,
      indexes: ["CREATE INDEX change_by_sample ON change (last_sample) WHERE last_sample IS NOT NULL"]),
    // The types that a transaction affected.
    Table(
      name: "change_type",
      definition: """
        change_id INTEGER NOT NULL REFERENCES change ON DELETE CASCADE,
        type_id INTEGER NOT NULL REFERENCES sample_type,
        PRIMARY KEY (change_id, type_id)
        """, isWithoutRowID: true),
    // Deleted samples, for a time (`Retention`). Ids are positions of anchors and never used twice.
    Table(
      name: "tombstone",
      definition: """
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        sample_id INTEGER NOT NULL,
        uuid BLOB,                     -- NULL if it is computed from the row
        type_id INTEGER NOT NULL REFERENCES sample_type,
        client TEXT NOT NULL,          -- empty for what was imported
        start REAL NOT NULL, end REAL NOT NULL,
        metadata TEXT,
        deleted INTEGER NOT NULL DEFAULT (unixepoch() - 978307200)
        """,
      indexes: [
        "CREATE INDEX tombstone_by_sample ON tombstone (sample_id)",
        "CREATE INDEX tombstone_by_uuid ON tombstone (uuid) WHERE uuid IS NOT NULL",
      ]),
    // A client's registration for changes of a type. frequency is the raw value of HKUpdateFrequency.
    Table(
      name: "delivery",
      definition: """
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
        """, isWithoutRowID: true),
    // The latest events of each kind that were passed to commands, a line each, so that none is passed on twice.
    Table(
      name: "told_fact", definition: "kind TEXT PRIMARY KEY, fact TEXT NOT NULL", isWithoutRowID: true),
    received,
  ]
}
