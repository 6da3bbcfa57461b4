extension Schema {
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
