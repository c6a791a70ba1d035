-- CreateTable
CREATE TABLE "people_to_tell" (
    "id" SERIAL NOT NULL,
    "phone" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "told_at" TIMESTAMPTZ(3),
    "told_by" INTEGER,

    CONSTRAINT "people_to_tell_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "changes_to_tell" (
    "id" SERIAL NOT NULL,
    "person_id" INTEGER,
    "event_id" INTEGER NOT NULL,
    "order_id" INTEGER NOT NULL,
    "reference" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "note" TEXT,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "name" TEXT,
    "search_text" TEXT NOT NULL DEFAULT '',
    "user_id" INTEGER,
    "owner_user_id" INTEGER,

    CONSTRAINT "changes_to_tell_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "people_to_tell_phone_idx" ON "people_to_tell"("phone");

-- CreateIndex
CREATE INDEX "people_to_tell_told_at_id_idx" ON "people_to_tell"("told_at", "id");

-- CreateIndex
CREATE INDEX "changes_to_tell_event_id_idx" ON "changes_to_tell"("event_id");

-- CreateIndex
CREATE INDEX "changes_to_tell_order_id_idx" ON "changes_to_tell"("order_id");

-- CreateIndex
CREATE INDEX "changes_to_tell_user_id_idx" ON "changes_to_tell"("user_id");

-- CreateIndex
CREATE INDEX "changes_to_tell_owner_user_id_idx" ON "changes_to_tell"("owner_user_id");

-- CreateIndex
CREATE UNIQUE INDEX "changes_to_tell_person_id_event_id_key" ON "changes_to_tell"("person_id", "event_id");

-- AddForeignKey
ALTER TABLE "changes_to_tell" ADD CONSTRAINT "changes_to_tell_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people_to_tell"("id") ON DELETE CASCADE ON UPDATE CASCADE;
