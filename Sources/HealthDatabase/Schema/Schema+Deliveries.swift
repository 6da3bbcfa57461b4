extension Schema {
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
}
