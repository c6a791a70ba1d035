CREATE TABLE "changes" (
    "id" SERIAL NOT NULL,
    "subject" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "user_id" INTEGER,
    "before" JSONB,
    "after" JSONB,
    "request_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "changes_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "changes_subject_subject_id_id_idx" ON "changes"("subject", "subject_id", "id");
CREATE INDEX "changes_user_id_id_idx" ON "changes"("user_id", "id");
CREATE INDEX "changes_created_at_id_idx" ON "changes"("created_at", "id");
CREATE INDEX "changes_name_search" ON "changes" USING GIN ("name" gin_trgm_ops);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The change log is append-only';
END $$;
CREATE TRIGGER changes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "changes"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
