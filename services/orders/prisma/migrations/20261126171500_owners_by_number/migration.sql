-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "owned_by_number" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "account_numbers" (
    "user_id" INTEGER NOT NULL,
    "phone" TEXT,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_numbers_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "account_numbers_phone_key" ON "account_numbers"("phone");

-- CreateIndex
CREATE INDEX "orders_recipient_phone_idx" ON "orders"("recipient_phone");
