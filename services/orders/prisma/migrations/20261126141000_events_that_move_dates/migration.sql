-- AlterTable
ALTER TABLE "order_events" ADD COLUMN     "moves_delivery" BOOLEAN NOT NULL DEFAULT false;

UPDATE "order_events" SET "moves_delivery" = true WHERE "former_delivery" IS NOT NULL;
