-- AlterTable
ALTER TABLE "contact_messages" ADD COLUMN     "is_answered" BOOLEAN NOT NULL DEFAULT false;
