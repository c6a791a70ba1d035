-- Searches for parts of addresses.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- AlterTable
ALTER TABLE "email_batches" ADD COLUMN     "request_id" TEXT;

-- CreateIndex
CREATE INDEX "email_deliveries_recipient_idx" ON "email_deliveries" USING GIN ("recipient" gin_trgm_ops);
