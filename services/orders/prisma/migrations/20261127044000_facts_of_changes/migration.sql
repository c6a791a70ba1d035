-- Before an update PostgreSQL has not derived "search_text" yet, and creates no trigger then that compares whole rows, as a
-- restore does.
DROP TRIGGER changes_keep_facts ON "changes";
CREATE TRIGGER changes_keep_facts AFTER UPDATE ON "changes" FOR EACH ROW
  WHEN (NEW.before IS NOT NULL OR NEW.after IS NOT NULL
    OR to_jsonb(NEW) - 'before' - 'after' IS DISTINCT FROM to_jsonb(OLD) - 'before' - 'after')
  EXECUTE FUNCTION refuse_change();
