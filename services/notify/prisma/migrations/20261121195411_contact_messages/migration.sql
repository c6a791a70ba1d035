-- AlterTable
ALTER TABLE "email_deliveries" ADD COLUMN     "contact_message_id" INTEGER;
