-- CreateEnum
CREATE TYPE "ReplySourceKind" AS ENUM ('training_item', 'order', 'lead', 'transcription');

-- CreateTable
CREATE TABLE "ai_response_sources" (
    "response_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "kind" "ReplySourceKind" NOT NULL,
    "training_item_id" TEXT,
    "order_id" TEXT,
    "lead_id" TEXT,
    "transcription_id" TEXT,
    "title" TEXT NOT NULL,
    "passage" TEXT NOT NULL,
    "ranges" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "ai_response_sources_pkey" PRIMARY KEY ("response_id","position")
);

-- CreateIndex
CREATE INDEX "ai_response_sources_training_item_id_idx" ON "ai_response_sources"("training_item_id");

-- CreateIndex
CREATE INDEX "ai_response_sources_order_id_idx" ON "ai_response_sources"("order_id");

-- CreateIndex
CREATE INDEX "ai_response_sources_lead_id_idx" ON "ai_response_sources"("lead_id");

-- CreateIndex
CREATE INDEX "ai_response_sources_transcription_id_idx" ON "ai_response_sources"("transcription_id");

-- AddForeignKey
ALTER TABLE "ai_response_sources" ADD CONSTRAINT "ai_response_sources_response_id_fkey" FOREIGN KEY ("response_id") REFERENCES "ai_responses"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ai_response_sources" ADD CONSTRAINT "ai_response_sources_training_item_id_fkey" FOREIGN KEY ("training_item_id") REFERENCES "ai_training_data"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ai_response_sources" ADD CONSTRAINT "ai_response_sources_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "shopify_orders"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ai_response_sources" ADD CONSTRAINT "ai_response_sources_lead_id_fkey" FOREIGN KEY ("lead_id") REFERENCES "leads"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ai_response_sources" ADD CONSTRAINT "ai_response_sources_transcription_id_fkey" FOREIGN KEY ("transcription_id") REFERENCES "transcriptions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Checks that Prisma's schema cannot express
ALTER TABLE "ai_response_sources" ADD CONSTRAINT "ai_response_sources_position_not_negative" CHECK ("position" >= 0);
ALTER TABLE "ai_response_sources" ADD CONSTRAINT "ai_response_sources_passage_length" CHECK (char_length("passage") <= 600);
ALTER TABLE "ai_response_sources" ADD CONSTRAINT "ai_response_sources_row_of_kind" CHECK (
  ("training_item_id" IS NULL OR "kind" = 'training_item')
  AND ("order_id" IS NULL OR "kind" = 'order')
  AND ("lead_id" IS NULL OR "kind" = 'lead')
  AND ("transcription_id" IS NULL OR "kind" = 'transcription')
);
