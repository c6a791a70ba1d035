-- What a search compares: the payer's name without accents and capitals.
ALTER TABLE "payments" ADD COLUMN "payer_search" TEXT
  GENERATED ALWAYS AS (lower(regexp_replace(normalize("payer_name", NFD), '[\u0300-\u036f]', '', 'g'))) STORED;

CREATE INDEX "payments_payer_search_idx" ON "payments" USING GIN ("payer_search" gin_trgm_ops);
