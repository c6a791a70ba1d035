-- AlterTable
ALTER TABLE "order_events" ADD COLUMN     "with_creation" BOOLEAN NOT NULL DEFAULT false;
