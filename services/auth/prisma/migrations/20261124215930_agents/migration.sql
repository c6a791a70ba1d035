-- AlterEnum
ALTER TYPE "token_kind" ADD VALUE 'AGENT_INVITATION';

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "city" TEXT,
ADD COLUMN     "invited_at" TIMESTAMPTZ(3),
ADD COLUMN     "is_agent" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "joined_at" TIMESTAMPTZ(3),
ADD COLUMN     "revoked_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "former_agents" (
    "user_id" INTEGER NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,

    CONSTRAINT "former_agents_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "users_invited_at_id_idx" ON "users"("invited_at", "id");
