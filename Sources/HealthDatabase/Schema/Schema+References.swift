extension Schema {
  /// Counts the references to each row that samples share, so that a deletion can remove rows without references.
  /// Removes what deletions of earlier versions left behind. A client is identified by its bundle identifier,
  /// whatever its name.
  static let references = """
    -- uses counts samples, events and activities. It precedes the content, which may be long.
    CREATE TABLE counted_set (
      id INTEGER PRIMARY KEY, digest INTEGER NOT NULL, uses INTEGER NOT NULL DEFAULT 0, content TEXT NOT NULL
    );
    INSERT INTO counted_set (id, digest, uses, content)
      SELECT id, digest, uses, content FROM metadata_set JOIN (
        SELECT metadata_id, count(*) AS uses FROM (
          SELECT metadata_id FROM sample
          UNION ALL SELECT metadata_id FROM workout_event
          UNION ALL SELECT metadata_id FROM workout_activity
        ) GROUP BY metadata_id
      ) ON metadata_id = id;
    DROP TABLE metadata_set;
    ALTER TABLE counted_set RENAME TO metadata_set;
    CREATE INDEX metadata_set_by_digest ON metadata_set (digest);
    DELETE FROM metadata_entry WHERE set_id NOT IN (SELECT id FROM metadata_set);
    DELETE FROM metadata_key WHERE id NOT IN (SELECT key_id FROM metadata_entry);

    -- Of the provenance of a deleted sample, only the bundle identifier of its client is kept.
    CREATE TABLE lone_tombstone (
      id INTEGER PRIMARY KEY,
      change_id INTEGER NOT NULL,
      sample_id INTEGER NOT NULL,
      uuid BLOB NOT NULL,
      type_id INTEGER NOT NULL,
      client TEXT NOT NULL,          -- empty for what was imported
      start REAL NOT NULL, end REAL NOT NULL,
      metadata TEXT
    );
    INSERT INTO lone_tombstone
      SELECT t.id, change_id, sample_id, uuid, type_id, coalesce(bundle_identifier, ''), start, end, metadata
      FROM tombstone t LEFT JOIN provenance ON provenance.id = provenance_id LEFT JOIN source ON source.id = source_id;
    DROP TABLE tombstone;
    ALTER TABLE lone_tombstone RENAME TO tombstone;

    -- A client with two names had two sources. The later name is kept.
    UPDATE provenance SET source_id = (
      SELECT max(same.id) FROM source AS own JOIN source AS same USING (bundle_identifier, hardware)
      WHERE own.id = provenance.source_id
    ) WHERE (SELECT bundle_identifier FROM source WHERE id = source_id) != '';
    ALTER TABLE provenance ADD COLUMN uses INTEGER NOT NULL DEFAULT 0;
    UPDATE provenance SET uses = counted.uses FROM (
      SELECT provenance_id, count(*) AS uses FROM sample GROUP BY provenance_id
    ) AS counted WHERE counted.provenance_id = provenance.id;
    DELETE FROM provenance WHERE uses = 0;
    DELETE FROM source WHERE id NOT IN (SELECT source_id FROM provenance);
    DELETE FROM device WHERE id NOT IN (SELECT device_id FROM provenance WHERE device_id IS NOT NULL);
    CREATE INDEX provenance_by_source
      ON provenance (source_id, device_id, version, product_type, operating_system);
    CREATE INDEX provenance_by_device ON provenance (device_id) WHERE device_id IS NOT NULL;
    CREATE INDEX device_by_properties
      ON device (name, manufacturer, model, hardware, firmware, software, local_identifier, udi);
    CREATE UNIQUE INDEX source_by_client ON source (bundle_identifier, hardware) WHERE bundle_identifier != '';

    ALTER TABLE source_type ADD COLUMN uses INTEGER NOT NULL DEFAULT 0;
    DELETE FROM source_type;
    INSERT INTO source_type (type_id, source_id, entered, first_start, uses)
      SELECT type_id, source_id, flags & 1, min(start), count(*)
      FROM sample JOIN provenance ON provenance.id = provenance_id GROUP BY 1, 2, 3;

    -- The version has no type affinity, so that a large integer keeps all of its digits.
    CREATE TABLE exact_object (
      sample_id INTEGER PRIMARY KEY, type_id INTEGER NOT NULL, client TEXT NOT NULL, identifier TEXT NOT NULL,
      version NOT NULL, UNIQUE (type_id, client, identifier)
    );
    INSERT INTO exact_object SELECT * FROM sync_object;
    DROP TABLE sync_object;
    ALTER TABLE exact_object RENAME TO sync_object;

    """
}
