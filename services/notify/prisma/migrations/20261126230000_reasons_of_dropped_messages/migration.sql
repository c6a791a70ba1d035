-- AlterTable
ALTER TABLE "email_deliveries" ADD COLUMN     "drop_reason" TEXT;
