-- AlterEnum
ALTER TYPE "token_kind" ADD VALUE 'PHONE_CHANGED';

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "phone_verified_at" TIMESTAMPTZ(3),
ADD COLUMN     "verified_phone" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "users_verified_phone_key" ON "users"("verified_phone");
