-- `events` becomes the first partition of a table by month, in three migrations, so that none locks it for long. This one says up to
-- when its rows reach: the month after the newest, without looking at the rows. Months are those of UTC.
SET LOCAL lock_timeout = '30s';

DO $$
DECLARE
  newest TIMESTAMPTZ := greatest(now(), (SELECT max("at") FROM "events")) + interval '2 days';
  until TIMESTAMPTZ := (date_trunc('month', newest AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC';
BEGIN
  EXECUTE format('ALTER TABLE "events" ADD CONSTRAINT "events_before_at_check" CHECK ("at" < %L::timestamptz) NOT VALID', until);
END $$;
