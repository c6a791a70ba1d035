-- The orders that match a status, a mode or the silence are counted in this index alone. Partial: archived orders are not in
-- these lists, and Prisma cannot declare it.
CREATE INDEX "orders_under_way" ON "orders"("status", "mode", "last_event_at") WHERE "archived_at" IS NULL;
