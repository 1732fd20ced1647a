-- AlterTable
ALTER TABLE "customer_interaction_flows" ADD COLUMN     "owner_id" TEXT;

-- AlterTable
ALTER TABLE "customers" ADD COLUMN     "owner_id" TEXT;

-- AlterTable
ALTER TABLE "events" ADD COLUMN     "owner_id" TEXT;

-- AlterTable
ALTER TABLE "leads" ADD COLUMN     "owner_id" TEXT;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "role_key" TEXT NOT NULL DEFAULT 'rep',
ADD COLUMN     "team_id" TEXT;

-- CreateTable
CREATE TABLE "teams" (
    "id" TEXT NOT NULL,
    "name" CITEXT NOT NULL,
    "parent_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "teams_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "roles" (
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "roles_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "role_permissions" (
    "role_key" TEXT NOT NULL,
    "noun" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "scope" TEXT NOT NULL,

    CONSTRAINT "role_permissions_pkey" PRIMARY KEY ("role_key","noun","action")
);

-- CreateTable
CREATE TABLE "workspace_settings" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "record_scope" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "workspace_settings_pkey" PRIMARY KEY ("id")
);

-- The roles a workspace starts with.
INSERT INTO "roles" ("key", "name", "description", "updated_at") VALUES
    ('admin', 'Admin', 'Everything, including people, roles and settings.', now()),
    ('manager', 'Manager', 'Everything of their teams, and the shared training items and templates.', now()),
    ('coach', 'Coach', 'Sees calls, live calls and coaching of their teams; works on their own.', now()),
    ('rep', 'Rep', 'Works on their own leads, customers and calls.', now()),
    ('analyst', 'Analyst', 'Reads and exports everything, and changes nothing.', now()),
    ('read_only', 'Read-only', 'Reads everything; exports and changes nothing.', now());

