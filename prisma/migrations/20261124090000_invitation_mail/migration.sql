-- The mail of an invitation has a link of its own, made by the job that sends it: no link is in a queue.
ALTER TABLE "invitations" ADD COLUMN     "mail_token_hash" TEXT,
ADD COLUMN     "mailed_at" TIMESTAMPTZ(3);

CREATE UNIQUE INDEX "invitations_mail_token_hash_key" ON "invitations"("mail_token_hash");

-- Events tell of the second factors, passkeys and reset links, too.
CREATE OR REPLACE VIEW "audit_entries" AS
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
WHERE "kind" <> ALL (ARRAY['sign_in.succeeded', 'registration.succeeded', 'password.changed', 'session.ended', 'token.created', 'token.revoked', 'export.created',
    'second_factor.added', 'second_factor.removed', 'second_factor.codes_renewed', 'second_factor.requirement_changed', 'passkey.added', 'passkey.removed',
    'password_reset.link_created', 'password_reset.completed']);
