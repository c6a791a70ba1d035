-- AlterTable
ALTER TABLE "notifications" ADD COLUMN     "author_id" INTEGER,
ADD COLUMN     "by_email" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "notifications_author_id_id_idx" ON "notifications"("author_id", "id");
