CREATE TABLE "report_days" (
    "id" BIGSERIAL NOT NULL,
    "day" DATE NOT NULL,
    "status" TEXT NOT NULL,
    "mode" "transport_mode",
    "town" TEXT NOT NULL,
    "user_id" INTEGER,
    "parcels" INTEGER NOT NULL,
    "weight_grams" BIGINT NOT NULL,
    "without_weight" INTEGER NOT NULL,
    "volume_cm3" BIGINT NOT NULL,
    "without_volume" INTEGER NOT NULL,

    CONSTRAINT "report_days_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "report_days_day_idx" ON "report_days"("day");

CREATE TABLE "stale_report_days" (
    "id" BIGSERIAL NOT NULL,
    "day" DATE NOT NULL,

    CONSTRAINT "stale_report_days_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "stale_report_days_day_idx" ON "stale_report_days"("day");

-- Rows are only added, by any number of writers at once: none waits for another, and none is lost when a day that was
-- stale before is counted meanwhile.
CREATE FUNCTION stale_days_of_orders(order_ids integer[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO stale_report_days (day)
  SELECT DISTINCT (occurred_at AT TIME ZONE 'UTC')::date FROM order_events
  WHERE order_id = ANY(order_ids) AND status IN ('PROCESSING', 'IN_TRANSIT', 'ARRIVED', 'DELIVERED')
$$;

-- The other events of the orders too: which of several is the first may have changed.
CREATE FUNCTION stale_days_of_events() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed integer[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    -- A creation is in no report.
    IF NOT EXISTS (SELECT FROM new_rows WHERE status <> 'ORDER_CONFIRMED') THEN RETURN NULL; END IF;
    changed := ARRAY(SELECT DISTINCT order_id FROM new_rows);
  ELSE
    changed := ARRAY(SELECT DISTINCT order_id FROM old_rows);
    INSERT INTO stale_report_days (day) SELECT DISTINCT (occurred_at AT TIME ZONE 'UTC')::date FROM old_rows;
  END IF;
  PERFORM stale_days_of_orders(changed);
  RETURN NULL;
END $$;
CREATE TRIGGER order_events_reported_on_insert AFTER INSERT ON "order_events"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION stale_days_of_events();
CREATE TRIGGER order_events_reported_on_update AFTER UPDATE ON "order_events"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION stale_days_of_events();
CREATE TRIGGER order_events_reported_on_delete AFTER DELETE ON "order_events"
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION stale_days_of_events();

CREATE FUNCTION stale_days_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM stale_days_of_orders(ARRAY[NEW.id]);
  RETURN NULL;
END $$;
CREATE TRIGGER orders_reported AFTER UPDATE OF mode, weight_grams, volume_cm3 ON "orders" FOR EACH ROW
  WHEN ((NEW.mode, NEW.weight_grams, NEW.volume_cm3) IS DISTINCT FROM (OLD.mode, OLD.weight_grams, OLD.volume_cm3))
  EXECUTE FUNCTION stale_days_of_order();

-- The city of departure is that of the orders' consignment.
CREATE FUNCTION stale_days_of_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM stale_days_of_orders(ARRAY(SELECT DISTINCT order_id FROM changed_rows));
  RETURN NULL;
END $$;
CREATE TRIGGER consignment_orders_reported_on_insert AFTER INSERT ON "consignment_orders"
  REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION stale_days_of_members();
CREATE TRIGGER consignment_orders_reported_on_delete AFTER DELETE ON "consignment_orders"
  REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION stale_days_of_members();

CREATE FUNCTION stale_days_of_consignment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM stale_days_of_orders(ARRAY(SELECT order_id FROM consignment_orders WHERE consignment_id = NEW.id));
  RETURN NULL;
END $$;
CREATE TRIGGER consignments_reported AFTER UPDATE OF departure_city ON "consignments" FOR EACH ROW
  WHEN (NEW.departure_city IS DISTINCT FROM OLD.departure_city)
  EXECUTE FUNCTION stale_days_of_consignment();

INSERT INTO stale_report_days (day) SELECT DISTINCT (occurred_at AT TIME ZONE 'UTC')::date FROM order_events;
