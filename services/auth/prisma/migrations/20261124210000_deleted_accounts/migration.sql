-- A restore runs this statement too, on a backup from before it (infra/operator/src/tombstones.ts).
CREATE TABLE IF NOT EXISTS "deleted_accounts" (
    "user_id" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deleted_accounts_pkey" PRIMARY KEY ("user_id","hash")
);
