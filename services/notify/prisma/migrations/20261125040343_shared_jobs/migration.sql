-- AlterTable
ALTER TABLE "email_deliveries" ADD COLUMN     "job_id" UUID;

-- CreateIndex
CREATE INDEX "email_deliveries_job_id_idx" ON "email_deliveries"("job_id");
