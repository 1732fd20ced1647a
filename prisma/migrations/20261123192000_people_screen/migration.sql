-- Absence and capacity of people.
ALTER TABLE "users" ADD COLUMN     "absent_from" TIMESTAMPTZ(3),
ADD COLUMN     "absent_until" TIMESTAMPTZ(3),
ADD COLUMN     "capacity" INTEGER;

-- Who may register, where an admin has set it.
ALTER TABLE "workspace_settings" ADD COLUMN     "registration" TEXT;

-- Links by which people make themselves an account.
CREATE TABLE "invitations" (
    "id" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "email" CITEXT,
    "role_key" TEXT NOT NULL,
    "team_id" TEXT,
    "inviter_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "accepted_at" TIMESTAMPTZ(3),
    "accepted_by_id" TEXT,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations"("token_hash");

CREATE INDEX "invitations_created_at_idx" ON "invitations"("created_at" DESC);

CREATE INDEX "invitations_inviter_id_idx" ON "invitations"("inviter_id");

CREATE INDEX "invitations_team_id_idx" ON "invitations"("team_id");

CREATE INDEX "invitations_role_key_idx" ON "invitations"("role_key");

CREATE INDEX "invitations_accepted_by_id_idx" ON "invitations"("accepted_by_id");

CREATE INDEX "invitations_expires_at_idx" ON "invitations"("expires_at");

ALTER TABLE "invitations" ADD CONSTRAINT "invitations_role_key_fkey" FOREIGN KEY ("role_key") REFERENCES "roles"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "invitations" ADD CONSTRAINT "invitations_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "invitations" ADD CONSTRAINT "invitations_inviter_id_fkey" FOREIGN KEY ("inviter_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "invitations" ADD CONSTRAINT "invitations_accepted_by_id_fkey" FOREIGN KEY ("accepted_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
