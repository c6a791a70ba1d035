-- AlterTable
ALTER TABLE "changes_to_tell" ADD COLUMN     "consent" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "email_deliveries" ADD COLUMN     "message_id" TEXT,
ADD COLUMN     "person_id" INTEGER,
ADD COLUMN     "reached" TEXT,
ADD COLUMN     "reached_at" TIMESTAMPTZ(3),
ADD COLUMN     "text" TEXT;

-- CreateTable
CREATE TABLE "whatsapp_contacts" (
    "phone" TEXT NOT NULL,
    "last_message_at" TIMESTAMPTZ(3),
    "stopped_at" TIMESTAMPTZ(3),
    "helped_at" TIMESTAMPTZ(3),

    CONSTRAINT "whatsapp_contacts_pkey" PRIMARY KEY ("phone")
);

-- CreateTable
CREATE TABLE "whatsapp_follows" (
    "phone" TEXT NOT NULL,
    "order_id" INTEGER NOT NULL,

    CONSTRAINT "whatsapp_follows_pkey" PRIMARY KEY ("phone","order_id")
);

-- CreateTable
CREATE TABLE "whatsapp_messages" (
    "id" TEXT NOT NULL,
    "phone" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "whatsapp_messages_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "whatsapp_contacts_last_message_at_idx" ON "whatsapp_contacts"("last_message_at");

-- CreateIndex
CREATE INDEX "whatsapp_follows_order_id_idx" ON "whatsapp_follows"("order_id");

-- CreateIndex
CREATE INDEX "whatsapp_messages_phone_received_at_idx" ON "whatsapp_messages"("phone", "received_at");

-- CreateIndex
CREATE INDEX "whatsapp_messages_received_at_idx" ON "whatsapp_messages"("received_at");

-- CreateIndex
CREATE UNIQUE INDEX "email_deliveries_person_id_key" ON "email_deliveries"("person_id");

-- CreateIndex
CREATE UNIQUE INDEX "email_deliveries_message_id_key" ON "email_deliveries"("message_id");

-- AddForeignKey
ALTER TABLE "email_deliveries" ADD CONSTRAINT "email_deliveries_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people_to_tell"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "whatsapp_follows" ADD CONSTRAINT "whatsapp_follows_phone_fkey" FOREIGN KEY ("phone") REFERENCES "whatsapp_contacts"("phone") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "whatsapp_messages" ADD CONSTRAINT "whatsapp_messages_phone_fkey" FOREIGN KEY ("phone") REFERENCES "whatsapp_contacts"("phone") ON DELETE CASCADE ON UPDATE CASCADE;
