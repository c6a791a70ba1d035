-- AlterEnum
ALTER TYPE "token_kind" ADD VALUE 'SECOND_FACTOR_GUESSED';

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "last_sign_in_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "team_security" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "requires_second_factor" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "team_security_pkey" PRIMARY KEY ("id")
);
