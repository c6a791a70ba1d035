-- A message that is sent again after a lost response is stored once.
ALTER TABLE "contact_messages" ADD COLUMN "sent_id" UUID;

CREATE UNIQUE INDEX "contact_messages_sent_id_key" ON "contact_messages"("sent_id");
