-- For the filters "Sans destinataire" and "Sans téléphone".
CREATE INDEX "orders_without_recipient" ON "orders" ("created_at", "id")
WHERE "recipient_name" IS NULL AND "user_id" IS NULL AND "archived_at" IS NULL;

CREATE INDEX "orders_without_phone" ON "orders" ("created_at", "id")
WHERE "recipient_phone" IS NULL AND "archived_at" IS NULL;
