-- CreateTable
CREATE TABLE "audit_events" (
    "id" SERIAL NOT NULL,
    "key" UUID NOT NULL,
    "service" TEXT NOT NULL,
    "user_id" INTEGER,
    "action" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "target" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "audit_events_key_key" ON "audit_events"("key");

-- CreateIndex
CREATE INDEX "audit_events_user_id_id_idx" ON "audit_events"("user_id", "id");

-- CreateIndex
CREATE INDEX "audit_events_action_id_idx" ON "audit_events"("action", "id");

-- CreateIndex
CREATE INDEX "audit_events_created_at_idx" ON "audit_events"("created_at");
