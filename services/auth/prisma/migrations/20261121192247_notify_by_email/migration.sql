-- AlterTable
ALTER TABLE "users" ADD COLUMN     "notify_by_email" BOOLEAN NOT NULL DEFAULT true;
