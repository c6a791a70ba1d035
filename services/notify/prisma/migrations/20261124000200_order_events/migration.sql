ALTER TABLE "notifications" ADD COLUMN "order_event_id" INTEGER;

CREATE TABLE "withdrawn_order_events" (
    "event_id" INTEGER NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "withdrawn_order_events_pkey" PRIMARY KEY ("event_id")
);

CREATE UNIQUE INDEX "notifications_target_user_id_order_event_id_key" ON "notifications"("target_user_id", "order_event_id");
CREATE INDEX "notifications_order_event_id_idx" ON "notifications"("order_event_id");
CREATE INDEX "notifications_order_id_id_idx" ON "notifications"("order_id", "id");
