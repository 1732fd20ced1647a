-- Changes no row: the table of before is renamed and attached, which takes milliseconds.
SET LOCAL lock_timeout = '30s';

ALTER TABLE "events" RENAME TO "events_before";
ALTER INDEX "events_pkey" RENAME TO "events_before_pkey";
ALTER INDEX "events_seq_key" RENAME TO "events_before_seq_key";
ALTER INDEX "events_subject_type_subject_id_id_idx" RENAME TO "events_before_subject_type_subject_id_id_idx";
ALTER INDEX "events_customer_id_at_idx" RENAME TO "events_before_customer_id_at_idx";
ALTER INDEX "events_kind_seq_idx" RENAME TO "events_before_kind_seq_idx";
ALTER INDEX "events_at_idx" RENAME TO "events_before_at_idx";
ALTER INDEX "events_unsequenced" RENAME TO "events_before_unsequenced";
ALTER INDEX "events_removable" RENAME TO "events_before_removable";

CREATE TABLE "events" (LIKE "events_before" INCLUDING DEFAULTS) PARTITION BY RANGE ("at");
ALTER SEQUENCE "events_id_seq" OWNED BY "events"."id";
CREATE INDEX "events_subject_type_subject_id_id_idx" ON "events"("subject_type", "subject_id", "id");
CREATE INDEX "events_customer_id_at_idx" ON "events"("customer_id", "at" DESC);
CREATE INDEX "events_kind_seq_idx" ON "events"("kind", "seq");
CREATE INDEX "events_at_idx" ON "events"("at");
CREATE INDEX "events_unsequenced" ON "events" ("id") WHERE "seq" IS NULL;
CREATE INDEX "events_removable" ON "events" ("kind", "at") WHERE "kind" <> ALL (ARRAY[
  'customer.created', 'customer.updated', 'lead.created', 'lead.moved', 'reply.generated', 'reply.used', 'email.personalized',
  'demo.begun', 'demo.seeded'
]);
ALTER TABLE "events" ADD CONSTRAINT "events_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "events" ADD CONSTRAINT "events_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- A unique constraint of a partitioned table must hold what it is partitioned by. So each partition has its own for `id` and for `seq`;
-- across them the sequence and the one row of `event_head` give every number once.
CREATE FUNCTION make_event_keys(partition TEXT) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %1$I ADD CONSTRAINT %2$I PRIMARY KEY ("id")', partition, partition || '_pkey');
  EXECUTE format('CREATE UNIQUE INDEX %2$I ON %1$I ("seq")', partition, partition || '_seq_key');
END $$;

DO $$
DECLARE
  until TEXT := (
    SELECT (regexp_match(pg_get_constraintdef(oid), '''([^'']+)'''))[1]
    FROM pg_constraint WHERE conname = 'events_before_at_check' AND conrelid = 'events_before'::regclass
  );
BEGIN
  EXECUTE format('ALTER TABLE "events" ATTACH PARTITION "events_before" FOR VALUES FROM (MINVALUE) TO (%L)', until);
  EXECUTE format('CREATE TABLE "events_since" PARTITION OF "events" FOR VALUES FROM (%L) TO (MAXVALUE) PARTITION BY LIST ("kind")', until);
END $$;

-- Business records (RETAINED_KINDS of server/domain/retention/retention.ts) stay for good, so they have one table; what is removed by
-- age has a table for each month, which goes as a whole.
CREATE TABLE "events_records" PARTITION OF "events_since" FOR VALUES IN (
  'customer.created', 'customer.updated', 'lead.created', 'lead.moved', 'reply.generated', 'reply.used', 'email.personalized',
  'demo.begun', 'demo.seeded'
);
CREATE TABLE "events_log" PARTITION OF "events_since" DEFAULT PARTITION BY RANGE ("at");
-- Events of a month that has no table; there are some only where a clock is wrong, or no server ran for months.
CREATE TABLE "events_log_rest" PARTITION OF "events_log" DEFAULT;
SELECT make_event_keys('events_records'), make_event_keys('events_log_rest');

-- Makes the table of a month, given by any moment in it. Answers whether it did; not where some of its events are in the rest already.
CREATE FUNCTION create_event_month(moment TIMESTAMPTZ) RETURNS BOOLEAN LANGUAGE plpgsql SET lock_timeout = '2s' SET timezone = 'UTC' AS $$
DECLARE
  first TIMESTAMPTZ := date_trunc('month', moment);
  next TIMESTAMPTZ := date_trunc('month', moment) + interval '1 month';
  name TEXT := 'events_log_' || to_char(moment, 'YYYY_MM');
BEGIN
  IF to_regclass(name) IS NOT NULL OR EXISTS (SELECT FROM events_log_rest WHERE at >= first AND at < next) THEN
    RETURN FALSE;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE events INCLUDING DEFAULTS)', name);
  PERFORM make_event_keys(name);
  EXECUTE format('ALTER TABLE events_log ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, first, next);
  RETURN TRUE;
END $$;

-- The view names the table that it was made for.
CREATE OR REPLACE VIEW "audit_entries" AS
SELECT
    'e' || "id"::text AS "id", "kind", "actor_id", NULL::text AS "username", "subject_type", "subject_id", "credential_id", "address",
    NULL::text AS "transport", NULL::text AS "user_agent", "data"::text AS "details", "at"
FROM "events"
WHERE "kind" <> ALL (ARRAY['live_call.updated', 'notification.added', 'notifications.read', 'lead.notified', 'transcription.notified',
    'live_call.notified', 'sync.notified', 'sync.progressed', 'demo.begun', 'demo.seeded'])
UNION ALL
SELECT
    's' || "id"::text, "kind", "actor_id", "username", 'security', "subject_id", "credential_id", "address",
    "transport", "user_agent", "details"::text, "at"
FROM "security_events"
WHERE "kind" <> ALL (ARRAY['sign_in.succeeded', 'registration.succeeded', 'password.changed', 'session.ended', 'token.created', 'token.revoked', 'export.created',
    'second_factor.added', 'second_factor.removed', 'second_factor.codes_renewed', 'second_factor.requirement_changed', 'passkey.added', 'passkey.removed',
    'password_reset.link_created', 'password_reset.completed']);
