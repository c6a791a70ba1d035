-- AlterTable
ALTER TABLE "order_events" ADD COLUMN     "clears_text" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "keeps_status" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "opens_pickup" BOOLEAN NOT NULL DEFAULT false;

-- Events without a milestone under the status of the event before them; without a text, they removed it.
UPDATE "order_events" e SET "keeps_status" = true, "clears_text" = e.note IS NULL
FROM (
  SELECT id, status = lag(status) OVER (PARTITION BY order_id ORDER BY id) AS is_same FROM "order_events"
) before
WHERE before.id = e.id AND before.is_same AND e.milestone_label IS NULL;

UPDATE "order_events" e SET "opens_pickup" = true FROM "milestones" m WHERE m.id = e.milestone_id AND m.opens_pickup;
