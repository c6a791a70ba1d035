-- The list of archived orders. Partial: few orders are archived, and Prisma cannot declare it.
CREATE INDEX "orders_archived" ON "orders"("created_at", "id") WHERE "archived_at" IS NOT NULL;
