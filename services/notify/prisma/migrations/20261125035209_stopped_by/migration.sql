-- AlterTable
ALTER TABLE "whatsapp_contacts" ADD COLUMN     "stopped_by" INTEGER;

-- CreateIndex
CREATE INDEX "whatsapp_contacts_stopped_at_phone_idx" ON "whatsapp_contacts"("stopped_at", "phone");
