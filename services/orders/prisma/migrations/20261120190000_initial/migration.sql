-- Substring search on references
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- CreateTable
CREATE TABLE "orders" (
    "id" SERIAL NOT NULL,
    "reference" TEXT NOT NULL,
    "reference_key" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "estimated_delivery" DATE,
    "latest_update" TEXT,
    "latest_update_time" TIMESTAMPTZ(3),
    "user_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "orders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order_events" (
    "id" SERIAL NOT NULL,
    "order_id" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "note" TEXT,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "order_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order_status_counts" (
    "status" TEXT NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "order_status_counts_pkey" PRIMARY KEY ("status")
);

-- CreateTable
CREATE TABLE "saved_orders" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "order_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_orders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order_statuses" (
    "id" SERIAL NOT NULL,
    "code" TEXT NOT NULL,
    "code_key" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "search_text" TEXT NOT NULL,
    "display_order" INTEGER NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "order_statuses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbox_events" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "request_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "published_at" TIMESTAMPTZ(3),

    CONSTRAINT "outbox_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "processed_events" (
    "event_id" UUID NOT NULL,
    "processed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "processed_events_pkey" PRIMARY KEY ("event_id")
);

-- CreateTable
CREATE TABLE "seeds" (
    "name" TEXT NOT NULL,
    "sown_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "seeds_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "orders_reference_key_key" ON "orders"("reference_key");

-- CreateIndex
CREATE INDEX "orders_reference_key_search" ON "orders" USING GIN ("reference_key" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "orders_reference_idx" ON "orders"("reference");

-- CreateIndex
CREATE INDEX "orders_created_at_id_idx" ON "orders"("created_at", "id");

-- CreateIndex
CREATE INDEX "orders_updated_at_id_idx" ON "orders"("updated_at", "id");

-- CreateIndex
CREATE INDEX "orders_status_id_idx" ON "orders"("status", "id");

-- CreateIndex
CREATE INDEX "orders_estimated_delivery_id_idx" ON "orders"("estimated_delivery", "id");

-- CreateIndex
CREATE INDEX "orders_latest_update_time_id_idx" ON "orders"("latest_update_time", "id");

-- CreateIndex
CREATE INDEX "orders_user_id_created_at_idx" ON "orders"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "order_events_order_id_id_idx" ON "order_events"("order_id", "id");

-- CreateIndex
CREATE INDEX "saved_orders_order_id_idx" ON "saved_orders"("order_id");

-- CreateIndex
CREATE INDEX "saved_orders_user_id_created_at_idx" ON "saved_orders"("user_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "saved_orders_user_id_order_id_key" ON "saved_orders"("user_id", "order_id");

-- CreateIndex
CREATE UNIQUE INDEX "order_statuses_code_key_key" ON "order_statuses"("code_key");

-- CreateIndex
CREATE INDEX "order_statuses_display_order_id_idx" ON "order_statuses"("display_order", "id");

-- CreateIndex
CREATE INDEX "outbox_events_published_at_created_at_id_idx" ON "outbox_events"("published_at", "created_at", "id");

-- AddForeignKey
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_orders" ADD CONSTRAINT "saved_orders_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- Keeps order_status_counts true. Rows are locked in the order of their status, so that two writers cannot deadlock.
CREATE FUNCTION count_orders_by_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO order_status_counts AS counts (status, count)
    SELECT status, count(*) FROM new_rows GROUP BY status ORDER BY status
    ON CONFLICT (status) DO UPDATE SET count = counts.count + excluded.count;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO order_status_counts AS counts (status, count)
    SELECT status, -count(*) FROM old_rows GROUP BY status ORDER BY status
    ON CONFLICT (status) DO UPDATE SET count = counts.count + excluded.count;
  ELSE
    INSERT INTO order_status_counts AS counts (status, count)
    SELECT status, sum(delta)
    FROM (SELECT status, 1 AS delta FROM new_rows UNION ALL SELECT status, -1 FROM old_rows) AS changes
    GROUP BY status HAVING sum(delta) <> 0 ORDER BY status
    ON CONFLICT (status) DO UPDATE SET count = counts.count + excluded.count;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER orders_counted_on_insert AFTER INSERT ON orders
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_orders_by_status();
CREATE TRIGGER orders_counted_on_delete AFTER DELETE ON orders
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_orders_by_status();
CREATE TRIGGER orders_counted_on_update AFTER UPDATE ON orders
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_orders_by_status();
