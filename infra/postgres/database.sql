-- Settings that all schemas share, once per database: UTC, an extension for searches, and access for the services only.
DO $$
BEGIN
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('ALTER DATABASE %I SET timezone = ''UTC''', current_database());
END $$;
CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public;
