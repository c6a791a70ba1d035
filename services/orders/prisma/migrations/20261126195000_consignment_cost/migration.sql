-- AlterTable
ALTER TABLE "consignments" ADD COLUMN     "cost" INTEGER;
