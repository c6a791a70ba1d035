-- AlterTable
ALTER TABLE "push_devices" ADD COLUMN     "former_user_id" INTEGER;

-- CreateIndex
CREATE INDEX "push_devices_former_user_id_idx" ON "push_devices"("former_user_id");
