CREATE TYPE "transport_mode" AS ENUM ('AIR', 'SEA');
CREATE TYPE "status_kind" AS ENUM ('step', 'waiting', 'problem', 'end');

ALTER TABLE "orders"
  ADD COLUMN "recipient_name" TEXT,
  ADD COLUMN "recipient_phone" TEXT,
  ADD COLUMN "recipient_search" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "mode" "transport_mode",
  ADD COLUMN "pieces" INTEGER,
  ADD COLUMN "weight_grams" INTEGER,
  ADD COLUMN "furthest_step" TEXT NOT NULL DEFAULT 'ORDER_CONFIRMED',
  ADD COLUMN "furthest_step_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ADD COLUMN "last_event_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ADD COLUMN "archived_at" TIMESTAMPTZ(3);

ALTER TABLE "order_events"
  ADD COLUMN "user_id" INTEGER,
  ADD COLUMN "withdrawn_at" TIMESTAMPTZ(3),
  ADD COLUMN "withdrawn_by" INTEGER,
  ADD COLUMN "withdrawn_reason" TEXT,
  ADD COLUMN "former_delivery" DATE;

ALTER TABLE "order_statuses" ADD COLUMN "kind" "status_kind" NOT NULL DEFAULT 'step';
UPDATE "order_statuses" SET "kind" = 'end' WHERE "code" = 'DELIVERED';

-- What existing orders have reached.
UPDATE "orders" o SET "last_event_at" = e.last_at, "furthest_step" = e.step, "furthest_step_at" = e.step_at
FROM (
  SELECT order_id, max(occurred_at) OVER orders AS last_at, status AS step, occurred_at AS step_at,
    row_number() OVER (
      PARTITION BY order_id
      ORDER BY array_position('{DELIVERED,ARRIVED,IN_TRANSIT,PROCESSING,ORDER_CONFIRMED}', status), id
    ) AS place
  FROM "order_events"
  WINDOW orders AS (PARTITION BY order_id)
) e
WHERE e.order_id = o.id AND e.place = 1 AND e.step IN ('DELIVERED', 'ARRIVED', 'IN_TRANSIT', 'PROCESSING', 'ORDER_CONFIRMED');

CREATE TABLE "former_references" (
    "reference_key" TEXT NOT NULL,
    "order_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "former_references_pkey" PRIMARY KEY ("reference_key")
);
ALTER TABLE "former_references" ADD CONSTRAINT "former_references_order_id_fkey"
  FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE INDEX "former_references_order_id_idx" ON "former_references"("order_id");
CREATE INDEX "orders_last_event_at_id_idx" ON "orders"("last_event_at", "id");
CREATE INDEX "orders_mode_id_idx" ON "orders"("mode", "id");
CREATE INDEX "orders_recipient_search" ON "orders" USING GIN ("recipient_search" gin_trgm_ops);
CREATE INDEX "order_events_status_occurred_at_idx" ON "order_events"("status", "occurred_at");

-- After the write: whoever takes a reference that another order gives up waits for that order's commit in the unique
-- index, and sees its former reference only then.
CREATE FUNCTION refuse_former_reference() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM former_references WHERE reference_key = NEW.reference_key AND order_id <> NEW.id) THEN
    RAISE unique_violation USING MESSAGE = 'The reference belonged to another order', CONSTRAINT = 'former_references_pkey';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER orders_former_references AFTER INSERT OR UPDATE OF reference_key ON "orders"
  FOR EACH ROW EXECUTE FUNCTION refuse_former_reference();

-- Archived orders are in no list and no count.
CREATE OR REPLACE FUNCTION count_orders_by_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO order_status_counts AS counts (status, count)
    SELECT status, count(*) FROM new_rows WHERE archived_at IS NULL GROUP BY status ORDER BY status
    ON CONFLICT (status) DO UPDATE SET count = counts.count + excluded.count;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO order_status_counts AS counts (status, count)
    SELECT status, -count(*) FROM old_rows WHERE archived_at IS NULL GROUP BY status ORDER BY status
    ON CONFLICT (status) DO UPDATE SET count = counts.count + excluded.count;
  ELSE
    INSERT INTO order_status_counts AS counts (status, count)
    SELECT status, sum(delta)
    FROM (
      SELECT status, 1 AS delta FROM new_rows WHERE archived_at IS NULL
      UNION ALL SELECT status, -1 FROM old_rows WHERE archived_at IS NULL
    ) AS changes
    GROUP BY status HAVING sum(delta) <> 0 ORDER BY status
    ON CONFLICT (status) DO UPDATE SET count = counts.count + excluded.count;
  END IF;
  RETURN NULL;
END $$;

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
