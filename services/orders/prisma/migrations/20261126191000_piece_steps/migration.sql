-- CreateTable
CREATE TABLE "piece_steps" (
    "order_id" INTEGER NOT NULL,
    "piece" INTEGER NOT NULL,
    "step" TEXT NOT NULL,
    "consignment_id" INTEGER,
    "user_id" INTEGER,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "piece_steps_pkey" PRIMARY KEY ("order_id","piece","step")
);

-- CreateIndex
CREATE INDEX "piece_steps_consignment_id_idx" ON "piece_steps"("consignment_id");

-- AddForeignKey
ALTER TABLE "piece_steps" ADD CONSTRAINT "piece_steps_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "piece_steps" ADD CONSTRAINT "piece_steps_consignment_id_fkey" FOREIGN KEY ("consignment_id") REFERENCES "consignments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "piece_steps" ADD CONSTRAINT "piece_steps_piece" CHECK ("piece" > 0);
