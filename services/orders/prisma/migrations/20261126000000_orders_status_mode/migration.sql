-- Counts of orders by status, by mode, or without news read this index alone. It is partial, which Prisma cannot declare:
-- these lists have no archived orders.
CREATE INDEX "orders_status_mode" ON "orders"("status", "mode", "last_event_at") WHERE "archived_at" IS NULL;
