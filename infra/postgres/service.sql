-- Creates the role and the schema of a service in the current database, both named like the service: setup.service is
-- the name, setup.password the password. Safe to run again; a changed password takes effect. Queries do not name the
-- schema, which is the role's search_path; `public` contains the operators of pg_trgm.
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
  EXECUTE format('ALTER ROLE %I IN DATABASE %I SET search_path = %I, public', service, current_database(), service);
  -- A process that hangs in a transaction must not keep its locks.
  EXECUTE format('ALTER ROLE %I IN DATABASE %I SET idle_in_transaction_session_timeout = ''60s''', service, current_database());
END $$;
