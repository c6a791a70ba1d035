-- AlterTable
ALTER TABLE "consignments" ADD COLUMN     "besc_number" TEXT,
ADD COLUMN     "bill_of_lading" TEXT;
