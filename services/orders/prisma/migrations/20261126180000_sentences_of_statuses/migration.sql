-- AlterTable
ALTER TABLE "order_statuses" ADD COLUMN     "sentence" TEXT;
