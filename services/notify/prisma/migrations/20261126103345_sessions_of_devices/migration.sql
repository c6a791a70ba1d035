-- AlterTable
ALTER TABLE "push_devices" ADD COLUMN     "session_key" TEXT,
ADD COLUMN     "user_agent" TEXT;

-- CreateIndex
CREATE INDEX "push_devices_session_key_idx" ON "push_devices"("session_key");
