-- CreateIndex
CREATE INDEX "users_first_name_id_idx" ON "users"("first_name", "id");

-- CreateIndex
CREATE INDEX "users_last_name_id_idx" ON "users"("last_name", "id");

-- CreateIndex
CREATE INDEX "users_phone_id_idx" ON "users"("phone", "id");

-- CreateIndex
CREATE INDEX "users_provider_id_idx" ON "users"("provider", "id");

-- Id 1 is the administrator's: no registration gets it, not even one before the seed.
SELECT setval(pg_get_serial_sequence('users', 'id'), GREATEST(1, (SELECT max("id") FROM "users")));
