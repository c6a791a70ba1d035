-- AlterTable
ALTER TABLE "changes_to_tell" ADD COLUMN     "pickup_code" TEXT;
