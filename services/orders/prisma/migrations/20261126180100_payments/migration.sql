-- CreateEnum
CREATE TYPE "tariff_unit" AS ENUM ('kg', 'm3', 'piece');

-- CreateEnum
CREATE TYPE "charge_kind" AS ENUM ('freight', 'customs', 'storage', 'packing', 'other', 'discount');

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "due" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "paid" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "tariffs" (
    "id" SERIAL NOT NULL,
    "mode" "transport_mode" NOT NULL,
    "label" TEXT NOT NULL,
    "unit" "tariff_unit" NOT NULL,
    "price" INTEGER NOT NULL,
    "minimum" INTEGER NOT NULL DEFAULT 0,
    "is_active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "tariffs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "charges" (
    "id" SERIAL NOT NULL,
    "order_id" INTEGER NOT NULL,
    "kind" "charge_kind" NOT NULL,
    "label" TEXT NOT NULL,
    "quantity" INTEGER,
    "unit" "tariff_unit",
    "price" INTEGER,
    "amount" INTEGER NOT NULL,
    "tariff_id" INTEGER,
    "user_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "cancelled_at" TIMESTAMPTZ(3),
    "cancelled_by" INTEGER,
    "cancelled_reason" TEXT,

    CONSTRAINT "charges_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payments" (
    "id" UUID NOT NULL,
    "method" TEXT NOT NULL,
    "transaction_reference" TEXT,
    "amount" INTEGER NOT NULL,
    "paid_at" TIMESTAMPTZ(3) NOT NULL,
    "payer_name" TEXT,
    "receipt_year" INTEGER NOT NULL,
    "receipt_number" INTEGER NOT NULL,
    "receipt" TEXT NOT NULL,
    "certified_invoice" TEXT,
    "token" TEXT NOT NULL,
    "user_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "cancelled_at" TIMESTAMPTZ(3),
    "cancelled_by" INTEGER,
    "cancelled_reason" TEXT,

    CONSTRAINT "payments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_shares" (
    "payment_id" UUID NOT NULL,
    "order_id" INTEGER NOT NULL,
    "amount" INTEGER NOT NULL,

    CONSTRAINT "payment_shares_pkey" PRIMARY KEY ("payment_id","order_id")
);

-- CreateTable
CREATE TABLE "receipt_counters" (
    "year" INTEGER NOT NULL,
    "last" INTEGER NOT NULL,

    CONSTRAINT "receipt_counters_pkey" PRIMARY KEY ("year")
);

-- CreateTable
CREATE TABLE "payment_settings" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "volumetric_divisor" INTEGER NOT NULL DEFAULT 6000,
    "receipt_prefix" TEXT NOT NULL DEFAULT 'REC',
    "releases_with_rest" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "payment_settings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credit_customers" (
    "user_id" INTEGER NOT NULL,
    "granted_by" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credit_customers_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "tariffs_mode_label_key" ON "tariffs"("mode", "label");

-- CreateIndex
CREATE INDEX "charges_order_id_id_idx" ON "charges"("order_id", "id");

-- CreateIndex
CREATE INDEX "charges_tariff_id_idx" ON "charges"("tariff_id");

-- CreateIndex
CREATE UNIQUE INDEX "payments_token_key" ON "payments"("token");

-- CreateIndex
CREATE INDEX "payments_paid_at_id_idx" ON "payments"("paid_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "payments_receipt_year_receipt_number_key" ON "payments"("receipt_year", "receipt_number");

-- CreateIndex
CREATE INDEX "payment_shares_order_id_idx" ON "payment_shares"("order_id");

-- AddForeignKey
ALTER TABLE "charges" ADD CONSTRAINT "charges_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "charges" ADD CONSTRAINT "charges_tariff_id_fkey" FOREIGN KEY ("tariff_id") REFERENCES "tariffs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_shares" ADD CONSTRAINT "payment_shares_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_shares" ADD CONSTRAINT "payment_shares_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Nothing is paid twice, and nothing is paid that is not due.
ALTER TABLE "orders" ADD CONSTRAINT "orders_paid" CHECK (0 <= "paid" AND "paid" <= "due");
ALTER TABLE "charges" ADD CONSTRAINT "charges_amount" CHECK (("kind" = 'discount' AND "amount" < 0) OR ("kind" <> 'discount' AND "amount" > 0));
ALTER TABLE "payments" ADD CONSTRAINT "payments_amount" CHECK ("amount" > 0);
ALTER TABLE "payment_shares" ADD CONSTRAINT "payment_shares_amount" CHECK ("amount" > 0);
ALTER TABLE "payment_settings" ADD CONSTRAINT "payment_settings_single_row" CHECK ("id" = 1);
CREATE INDEX "orders_with_rest" ON "orders" ("created_at" DESC, "id" DESC) WHERE "due" > "paid" AND "archived_at" IS NULL;
CREATE UNIQUE INDEX "charges_live_freight" ON "charges" ("order_id") WHERE "kind" = 'freight' AND "cancelled_at" IS NULL;
CREATE UNIQUE INDEX "payments_live_transaction" ON "payments" ("method", "transaction_reference") WHERE "cancelled_at" IS NULL;
INSERT INTO "payment_settings" ("id") VALUES (1);
