-- AlterTable
ALTER TABLE "users" ADD COLUMN     "notify_by_whatsapp" BOOLEAN NOT NULL DEFAULT true;
