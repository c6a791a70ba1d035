-- A message that is delivered late does not change what the person chose after it.
ALTER TABLE "whatsapp_contacts" ADD COLUMN "refused_at" TIMESTAMPTZ(3), ADD COLUMN "wanted_at" TIMESTAMPTZ(3);
UPDATE "whatsapp_contacts" SET "refused_at" = "stopped_at" WHERE "stopped_at" IS NOT NULL;
