-- The count of a status is the sum of its slots. A connection writes to its own slot, so that writers do not wait for each
-- other's commit; the former version sums all rows of a status too.
ALTER TABLE "order_status_counts" ADD COLUMN "slot" SMALLINT NOT NULL DEFAULT 0;
ALTER TABLE "order_status_counts" DROP CONSTRAINT "order_status_counts_pkey";
ALTER TABLE "order_status_counts" ADD CONSTRAINT "order_status_counts_pkey" PRIMARY KEY ("status", "slot");

-- Archived orders are in no list and no count. Rows are locked in the order of their status.
CREATE OR REPLACE FUNCTION count_orders_by_status() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  own_slot CONSTANT smallint := pg_backend_pid() % 32;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO order_status_counts AS counts (status, slot, count)
    SELECT status, own_slot, count(*) FROM new_rows WHERE archived_at IS NULL GROUP BY status ORDER BY status
    ON CONFLICT (status, slot) DO UPDATE SET count = counts.count + excluded.count;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO order_status_counts AS counts (status, slot, count)
    SELECT status, own_slot, -count(*) FROM old_rows WHERE archived_at IS NULL GROUP BY status ORDER BY status
    ON CONFLICT (status, slot) DO UPDATE SET count = counts.count + excluded.count;
  ELSE
    INSERT INTO order_status_counts AS counts (status, slot, count)
    SELECT status, own_slot, sum(delta)
    FROM (
      SELECT status, 1 AS delta FROM new_rows WHERE archived_at IS NULL
      UNION ALL SELECT status, -1 FROM old_rows WHERE archived_at IS NULL
    ) AS changes
    GROUP BY status HAVING sum(delta) <> 0 ORDER BY status
    ON CONFLICT (status, slot) DO UPDATE SET count = counts.count + excluded.count;
  END IF;
  RETURN NULL;
END $$;
