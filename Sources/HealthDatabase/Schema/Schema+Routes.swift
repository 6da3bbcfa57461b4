extension Schema {
  /// The points of routes, some hundreds to a row. `import_id` is set where a later import brought the points of a route
  /// whose own import had lacked its file. `workout_route` keeps the names of the files, as the workouts tell them.
  static let routes = """
    CREATE TABLE route (sample_id INTEGER PRIMARY KEY, points INTEGER NOT NULL, import_id INTEGER);
    CREATE TABLE route_chunk (id INTEGER PRIMARY KEY, route_id INTEGER NOT NULL, content BLOB NOT NULL);
    CREATE INDEX route_chunk_by_route ON route_chunk (route_id);
    """
}
