-- AlterEnum
ALTER TYPE "email_kind" ADD VALUE 'contact-message';

-- AlterTable
ALTER TABLE "email_deliveries" ADD COLUMN     "contact_message_id" INTEGER;
