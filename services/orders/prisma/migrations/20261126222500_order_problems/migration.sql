-- CreateTable
CREATE TABLE "order_problems" (
    "id" SERIAL NOT NULL,
    "order_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "piece" INTEGER,
    "note" TEXT,
    "photo" BYTEA,
    "user_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_at" TIMESTAMPTZ(3),
    "closed_by" INTEGER,
    "closing_note" TEXT,

    CONSTRAINT "order_problems_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "order_problems_order_id_idx" ON "order_problems"("order_id");

-- AddForeignKey
ALTER TABLE "order_problems" ADD CONSTRAINT "order_problems_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "order_problems" ADD CONSTRAINT "order_problems_piece" CHECK ("piece" > 0);
ALTER TABLE "order_problems" ADD CONSTRAINT "order_problems_closed" CHECK ("closed_by" IS NULL OR "closed_at" IS NOT NULL);
CREATE INDEX "order_problems_open" ON "order_problems" ("created_at", "order_id") WHERE "closed_at" IS NULL;
