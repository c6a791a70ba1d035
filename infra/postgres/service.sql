-- Gives a service a role and a schema of its own in the current database, both called like the service: the settings
-- setup.service and setup.password say which. Safe to run again; a changed password takes effect.
-- PostgreSQL's default search_path begins with the schema called like the role: no query names it.
DO $$
DECLARE
  service text := current_setting('setup.service');
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = service) THEN
    EXECUTE format('CREATE ROLE %I LOGIN', service);
  END IF;
  EXECUTE format('ALTER ROLE %I PASSWORD %L', service, current_setting('setup.password'));
  -- An administrator without superuser rights must be a member of the role that is to own a schema.
  EXECUTE format('GRANT %I TO CURRENT_USER', service);
  EXECUTE format('GRANT CONNECT, CREATE, TEMPORARY ON DATABASE %I TO %I', current_database(), service);
  EXECUTE format('CREATE SCHEMA IF NOT EXISTS %I AUTHORIZATION %I', service, service);
END $$;
