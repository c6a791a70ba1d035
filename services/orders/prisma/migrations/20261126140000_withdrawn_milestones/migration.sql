-- AlterTable
ALTER TABLE "milestones" ADD COLUMN     "withdrawn_at" TIMESTAMPTZ(3),
ADD COLUMN     "withdrawn_by" INTEGER,
ADD COLUMN     "withdrawn_reason" TEXT;
