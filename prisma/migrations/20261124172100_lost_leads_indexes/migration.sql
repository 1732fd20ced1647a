-- The board reads the first open leads of a column, however many of it were lost. Prisma has no partial indexes.
CREATE INDEX CONCURRENTLY "leads_open" ON "leads"("stage", "stage_changed_at" DESC, "id" DESC) WHERE "lost_at" IS NULL;

CREATE INDEX CONCURRENTLY "leads_open_of_owner" ON "leads"("owner_id", "stage", "stage_changed_at" DESC, "id" DESC) WHERE "lost_at" IS NULL;

-- Lists and counts of lost leads by when they were lost.
CREATE INDEX CONCURRENTLY "leads_lost" ON "leads"("lost_at" DESC NULLS LAST, "id" DESC) WHERE "lost_at" IS NOT NULL;

CREATE INDEX CONCURRENTLY "leads_lost_of_owner" ON "leads"("owner_id", "lost_at" DESC NULLS LAST, "id" DESC) WHERE "lost_at" IS NOT NULL;
