-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "recipient_consent" BOOLEAN NOT NULL DEFAULT false;
