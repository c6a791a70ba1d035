-- CreateTable
CREATE TABLE "idempotent_requests" (
    "user_id" INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    "result" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotent_requests_pkey" PRIMARY KEY ("user_id","key")
);

-- CreateIndex
CREATE INDEX "idempotent_requests_created_at_idx" ON "idempotent_requests"("created_at");
