-- AlterTable
ALTER TABLE "payment_settings" ADD COLUMN     "storage_free_days" INTEGER NOT NULL DEFAULT 7,
ADD COLUMN     "storage_price" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "storage_notices" (
    "order_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,

    CONSTRAINT "storage_notices_pkey" PRIMARY KEY ("order_id","day")
);

-- AddForeignKey
ALTER TABLE "storage_notices" ADD CONSTRAINT "storage_notices_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE INDEX "orders_waiting" ON "orders" ("id") WHERE "pickup_code" IS NOT NULL AND "status" <> 'DELIVERED' AND "archived_at" IS NULL;
