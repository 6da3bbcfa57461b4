extension Schema {
  /// The points of routes, some hundreds per row. `import_id` is set if a later import added the points of a route
  /// whose own import lacked the file. `workout_route` keeps the names of the files, as given in the workouts.
  static let routes = """
    CREATE TABLE route (sample_id INTEGER PRIMARY KEY, points INTEGER NOT NULL, import_id INTEGER);
    CREATE TABLE route_chunk (id INTEGER PRIMARY KEY, route_id INTEGER NOT NULL, content BLOB NOT NULL);
    CREATE INDEX route_chunk_by_route ON route_chunk (route_id);
    """
}
