-- AlterTable
ALTER TABLE "events" ADD COLUMN     "address" TEXT,
ADD COLUMN     "credential_id" TEXT;

-- CreateTable
CREATE TABLE "security_events" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "username" TEXT,
    "credential_id" TEXT,
    "address" TEXT,
    "transport" TEXT,
    "user_agent" TEXT,
    "subject_id" TEXT,
    "details" JSONB NOT NULL DEFAULT '{}',
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "security_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "security_events_at_idx" ON "security_events"("at");

-- CreateIndex
CREATE INDEX "events_at_idx" ON "events"("at");

-- What the audit shows. Left out: progress that nobody did, notifications, and lines of the security log that an event tells of, too.
CREATE VIEW "audit_entries" AS
SELECT
    'e' || "id"::text AS "id", "kind", "actor_id", NULL::text AS "username", "subject_type", "subject_id", "credential_id", "address",
    NULL::text AS "transport", NULL::text AS "user_agent", "data"::text AS "details", "at"
FROM "events"
WHERE "kind" <> ALL (ARRAY['live_call.updated', 'notification.added', 'notifications.read', 'sync.progressed', 'demo.begun', 'demo.seeded'])
UNION ALL
SELECT
    's' || "id"::text, "kind", "actor_id", "username", 'security', "subject_id", "credential_id", "address",
    "transport", "user_agent", "details"::text, "at"
FROM "security_events"
WHERE "kind" <> ALL (ARRAY['sign_in.succeeded', 'registration.succeeded', 'password.changed', 'session.ended', 'token.created', 'token.revoked', 'export.created']);
