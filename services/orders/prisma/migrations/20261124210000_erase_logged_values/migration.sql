-- The values of an entry may be erased when the account of the order's owner is deleted; who, what and when stay.
CREATE OR REPLACE TRIGGER changes_append_only BEFORE DELETE OR TRUNCATE ON "changes"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER changes_keep_facts BEFORE UPDATE ON "changes" FOR EACH ROW
  WHEN (NEW.before IS NOT NULL OR NEW.after IS NOT NULL
    OR to_jsonb(NEW) - 'before' - 'after' IS DISTINCT FROM to_jsonb(OLD) - 'before' - 'after')
  EXECUTE FUNCTION refuse_change();
