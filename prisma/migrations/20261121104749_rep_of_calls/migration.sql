-- AlterTable
ALTER TABLE "transcriptions" ADD COLUMN     "rep_id" TEXT;

-- CreateIndex
CREATE INDEX "transcriptions_rep_id_created_at_idx" ON "transcriptions"("rep_id", "created_at");

-- AddForeignKey
ALTER TABLE "transcriptions" ADD CONSTRAINT "transcriptions_rep_id_fkey" FOREIGN KEY ("rep_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;


-- Of calls that were told live it was known all along.
UPDATE "transcriptions" SET "rep_id" = "live"."user_id" FROM "real_time_insights" AS "live" WHERE "live"."transcription_id" = "transcriptions"."id";
