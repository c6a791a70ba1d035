-- What a search compares: the name without accents and capitals, which the database derives for every version of the service.
ALTER TABLE "changes" ADD COLUMN "search_text" TEXT NOT NULL
  GENERATED ALWAYS AS (lower(regexp_replace(normalize("name", NFD), '[\u0300-\u036f]', '', 'g'))) STORED;

CREATE INDEX "changes_search_text_idx" ON "changes" USING GIN ("search_text" gin_trgm_ops);
DROP INDEX "changes_name_search";
