-- AlterTable
ALTER TABLE "email_deliveries" ADD COLUMN     "due_at" TIMESTAMPTZ(3),
ADD COLUMN     "message_count" INTEGER NOT NULL DEFAULT 1;

-- CreateIndex
CREATE INDEX "email_deliveries_due_at_idx" ON "email_deliveries"("due_at");
