-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "declared_value" INTEGER,
ADD COLUMN     "goods_kind" TEXT;
