-- Both steps at once, because no version before this one was released (docs/decisions/0043).
-- contract: what one order of a notification had as columns, and the target 0, unused since 0.0.0
-- Notifications name their orders in "notification_orders" alone.
ALTER TABLE "notifications" ADD COLUMN     "awaits_phone" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "cause" TEXT,
ADD COLUMN     "occurred_at" TIMESTAMPTZ(3);
ALTER TABLE "notification_orders" ADD COLUMN     "status" TEXT,
DROP CONSTRAINT "notification_orders_pkey",
ADD CONSTRAINT "notification_orders_pkey" PRIMARY KEY ("notification_id", "order_id"),
ALTER COLUMN "event_id" DROP NOT NULL;

-- Those of devices, which have no notification any more.
DELETE FROM "notifications" WHERE "target_user_id" = 0;

INSERT INTO "notification_orders" ("notification_id", "event_id", "order_id", "reference", "status")
SELECT "id", "order_event_id", "order_id", coalesce("reference", ''), "order_status" FROM "notifications"
WHERE "order_id" IS NOT NULL;
UPDATE "notifications" SET "cause" = CASE
  WHEN "milestone_id" IS NOT NULL THEN 'milestone'
  WHEN "order_status" IS NOT NULL THEN 'status'
  WHEN "order_event_id" IS NOT NULL THEN 'news'
  ELSE 'pickup-code'
END
WHERE "milestone_id" IS NOT NULL OR "order_id" IS NOT NULL;

-- The phone number of an account is searched for its notification.
UPDATE "notifications" n SET "awaits_phone" = true, "occurred_at" = c."occurred_at"
FROM "notification_orders" o, "changes_to_tell" c
WHERE o."notification_id" = n."id" AND c."event_id" = o."event_id" AND c."user_id" = n."target_user_id" AND c."person_id" IS NULL;
DELETE FROM "changes_to_tell" WHERE "person_id" IS NULL;
ALTER TABLE "changes_to_tell" ALTER COLUMN "person_id" SET NOT NULL;

DROP INDEX "notifications_milestone_id_target_user_id_key";
DROP INDEX "notifications_order_event_id_target_user_id_key";
DROP INDEX "notifications_order_id_id_idx";
DROP INDEX "notifications_target_user_id_order_id_order_status_key";
ALTER TABLE "notifications" DROP COLUMN "milestone_id",
DROP COLUMN "order_event_id",
DROP COLUMN "order_id",
DROP COLUMN "order_status";
CREATE INDEX "notifications_awaits_phone" ON "notifications"("target_user_id") WHERE "awaits_phone";

-- A message to an account, a device or a phone number.
ALTER TABLE "email_deliveries" ADD COLUMN     "cause" TEXT,
ADD COLUMN     "title" TEXT,
ADD CONSTRAINT "one_target" CHECK (num_nonnulls("user_id", "device_id", "person_id") <= 1);

CREATE TABLE "delivery_orders" (
    "delivery_id" UUID NOT NULL,
    "event_id" INTEGER NOT NULL,
    "order_id" INTEGER NOT NULL,
    "reference" TEXT NOT NULL,
    "status" TEXT,

    CONSTRAINT "delivery_orders_pkey" PRIMARY KEY ("delivery_id","order_id")
);
CREATE INDEX "delivery_orders_event_id_idx" ON "delivery_orders"("event_id");
CREATE INDEX "delivery_orders_order_id_idx" ON "delivery_orders"("order_id");
ALTER TABLE "delivery_orders" ADD CONSTRAINT "delivery_orders_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "email_deliveries"("id") ON DELETE CASCADE ON UPDATE CASCADE;
