ALTER TABLE "orders" ADD COLUMN "volume_cm3" INTEGER, ADD COLUMN "contents" TEXT;
