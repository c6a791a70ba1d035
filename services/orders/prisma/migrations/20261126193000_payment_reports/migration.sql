-- CreateTable
CREATE TABLE "payment_reports" (
    "id" UUID NOT NULL,
    "order_id" INTEGER NOT NULL,
    "method" TEXT NOT NULL,
    "transaction_reference" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(3),
    "settled_by" INTEGER,
    "refused_reason" TEXT,

    CONSTRAINT "payment_reports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_accounts" (
    "position" INTEGER NOT NULL,
    "method" TEXT NOT NULL,
    "number" TEXT NOT NULL,
    "ussd" TEXT,

    CONSTRAINT "payment_accounts_pkey" PRIMARY KEY ("position")
);

-- CreateIndex
CREATE INDEX "payment_reports_order_id_idx" ON "payment_reports"("order_id");

-- AddForeignKey
ALTER TABLE "payment_reports" ADD CONSTRAINT "payment_reports_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "payment_reports" ADD CONSTRAINT "payment_reports_amount" CHECK ("amount" > 0);
ALTER TABLE "payment_reports" ADD CONSTRAINT "payment_reports_refused" CHECK ("refused_reason" IS NULL OR "settled_at" IS NOT NULL);
CREATE INDEX "payment_reports_open" ON "payment_reports" ("created_at", "order_id") WHERE "settled_at" IS NULL;
