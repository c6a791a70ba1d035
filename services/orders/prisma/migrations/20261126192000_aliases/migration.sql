-- AlterTable
ALTER TABLE "former_references" ADD COLUMN     "alias" TEXT;

-- CreateIndex
CREATE INDEX "former_references_search" ON "former_references" USING GIN ("reference_key" gin_trgm_ops);

-- Nothing orders the writes of two tables. Writers of aliases hold the lock alone and see all references of before; writers of
-- references share it and see all aliases of before.
CREATE FUNCTION share_alias_lock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(3, 0);
  RETURN NULL;
END $$;
CREATE TRIGGER orders_share_alias_lock BEFORE INSERT OR UPDATE OF reference_key ON "orders"
  FOR EACH STATEMENT EXECUTE FUNCTION share_alias_lock();

CREATE FUNCTION refuse_alias_of_reference() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM orders WHERE reference_key = NEW.reference_key) THEN
    RAISE unique_violation USING MESSAGE = 'The alias is the reference of an order', CONSTRAINT = 'orders_reference_key_key';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER former_references_aliases AFTER INSERT ON "former_references"
  FOR EACH ROW WHEN (NEW.alias IS NOT NULL) EXECUTE FUNCTION refuse_alias_of_reference();
