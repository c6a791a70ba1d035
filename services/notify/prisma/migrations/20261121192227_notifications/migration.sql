-- CreateEnum
CREATE TYPE "image_position" AS ENUM ('top', 'bottom', 'left', 'right');

-- AlterTable
ALTER TABLE "email_deliveries" ADD COLUMN     "notification_id" INTEGER,
ALTER COLUMN "token_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "notifications" (
    "id" SERIAL NOT NULL,
    "title" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "target_user_id" INTEGER,
    "sent_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "order_id" INTEGER,
    "order_status" TEXT,
    "reference" TEXT,

    CONSTRAINT "notifications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "read_receipts" (
    "notification_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "read_receipts_pkey" PRIMARY KEY ("notification_id","user_id")
);

-- CreateTable
CREATE TABLE "email_batches" (
    "notification_id" INTEGER NOT NULL,
    "after_user_id" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "email_batches_pkey" PRIMARY KEY ("notification_id")
);

-- CreateTable
CREATE TABLE "popups" (
    "id" SERIAL NOT NULL,
    "title" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "image_address" TEXT,
    "image_hash" TEXT,
    "background_color" TEXT NOT NULL,
    "text_color" TEXT NOT NULL,
    "button_color" TEXT NOT NULL,
    "button_text_color" TEXT NOT NULL,
    "title_font_size" TEXT NOT NULL,
    "content_font_size" TEXT NOT NULL,
    "font_family" TEXT NOT NULL,
    "font_weight" TEXT NOT NULL,
    "border_radius" TEXT NOT NULL,
    "width" DOUBLE PRECISION NOT NULL,
    "height" DOUBLE PRECISION NOT NULL,
    "image_position" "image_position" NOT NULL,
    "button_text" TEXT NOT NULL,
    "button_link" TEXT,
    "show_once" BOOLEAN NOT NULL,
    "is_active" BOOLEAN NOT NULL,
    "start_date" DATE,
    "end_date" DATE,
    "search_text" TEXT NOT NULL,

    CONSTRAINT "popups_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "popup_seen" (
    "popup_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "popup_seen_pkey" PRIMARY KEY ("popup_id","user_id")
);

-- CreateTable
CREATE TABLE "images" (
    "hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "images_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "image_variants" (
    "hash" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "image_variants_pkey" PRIMARY KEY ("hash","width")
);

-- CreateTable
CREATE TABLE "deleted_users" (
    "user_id" INTEGER NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deleted_users_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "seeds" (
    "name" TEXT NOT NULL,
    "sown_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "seeds_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "notifications_target_user_id_sent_at_id_idx" ON "notifications"("target_user_id", "sent_at", "id");

-- CreateIndex
CREATE INDEX "notifications_target_user_id_id_idx" ON "notifications"("target_user_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "notifications_target_user_id_order_id_order_status_key" ON "notifications"("target_user_id", "order_id", "order_status");

-- CreateIndex
CREATE INDEX "read_receipts_user_id_idx" ON "read_receipts"("user_id");

-- CreateIndex
CREATE INDEX "popups_image_hash_idx" ON "popups"("image_hash");

-- CreateIndex
CREATE INDEX "popup_seen_user_id_idx" ON "popup_seen"("user_id");

-- CreateIndex
CREATE INDEX "images_created_at_idx" ON "images"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "email_deliveries_notification_id_user_id_key" ON "email_deliveries"("notification_id", "user_id");

-- AddForeignKey
ALTER TABLE "email_deliveries" ADD CONSTRAINT "email_deliveries_notification_id_fkey" FOREIGN KEY ("notification_id") REFERENCES "notifications"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "read_receipts" ADD CONSTRAINT "read_receipts_notification_id_fkey" FOREIGN KEY ("notification_id") REFERENCES "notifications"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "email_batches" ADD CONSTRAINT "email_batches_notification_id_fkey" FOREIGN KEY ("notification_id") REFERENCES "notifications"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "popups" ADD CONSTRAINT "popups_image_hash_fkey" FOREIGN KEY ("image_hash") REFERENCES "images"("hash") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "popup_seen" ADD CONSTRAINT "popup_seen_popup_id_fkey" FOREIGN KEY ("popup_id") REFERENCES "popups"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "image_variants" ADD CONSTRAINT "image_variants_hash_fkey" FOREIGN KEY ("hash") REFERENCES "images"("hash") ON DELETE CASCADE ON UPDATE CASCADE;
