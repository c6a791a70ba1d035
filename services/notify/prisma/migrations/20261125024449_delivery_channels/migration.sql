-- AlterTable
ALTER TABLE "email_deliveries" ADD COLUMN     "channel" TEXT NOT NULL DEFAULT 'email';
