-- AlterTable
ALTER TABLE "leads" ADD COLUMN     "next_step_due_by" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "tasks" (
    "id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "due_on" TEXT,
    "due_at" TIMESTAMPTZ(3),
    "due_by" TIMESTAMPTZ(3) NOT NULL,
    "recurrence" TEXT,
    "remind_at" TIMESTAMPTZ(3),
    "reminded_at" TIMESTAMPTZ(3),
    "owner_id" TEXT,
    "lead_id" TEXT,
    "customer_id" TEXT,
    "transcription_id" TEXT,
    "order_id" TEXT,
    "is_next_step" BOOLEAN NOT NULL DEFAULT false,
    "completed_at" TIMESTAMPTZ(3),
    "previous_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tasks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "tasks_previous_id_key" ON "tasks"("previous_id");

-- CreateIndex
CREATE INDEX "tasks_owner_id_due_by_id_idx" ON "tasks"("owner_id", "due_by", "id");

-- CreateIndex
CREATE INDEX "tasks_due_by_id_idx" ON "tasks"("due_by", "id");

-- CreateIndex
CREATE INDEX "tasks_lead_id_id_idx" ON "tasks"("lead_id", "id");

-- CreateIndex
CREATE INDEX "tasks_customer_id_id_idx" ON "tasks"("customer_id", "id");

-- CreateIndex
CREATE INDEX "tasks_transcription_id_id_idx" ON "tasks"("transcription_id", "id");

-- CreateIndex
CREATE INDEX "tasks_order_id_id_idx" ON "tasks"("order_id", "id");

-- CreateIndex
CREATE INDEX "tasks_updated_at_id_idx" ON "tasks"("updated_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_lead_id_fkey" FOREIGN KEY ("lead_id") REFERENCES "leads"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_transcription_id_fkey" FOREIGN KEY ("transcription_id") REFERENCES "transcriptions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "shopify_orders"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_previous_id_fkey" FOREIGN KEY ("previous_id") REFERENCES "tasks"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- A task is due on a day or at a time, and is about one thing at most.
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_due" CHECK (num_nonnulls("due_on", "due_at") = 1 AND "due_on" ~ '^\d{4}-\d{2}-\d{2}$');
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_subject" CHECK (num_nonnulls("lead_id", "customer_id", "transcription_id", "order_id") <= 1);

-- Prisma has no partial indexes: a lead has one open next step at most, and the job that reminds people reads only who is still to be reminded.
CREATE UNIQUE INDEX "tasks_next_step" ON "tasks"("lead_id") WHERE "is_next_step" AND "completed_at" IS NULL;
CREATE INDEX "tasks_to_remind" ON "tasks"("remind_at", "id") WHERE "completed_at" IS NULL AND "reminded_at" IS NULL;

-- What the roles may do with tasks, as `schema/contract/access.ts` has it.
INSERT INTO "role_permissions" ("role_key", "noun", "action", "scope")
SELECT role_key, 'task', action, scope FROM (VALUES
    ('admin', ARRAY['read', 'change', 'delete', 'export'], 'all'),
    ('manager', ARRAY['read', 'change', 'delete', 'export'], 'team'),
    ('coach', ARRAY['read'], 'team'),
    ('coach', ARRAY['change', 'delete', 'export'], 'own'),
    ('rep', ARRAY['read', 'change', 'delete', 'export'], 'own'),
    ('analyst', ARRAY['read', 'export'], 'all'),
    ('read_only', ARRAY['read'], 'all')
) AS defaults(role_key, actions, scope), unnest(actions) AS action
WHERE role_key IN (SELECT "key" FROM "roles");
