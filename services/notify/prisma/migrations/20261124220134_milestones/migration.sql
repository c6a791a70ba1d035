-- AlterTable
ALTER TABLE "notifications" ADD COLUMN     "milestone_id" INTEGER,
ADD COLUMN     "note" TEXT;

-- CreateTable
CREATE TABLE "notification_orders" (
    "notification_id" INTEGER NOT NULL,
    "event_id" INTEGER NOT NULL,
    "order_id" INTEGER NOT NULL,
    "reference" TEXT NOT NULL,
    "pickup_code" TEXT,

    CONSTRAINT "notification_orders_pkey" PRIMARY KEY ("notification_id","event_id")
);

-- CreateIndex
CREATE INDEX "notification_orders_event_id_idx" ON "notification_orders"("event_id");

-- CreateIndex
CREATE INDEX "notification_orders_order_id_idx" ON "notification_orders"("order_id");

-- CreateIndex
CREATE UNIQUE INDEX "notifications_milestone_id_target_user_id_key" ON "notifications"("milestone_id", "target_user_id");

-- AddForeignKey
ALTER TABLE "notification_orders" ADD CONSTRAINT "notification_orders_notification_id_fkey" FOREIGN KEY ("notification_id") REFERENCES "notifications"("id") ON DELETE CASCADE ON UPDATE CASCADE;
