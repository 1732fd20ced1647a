-- AlterTable
ALTER TABLE "real_time_insights" ADD COLUMN     "attention" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "caller_phone" TEXT,
ADD COLUMN     "completed_at" TIMESTAMPTZ(3),
ADD COLUMN     "customer_id" TEXT,
ADD COLUMN     "lead_id" TEXT,
ADD COLUMN     "planned_seconds" INTEGER,
ADD COLUMN     "prompting" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "text_sequence" INTEGER,
ADD COLUMN     "told" TEXT,
ADD COLUMN     "transcription_id" TEXT;

-- CreateTable
CREATE TABLE "live_call_segments" (
    "live_call_id" TEXT NOT NULL,
    "segment_id" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "speaker" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "start_ms" INTEGER,
    "end_ms" INTEGER,
    "place" INTEGER NOT NULL,
    "arrived" INTEGER NOT NULL,

    CONSTRAINT "live_call_segments_pkey" PRIMARY KEY ("live_call_id","segment_id")
);

-- CreateTable
CREATE TABLE "live_call_notes" (
    "id" TEXT NOT NULL,
    "live_call_id" TEXT NOT NULL,
    "author_id" TEXT,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "live_call_notes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "live_call_segments_live_call_id_arrived_idx" ON "live_call_segments"("live_call_id", "arrived");

-- CreateIndex
CREATE INDEX "live_call_notes_live_call_id_id_idx" ON "live_call_notes"("live_call_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "real_time_insights_transcription_id_key" ON "real_time_insights"("transcription_id");

-- CreateIndex
CREATE INDEX "real_time_insights_status_attention_id_idx" ON "real_time_insights"("status", "attention" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "real_time_insights_status_last_update_idx" ON "real_time_insights"("status", "last_update");

-- CreateIndex
CREATE INDEX "real_time_insights_customer_id_idx" ON "real_time_insights"("customer_id");

-- CreateIndex
CREATE INDEX "real_time_insights_lead_id_idx" ON "real_time_insights"("lead_id");

-- AddForeignKey
ALTER TABLE "real_time_insights" ADD CONSTRAINT "real_time_insights_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "real_time_insights" ADD CONSTRAINT "real_time_insights_lead_id_fkey" FOREIGN KEY ("lead_id") REFERENCES "leads"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "real_time_insights" ADD CONSTRAINT "real_time_insights_transcription_id_fkey" FOREIGN KEY ("transcription_id") REFERENCES "transcriptions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "live_call_segments" ADD CONSTRAINT "live_call_segments_live_call_id_fkey" FOREIGN KEY ("live_call_id") REFERENCES "real_time_insights"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "live_call_notes" ADD CONSTRAINT "live_call_notes_live_call_id_fkey" FOREIGN KEY ("live_call_id") REFERENCES "real_time_insights"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "live_call_notes" ADD CONSTRAINT "live_call_notes_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
