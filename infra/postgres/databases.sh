#!/bin/sh
# Gives every service a database and a role of its own, both called like the service: DATABASES holds "name" words,
# and the secret <name>_db_password each password. Safe to run at every start; a service added later gets its database
# then, and a changed password takes effect.
set -eu

PGPASSWORD=$(cat /run/secrets/postgres_password)
export PGPASSWORD
for name in $DATABASES; do
  # The password travels in the environment and as a psql variable: it appears in no process list and no log.
  PASSWORD=$(cat "/run/secrets/${name}_db_password")
  export PASSWORD
  psql --no-psqlrc --quiet -v ON_ERROR_STOP=1 -v name="$name" <<'SQL'
\getenv password PASSWORD
SELECT format('CREATE ROLE %I LOGIN', :'name') WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'name')
\gexec
ALTER ROLE :"name" PASSWORD :'password';
-- Whoever is no superuser must be a member of the role to which a database is given.
GRANT :"name" TO CURRENT_USER;
SELECT format('CREATE DATABASE %I OWNER %I', :'name', :'name') WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'name')
\gexec
REVOKE ALL ON DATABASE :"name" FROM PUBLIC;
ALTER DATABASE :"name" SET timezone = 'UTC';
SQL
done
