-- A notification for many people is one row: with `user_id` null it is for everybody who may read rows of `noun` (null: for everybody)
-- and the row it tells of, except one person. Rows from before stay what they are, one for each person.
ALTER TABLE "notifications" ALTER COLUMN "user_id" DROP NOT NULL,
ADD COLUMN     "except_user_id" TEXT,
ADD COLUMN     "noun" TEXT;

-- Of a person's own notifications `notifications_user_id_key_key` sees to the same.
CREATE UNIQUE INDEX "notifications_shared_key" ON "notifications" ("key") WHERE "user_id" IS NULL;

-- CreateTable
CREATE TABLE "notification_reads" (
    "user_id" TEXT NOT NULL,
    "notification_id" TEXT NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notification_reads_pkey" PRIMARY KEY ("user_id","notification_id")
);

-- CreateIndex
CREATE INDEX "notification_reads_notification_id_idx" ON "notification_reads"("notification_id");

-- AddForeignKey
ALTER TABLE "notification_reads" ADD CONSTRAINT "notification_reads_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_reads" ADD CONSTRAINT "notification_reads_notification_id_fkey" FOREIGN KEY ("notification_id") REFERENCES "notifications"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The audit leaves out notifications, whoever they are for.
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
