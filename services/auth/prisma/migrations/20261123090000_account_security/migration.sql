ALTER TYPE "token_kind" ADD VALUE 'EMAIL_CHANGED';
ALTER TYPE "token_kind" ADD VALUE 'PASSWORD_CHANGED';
ALTER TYPE "token_kind" ADD VALUE 'PROVIDER_LINKED';

ALTER TABLE "user_tokens" ADD COLUMN "email_key" TEXT NOT NULL DEFAULT '', ADD COLUMN "provider" TEXT;
UPDATE "user_tokens" SET "email_key" = lower(trim(normalize("email", NFKC)));
CREATE INDEX "user_tokens_email_key_kind_idx" ON "user_tokens"("email_key", "kind");
ALTER TABLE "users" ADD COLUMN "password_set_after_verification" BOOLEAN NOT NULL DEFAULT false;