INSERT INTO "role_permissions" ("role_key", "noun", "action", "scope")
SELECT role_key, noun, unnest(actions), scope FROM (VALUES
    ('admin', 'lead', ARRAY['read', 'change', 'delete', 'export', 'import'], 'all'),
    ('admin', 'customer', ARRAY['read', 'change', 'delete', 'export', 'import'], 'all'),
    ('admin', 'transcription', ARRAY['read', 'change', 'delete', 'export', 'import'], 'all'),
    ('admin', 'liveCall', ARRAY['read', 'change', 'export'], 'all'),
    ('admin', 'order', ARRAY['read', 'export', 'import'], 'all'),
    ('admin', 'interactionFlow', ARRAY['read', 'change', 'export'], 'all'),
    ('admin', 'aiResponse', ARRAY['read', 'change', 'export'], 'all'),
    ('admin', 'coaching', ARRAY['read', 'change', 'export'], 'all'),
    ('admin', 'trainingItem', ARRAY['read', 'change', 'delete', 'export', 'import'], 'all'),
    ('admin', 'emailTemplate', ARRAY['read', 'change', 'delete', 'export'], 'all'),
    ('admin', 'coachingRule', ARRAY['read', 'configure'], 'all'),
    ('admin', 'integration', ARRAY['read', 'configure'], 'all'),
    ('admin', 'people', ARRAY['read', 'configure'], 'all'),
    ('admin', 'workspace', ARRAY['read', 'configure'], 'all'),
    ('manager', 'lead', ARRAY['read', 'change', 'delete', 'export', 'import'], 'team'),
    ('manager', 'customer', ARRAY['read', 'change', 'delete', 'export', 'import'], 'team'),
    ('manager', 'transcription', ARRAY['read', 'change', 'delete', 'export', 'import'], 'team'),
    ('manager', 'liveCall', ARRAY['read', 'change', 'export'], 'team'),
    ('manager', 'order', ARRAY['read', 'export', 'import'], 'team'),
    ('manager', 'interactionFlow', ARRAY['read', 'change', 'export'], 'team'),
    ('manager', 'aiResponse', ARRAY['read', 'change', 'export'], 'team'),
    ('manager', 'coaching', ARRAY['read', 'change', 'export'], 'team'),
    ('manager', 'trainingItem', ARRAY['read', 'change', 'delete', 'export', 'import'], 'all'),
    ('manager', 'emailTemplate', ARRAY['read', 'change', 'delete', 'export'], 'all'),
    ('manager', 'coachingRule', ARRAY['read', 'configure'], 'all'),
    ('manager', 'integration', ARRAY['read', 'configure'], 'all'),
    ('manager', 'people', ARRAY['read'], 'all'),
    ('manager', 'workspace', ARRAY['read'], 'all'),
    ('coach', 'lead', ARRAY['read'], 'team'),
    ('coach', 'customer', ARRAY['read'], 'team'),
    ('coach', 'transcription', ARRAY['read', 'change', 'export'], 'team'),
    ('coach', 'liveCall', ARRAY['read', 'change', 'export'], 'team'),
    ('coach', 'order', ARRAY['read'], 'team'),
    ('coach', 'interactionFlow', ARRAY['read'], 'team'),
    ('coach', 'aiResponse', ARRAY['read'], 'team'),
    ('coach', 'coaching', ARRAY['read', 'change', 'export'], 'team'),
    ('coach', 'trainingItem', ARRAY['read', 'change', 'delete', 'export', 'import'], 'all'),
    ('coach', 'emailTemplate', ARRAY['read', 'change', 'delete', 'export'], 'all'),
    ('coach', 'coachingRule', ARRAY['read', 'configure'], 'all'),
    ('coach', 'integration', ARRAY['read'], 'all'),
    ('coach', 'people', ARRAY['read'], 'all'),
    ('coach', 'workspace', ARRAY['read'], 'all'),
    ('rep', 'lead', ARRAY['read', 'change', 'delete', 'export', 'import'], 'own'),
    ('rep', 'customer', ARRAY['read', 'change', 'delete', 'export', 'import'], 'own'),
    ('rep', 'transcription', ARRAY['read', 'change', 'delete', 'export', 'import'], 'own'),
    ('rep', 'liveCall', ARRAY['read', 'change', 'export'], 'own'),
    ('rep', 'order', ARRAY['read', 'export', 'import'], 'own'),
    ('rep', 'interactionFlow', ARRAY['read', 'change', 'export'], 'own'),
    ('rep', 'aiResponse', ARRAY['read', 'change', 'export'], 'own'),
    ('rep', 'coaching', ARRAY['read', 'change', 'export'], 'own'),
    ('rep', 'trainingItem', ARRAY['read', 'change', 'delete', 'export', 'import'], 'all'),
    ('rep', 'emailTemplate', ARRAY['read', 'change', 'delete', 'export'], 'all'),
    ('rep', 'coachingRule', ARRAY['read', 'configure'], 'all'),
    ('rep', 'integration', ARRAY['read', 'configure'], 'all'),
    ('rep', 'people', ARRAY['read'], 'all'),
    ('rep', 'workspace', ARRAY['read'], 'all'),
    ('analyst', 'lead', ARRAY['read', 'export'], 'all'),
    ('analyst', 'customer', ARRAY['read', 'export'], 'all'),
    ('analyst', 'transcription', ARRAY['read', 'export'], 'all'),
    ('analyst', 'liveCall', ARRAY['read', 'export'], 'all'),
    ('analyst', 'order', ARRAY['read', 'export'], 'all'),
    ('analyst', 'interactionFlow', ARRAY['read', 'export'], 'all'),
    ('analyst', 'aiResponse', ARRAY['read', 'export'], 'all'),
    ('analyst', 'trainingItem', ARRAY['read', 'export'], 'all'),
    ('analyst', 'emailTemplate', ARRAY['read', 'export'], 'all'),
    ('analyst', 'coachingRule', ARRAY['read'], 'all'),
    ('analyst', 'integration', ARRAY['read'], 'all'),
    ('analyst', 'people', ARRAY['read'], 'all'),
    ('analyst', 'workspace', ARRAY['read'], 'all'),
    ('read_only', 'lead', ARRAY['read'], 'all'),
    ('read_only', 'customer', ARRAY['read'], 'all'),
    ('read_only', 'transcription', ARRAY['read'], 'all'),
    ('read_only', 'liveCall', ARRAY['read'], 'all'),
    ('read_only', 'order', ARRAY['read'], 'all'),
    ('read_only', 'interactionFlow', ARRAY['read'], 'all'),
    ('read_only', 'aiResponse', ARRAY['read'], 'all'),
    ('read_only', 'trainingItem', ARRAY['read'], 'all'),
    ('read_only', 'emailTemplate', ARRAY['read'], 'all'),
    ('read_only', 'coachingRule', ARRAY['read'], 'all'),
    ('read_only', 'integration', ARRAY['read'], 'all'),
    ('read_only', 'people', ARRAY['read'], 'all'),
    ('read_only', 'workspace', ARRAY['read'], 'all')
) AS defaults(role_key, noun, actions, scope);

-- Somebody has to be able to change roles: the oldest account.
UPDATE "users" SET "role_key" = 'admin' WHERE id = (SELECT id FROM "users" WHERE is_active ORDER BY created_at, id LIMIT 1);

-- CreateIndex
CREATE UNIQUE INDEX "teams_name_key" ON "teams"("name");

-- CreateIndex
CREATE INDEX "teams_parent_id_idx" ON "teams"("parent_id");

-- CreateIndex
CREATE INDEX "ai_responses_user_id_id_idx" ON "ai_responses"("user_id", "id" DESC);

-- CreateIndex
CREATE INDEX "customer_interaction_flows_owner_id_id_idx" ON "customer_interaction_flows"("owner_id", "id");

-- CreateIndex
CREATE INDEX "customers_owner_id_id_idx" ON "customers"("owner_id", "id" DESC);

-- CreateIndex
CREATE INDEX "leads_owner_id_stage_stage_changed_at_id_idx" ON "leads"("owner_id", "stage", "stage_changed_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "leads_owner_id_id_idx" ON "leads"("owner_id", "id" DESC);

-- CreateIndex
CREATE INDEX "users_team_id_idx" ON "users"("team_id");

-- CreateIndex
CREATE INDEX "users_role_key_idx" ON "users"("role_key");

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_role_key_fkey" FOREIGN KEY ("role_key") REFERENCES "roles"("key") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "teams" ADD CONSTRAINT "teams_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "role_permissions" ADD CONSTRAINT "role_permissions_role_key_fkey" FOREIGN KEY ("role_key") REFERENCES "roles"("key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customers" ADD CONSTRAINT "customers_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "leads" ADD CONSTRAINT "leads_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customer_interaction_flows" ADD CONSTRAINT "customer_interaction_flows_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
