#!/bin/sh
# Prepares the database `fasocolis` with a schema and a role for every service: SERVICES holds their names, and the
# secret <name>_db_password each password. Safe to run at every start; a service added later gets its schema then, and
# a changed password takes effect.
set -eu

PGPASSWORD=$(cat /run/secrets/postgres_password)
export PGPASSWORD
run() { psql --no-psqlrc --quiet --tuples-only -v ON_ERROR_STOP=1 "$@"; }

run <<'SQL'
SELECT 'CREATE DATABASE fasocolis' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'fasocolis')
\gexec
SQL
run -d fasocolis -f /setup/database.sql
for name in $SERVICES; do
  # The password travels in the environment and as a psql variable: it appears in no process list and no log.
  PASSWORD=$(cat "/run/secrets/${name}_db_password")
  export PASSWORD
  run -d fasocolis -v name="$name" -o /dev/null <<'SQL'
\getenv password PASSWORD
SELECT set_config('setup.service', :'name', false), set_config('setup.password', :'password', false);
\i /setup/service.sql
SQL
done
