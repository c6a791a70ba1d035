ALTER TABLE "notifications" ADD COLUMN "order_event_id" INTEGER;

CREATE UNIQUE INDEX "notifications_order_event_id_target_user_id_key" ON "notifications"("order_event_id", "target_user_id");
CREATE INDEX "notifications_order_id_id_idx" ON "notifications"("order_id", "id");

CREATE TABLE "withdrawn_order_events" (
    "event_id" INTEGER NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "withdrawn_order_events_pkey" PRIMARY KEY ("event_id")
);
