-- AlterTable
ALTER TABLE "piece_steps" ADD COLUMN     "volume_cm3" INTEGER,
ADD COLUMN     "weight_grams" INTEGER;

-- CreateTable
CREATE TABLE "reception_photos" (
    "id" SERIAL NOT NULL,
    "order_id" INTEGER NOT NULL,
    "photo" BYTEA NOT NULL,
    "user_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reception_photos_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "claims" (
    "id" UUID NOT NULL,
    "order_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "photo" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(3),
    "settled_by" INTEGER,
    "refused_reason" TEXT,

    CONSTRAINT "claims_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "reception_photos_order_id_idx" ON "reception_photos"("order_id");

-- CreateIndex
CREATE INDEX "claims_order_id_idx" ON "claims"("order_id");

-- CreateIndex
CREATE INDEX "claims_user_id_idx" ON "claims"("user_id");

-- CreateIndex
CREATE INDEX "claims_created_at_id_idx" ON "claims"("created_at", "id");

-- AddForeignKey
ALTER TABLE "reception_photos" ADD CONSTRAINT "reception_photos_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "claims" ADD CONSTRAINT "claims_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "claims" ADD CONSTRAINT "claims_refused" CHECK ("refused_reason" IS NULL OR "settled_at" IS NOT NULL);
CREATE INDEX "claims_open" ON "claims" ("created_at", "order_id") WHERE "settled_at" IS NULL;

-- For the queue of unnamed parcels.
CREATE INDEX "orders_unnamed" ON "orders" ("created_at", "id")
WHERE "user_id" IS NULL AND "recipient_phone" IS NULL AND "archived_at" IS NULL AND "furthest_step" <> 'ORDER_CONFIRMED';
