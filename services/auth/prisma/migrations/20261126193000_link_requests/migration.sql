-- AlterTable
ALTER TABLE "users" ADD COLUMN     "link_requested_at" TIMESTAMPTZ(3);
