-- CreateEnum
CREATE TYPE "consignment_state" AS ENUM ('preparing', 'departed', 'arrived');

-- AlterTable
ALTER TABLE "order_events" ADD COLUMN     "definition_id" INTEGER,
ADD COLUMN     "milestone_id" INTEGER,
ADD COLUMN     "milestone_label" TEXT,
ADD COLUMN     "place" TEXT;

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "pickup_code" TEXT;

-- CreateTable
CREATE TABLE "consignments" (
    "id" SERIAL NOT NULL,
    "code" TEXT NOT NULL,
    "mode" "transport_mode" NOT NULL,
    "departure_city" TEXT NOT NULL,
    "carrier_number" TEXT,
    "departure_date" DATE,
    "expected_arrival" DATE,
    "state" "consignment_state" NOT NULL DEFAULT 'preparing',
    "is_open" BOOLEAN NOT NULL DEFAULT true,
    "closed_at" TIMESTAMPTZ(3),
    "search_text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "consignments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "consignment_orders" (
    "consignment_id" INTEGER NOT NULL,
    "is_open" BOOLEAN NOT NULL DEFAULT true,
    "order_id" INTEGER NOT NULL,
    "user_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "consignment_orders_pkey" PRIMARY KEY ("consignment_id","order_id")
);

-- CreateTable
CREATE TABLE "milestone_definitions" (
    "id" SERIAL NOT NULL,
    "mode" "transport_mode" NOT NULL,
    "label" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "default_place" TEXT,
    "places" TEXT[],
    "position" INTEGER NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "opens_pickup" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "milestone_definitions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "milestones" (
    "id" SERIAL NOT NULL,
    "consignment_id" INTEGER NOT NULL,
    "definition_id" INTEGER,
    "label" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "step" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "opens_pickup" BOOLEAN NOT NULL,
    "place" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "note" TEXT,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "after_order_id" INTEGER NOT NULL DEFAULT 0,
    "total" INTEGER NOT NULL DEFAULT 0,
    "applied" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "user_id" INTEGER,
    "request_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "milestones_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "skipped_orders" (
    "milestone_id" INTEGER NOT NULL,
    "order_id" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,

    CONSTRAINT "skipped_orders_pkey" PRIMARY KEY ("milestone_id","order_id")
);

-- CreateTable
CREATE TABLE "handovers" (
    "order_id" INTEGER NOT NULL,
    "receiver_name" TEXT NOT NULL,
    "reason" TEXT,
    "photo" BYTEA,
    "user_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "handovers_pkey" PRIMARY KEY ("order_id")
);

-- CreateTable
CREATE TABLE "pickup_attempts" (
    "order_id" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "paused_until" TIMESTAMPTZ(3),

    CONSTRAINT "pickup_attempts_pkey" PRIMARY KEY ("order_id")
);

-- CreateTable
CREATE TABLE "scans" (
    "id" UUID NOT NULL,
    "outcome" TEXT NOT NULL,
    "message" TEXT,
    "order_id" INTEGER,
    "user_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "scans_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "consignments_code_key" ON "consignments"("code");

-- CreateIndex
CREATE INDEX "consignments_is_open_state_id_idx" ON "consignments"("is_open", "state", "id");

-- CreateIndex
CREATE INDEX "consignments_created_at_id_idx" ON "consignments"("created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "consignments_id_is_open_key" ON "consignments"("id", "is_open");

-- CreateIndex
CREATE INDEX "consignment_orders_order_id_idx" ON "consignment_orders"("order_id");

-- CreateIndex
CREATE INDEX "milestone_definitions_mode_position_id_idx" ON "milestone_definitions"("mode", "position", "id");

-- CreateIndex
CREATE UNIQUE INDEX "milestone_definitions_mode_label_key" ON "milestone_definitions"("mode", "label");

-- CreateIndex
CREATE INDEX "milestones_consignment_id_id_idx" ON "milestones"("consignment_id", "id");

-- CreateIndex
CREATE INDEX "milestones_finished_at_due_at_idx" ON "milestones"("finished_at", "due_at");

-- CreateIndex
CREATE INDEX "skipped_orders_order_id_idx" ON "skipped_orders"("order_id");

-- CreateIndex
CREATE INDEX "scans_created_at_idx" ON "scans"("created_at");

-- CreateIndex
CREATE INDEX "order_events_milestone_id_idx" ON "order_events"("milestone_id");

-- CreateIndex
CREATE INDEX "order_events_definition_id_idx" ON "order_events"("definition_id");

-- CreateIndex
CREATE UNIQUE INDEX "order_events_order_id_milestone_id_key" ON "order_events"("order_id", "milestone_id");

-- AddForeignKey
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_milestone_id_fkey" FOREIGN KEY ("milestone_id") REFERENCES "milestones"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_definition_id_fkey" FOREIGN KEY ("definition_id") REFERENCES "milestone_definitions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consignment_orders" ADD CONSTRAINT "consignment_orders_consignment_id_is_open_fkey" FOREIGN KEY ("consignment_id", "is_open") REFERENCES "consignments"("id", "is_open") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consignment_orders" ADD CONSTRAINT "consignment_orders_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "milestones" ADD CONSTRAINT "milestones_consignment_id_fkey" FOREIGN KEY ("consignment_id") REFERENCES "consignments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "milestones" ADD CONSTRAINT "milestones_definition_id_fkey" FOREIGN KEY ("definition_id") REFERENCES "milestone_definitions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "skipped_orders" ADD CONSTRAINT "skipped_orders_milestone_id_fkey" FOREIGN KEY ("milestone_id") REFERENCES "milestones"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "skipped_orders" ADD CONSTRAINT "skipped_orders_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "handovers" ADD CONSTRAINT "handovers_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pickup_attempts" ADD CONSTRAINT "pickup_attempts_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- An order is in at most one consignment that is not closed.
CREATE UNIQUE INDEX "consignment_orders_open_order" ON "consignment_orders"("order_id") WHERE "is_open";
