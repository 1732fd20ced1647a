-- AlterTable
ALTER TABLE "transcriptions" ADD COLUMN     "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- Nobody knows when an existing record last changed; the time of its call is the earliest it can be.
UPDATE "transcriptions" SET "updated_at" = "created_at";

-- CreateIndex
CREATE INDEX "transcriptions_updated_at_id_idx" ON "transcriptions"("updated_at" DESC, "id" DESC);
