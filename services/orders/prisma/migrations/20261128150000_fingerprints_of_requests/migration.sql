-- A key that is sent again with another content is refused.
ALTER TABLE "idempotent_requests" ADD COLUMN "fingerprint" TEXT;
