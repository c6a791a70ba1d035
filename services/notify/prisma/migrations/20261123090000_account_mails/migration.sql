ALTER TYPE "email_kind" ADD VALUE 'email-changed' AFTER 'email-verification';
ALTER TYPE "email_kind" ADD VALUE 'password-changed' AFTER 'email-changed';
ALTER TYPE "email_kind" ADD VALUE 'provider-linked' AFTER 'password-changed';
