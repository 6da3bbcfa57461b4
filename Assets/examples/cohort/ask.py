#!/usr/bin/env python3
"""Queries the data of all people with DuckDB: ask.py OUTPUT."""

import sys

import duckdb

folder = sys.argv[1]
for question in [
    f"""-- Steps per day: the median, and the 10th and 90th percentiles
    SELECT count(*) AS people, round(median(steps)) AS median,
      round(quantile_cont(steps, 0.1)) AS low, round(quantile_cont(steps, 0.9)) AS high
    FROM (SELECT person, avg(value) AS steps
      FROM read_parquet('{folder}/*/steps.parquet', hive_partitioning = true) GROUP BY person)""",
    f"""-- Resting heart rate by quartile of steps
    WITH steps AS (SELECT person, avg(value) AS steps
      FROM read_parquet('{folder}/*/steps.parquet', hive_partitioning = true) GROUP BY person),
    heart AS (SELECT person, quantile_cont(value, 0.05) AS resting
      FROM read_parquet('{folder}/*/heart.parquet', hive_partitioning = true) GROUP BY person)
    SELECT quarter, count(*) AS people, round(avg(steps)) AS steps, round(avg(resting), 1) AS resting
    FROM (SELECT *, ntile(4) OVER (ORDER BY steps) AS quarter FROM steps JOIN heart USING (person))
    GROUP BY quarter ORDER BY quarter""",
    f"""-- The share of closed rings by weekday
    SELECT dayname(date) AS weekday, round(avg((move >= moveGoal)::INT), 2) AS move,
      round(avg((exercise >= exerciseGoal)::INT), 2) AS exercise, round(avg((stand >= standGoal)::INT), 2) AS stand
    FROM read_csv('{folder}/*/days.csv', hive_partitioning = true)
    GROUP BY weekday, isodow(date) ORDER BY isodow(date)""",
]:
    print(duckdb.sql(question))
