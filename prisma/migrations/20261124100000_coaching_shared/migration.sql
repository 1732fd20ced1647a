-- AlterTable
ALTER TABLE "coaching_sessions" ADD COLUMN     "shared_at" TIMESTAMPTZ(3),
ADD COLUMN     "shared_with_id" TEXT;

-- CreateIndex
CREATE INDEX "coaching_sessions_shared_with_id_id_idx" ON "coaching_sessions"("shared_with_id", "id");

-- AddForeignKey
ALTER TABLE "coaching_sessions" ADD CONSTRAINT "coaching_sessions_shared_with_id_fkey" FOREIGN KEY ("shared_with_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Reviews and insights were always changed by the person they are of.
UPDATE "events" SET "owner_id" = "actor_id" WHERE "kind" IN ('coaching.analyzed', 'coaching_insight.updated') AND "owner_id" IS NULL;
