// Runs SQLite as an import, queries and a status line do, so that the compiler learns which paths are common.
// Nothing depends on time, randomness or threads: two runs count the same.
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static sqlite3 *db;

static void check(int code) {
  if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return;
  fprintf(stderr, "train: %s\n", sqlite3_errmsg(db));
  exit(1);
}

static void run(const char *sql) { check(sqlite3_exec(db, sql, NULL, NULL, NULL)); }

static sqlite3_stmt *prepare(const char *sql) {
  sqlite3_stmt *statement;
  check(sqlite3_prepare_v2(db, sql, -1, &statement, NULL));
  return statement;
}

static void finish(sqlite3_stmt *statement) {
  while (sqlite3_step(statement) == SQLITE_ROW) {
    for (int column = 0; column < sqlite3_column_count(statement); column++) {
      if (sqlite3_column_type(statement, column) != SQLITE_NULL) sqlite3_column_double(statement, column);
    }
  }
  check(sqlite3_reset(statement));
}

static void open_store(const char *path) {
  check(sqlite3_open(path, &db));
  run("PRAGMA secure_delete = ON; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
      "PRAGMA wal_autocheckpoint = 0");
}

enum { rows = 64, columns = 8, statements = 250, transactions = 24 };

static void import(void) {
  char sql[4096] = "INSERT OR FAIL INTO sample (type_id, start, end, value, provenance_id, metadata_id, flags, created) VALUES ";
  for (int row = 0; row < rows; row++) strcat(sql, row ? ", (?, ?, ?, ?, ?, ?, ?, ?)" : "(?, ?, ?, ?, ?, ?, ?, ?)");
  sqlite3_stmt *insert = prepare(sql);
  sqlite3_stmt *metadata = prepare("INSERT INTO metadata_set (digest, content, uses) VALUES (?, ?, 1)");
  sqlite3_stmt *entry = prepare("INSERT OR IGNORE INTO metadata_entry (key_id, set_id) VALUES (?, ?)");
  double time = 7e8;
  for (int transaction = 0; transaction < transactions; transaction++) {
    run("BEGIN IMMEDIATE");
    // A type's samples are in order, with some of another source earlier.
    for (int count = 0; count < statements; count++) {
      for (int row = 0; row < rows; row++) {
        int first = row * columns;
        double start = time + (row % 5 == 0 ? -86400 : 0);
        time += 30 + row;
        sqlite3_bind_int64(insert, first + 1, 1 + transaction / 3);
        sqlite3_bind_double(insert, first + 2, start);
        sqlite3_bind_double(insert, first + 3, start + row % 3 * 60);
        sqlite3_bind_double(insert, first + 4, row % 2 ? 60 + row : row * 0.37);
        sqlite3_bind_int64(insert, first + 5, 1 + row % 5);
        if (row % 8 == 0) sqlite3_bind_int64(insert, first + 6, count); else sqlite3_bind_null(insert, first + 6);
        sqlite3_bind_int64(insert, first + 7, 0);
        sqlite3_bind_double(insert, first + 8, row % 4);
      }
      finish(insert);
      if (count % 4 == 0) {
        char text[32];
        snprintf(text, sizeof text, "set %d of %d", count, transaction);
        sqlite3_bind_text(metadata, 1, text, -1, SQLITE_STATIC);
        sqlite3_bind_blob(metadata, 2, text, (int)strlen(text), SQLITE_STATIC);
        finish(metadata);
        sqlite3_bind_int64(entry, 1, count % 7);
        sqlite3_bind_int64(entry, 2, sqlite3_last_insert_rowid(db));
        finish(entry);
      }
    }
    if (transaction % 3 == 0) time = 7e8;
    run("COMMIT");
    if (transaction % 8 == 7) run("PRAGMA wal_checkpoint(PASSIVE)");
  }
  sqlite3_finalize(insert);
  sqlite3_finalize(metadata);
  sqlite3_finalize(entry);
}

