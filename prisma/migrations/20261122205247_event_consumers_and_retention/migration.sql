-- CreateTable
CREATE TABLE "event_floors" (
    "kind" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,

    CONSTRAINT "event_floors_pkey" PRIMARY KEY ("kind")
);

-- CreateTable
CREATE TABLE "event_consumers" (
    "name" TEXT NOT NULL,
    "kinds" TEXT[],
    "seq" BIGINT NOT NULL,
    "since_id" BIGINT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "event_consumers_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "dead_letters" (
    "id" TEXT NOT NULL,
    "consumer" TEXT NOT NULL,
    "event_seq" BIGINT NOT NULL,
    "event_kind" TEXT NOT NULL,
    "error" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL,
    "first_failed_at" TIMESTAMPTZ(3) NOT NULL,
    "last_failed_at" TIMESTAMPTZ(3) NOT NULL,
    "replayed_at" TIMESTAMPTZ(3),

    CONSTRAINT "dead_letters_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "dead_letters_last_failed_at_idx" ON "dead_letters"("last_failed_at");

-- CreateIndex
CREATE UNIQUE INDEX "dead_letters_consumer_event_seq_key" ON "dead_letters"("consumer", "event_seq");

-- CreateIndex
CREATE INDEX "job_runs_finished_at_idx" ON "job_runs"("finished_at");

-- Clean-up finds the oldest events of a kind. Kinds that are kept for good (RETAINED_KINDS of server/domain/retention/retention.ts)
-- are left out, so they cost nothing to write and are never scanned.
CREATE INDEX "events_removable" ON "events" ("kind", "at") WHERE "kind" <> ALL (ARRAY[
  'customer.created', 'customer.updated', 'lead.created', 'lead.moved', 'reply.generated', 'reply.used', 'email.personalized',
  'demo.begun', 'demo.seeded'
]);

-- Consumer offsets were rows of integration_state. Each consumer writes its kinds when it starts.
INSERT INTO "event_consumers" ("name", "kinds", "seq", "since_id", "updated_at")
SELECT "provider", '{}', ("state" ->> 'after')::bigint, ("state" ->> 'since')::bigint, "updated_at"
FROM "integration_state" WHERE "provider" IN ('flow_rules', 'notices') AND "state" ? 'after' AND "state" ? 'since';
DELETE FROM "integration_state" WHERE "provider" IN ('flow_rules', 'notices');