static void total(void) {
  sqlite3_stmt *spans = prepare(
      "SELECT s.start, s.end, s.value, s.provenance_id, s.flags FROM sample s INDEXED BY sample_by_type_and_start "
      "WHERE s.type_id = ? AND s.start BETWEEN ? AND ? ORDER BY s.start");
  sqlite3_stmt *store = prepare("INSERT INTO total (type_id, chunk, content) VALUES (?, ?, ?)");
  run("BEGIN IMMEDIATE");
  for (int type = 1; type <= transactions / 3; type++) {
    sqlite3_bind_int64(spans, 1, type);
    sqlite3_bind_double(spans, 2, 0);
    sqlite3_bind_double(spans, 3, 1e10);
    finish(spans);
    for (int chunk = 0; chunk < 400; chunk++) {
      char content[300];
      memset(content, chunk, sizeof content);
      sqlite3_bind_int64(store, 1, type);
      sqlite3_bind_int64(store, 2, 8000 + chunk);
      sqlite3_bind_blob(store, 3, content, 60 + chunk % 200, SQLITE_STATIC);
      finish(store);
    }
  }
  run("COMMIT");
  sqlite3_finalize(spans);
  sqlite3_finalize(store);
}

// The same file again: each record is looked up.
static void find(void) {
  sqlite3_stmt *next = prepare("SELECT id, type_id, start, end, value, provenance_id, created FROM sample WHERE id > ? ORDER BY id");
  sqlite3_bind_int64(next, 1, 0);
  finish(next);
  sqlite3_finalize(next);
  sqlite3_stmt *match = prepare("SELECT id, end, value FROM sample INDEXED BY sample_by_type_and_start WHERE type_id = ? AND start = ?");
  for (int count = 0; count < 20000; count++) {
    sqlite3_bind_int64(match, 1, 1 + count % 8);
    sqlite3_bind_double(match, 2, 7e8 + count * 37);
    finish(match);
  }
  sqlite3_finalize(match);
}

int main(int count, char **arguments) {
  if (count != 2) return 64;
  sqlite3_initialize();
  open_store(arguments[1]);
  run("CREATE TABLE metadata_set (id INTEGER PRIMARY KEY, digest BLOB NOT NULL, content BLOB NOT NULL, uses INTEGER NOT NULL);"
      "CREATE INDEX metadata_set_by_digest ON metadata_set (digest);"
      "CREATE TABLE metadata_entry (key_id INTEGER NOT NULL, set_id INTEGER NOT NULL, PRIMARY KEY (key_id, set_id)) WITHOUT ROWID;"
      "CREATE TABLE sample (id INTEGER PRIMARY KEY, type_id INTEGER NOT NULL, start REAL NOT NULL, end REAL NOT NULL, value REAL,"
      " provenance_id INTEGER NOT NULL, metadata_id INTEGER, flags INTEGER NOT NULL, created REAL);"
      "CREATE INDEX sample_by_type_and_start ON sample (type_id, start);"
      "CREATE INDEX sample_longer_than_a_day ON sample (type_id, start) WHERE end - start > 86400;"
      "CREATE TABLE total (type_id INTEGER NOT NULL, chunk INTEGER NOT NULL, content BLOB NOT NULL, PRIMARY KEY (type_id, chunk))"
      " WITHOUT ROWID");
  import();
  total();
  find();
  for (int status = 0; status < 100; status++) {
    sqlite3_close(db);
    open_store(arguments[1]);
    sqlite3_stmt *day = prepare("SELECT * FROM total WHERE type_id = 3 AND chunk BETWEEN 8100 AND 8200 ORDER BY chunk");
    finish(day);
    sqlite3_finalize(day);
  }
  run("DELETE FROM sample WHERE type_id = 2; PRAGMA wal_checkpoint(TRUNCATE)");
  sqlite3_close(db);
  return 0;
}
