-- AlterTable
ALTER TABLE "ai_training_data" ADD COLUMN     "also_asked_as" TEXT NOT NULL DEFAULT '';

-- The other ways an item is asked are searched like its title.
DROP INDEX "ai_training_data_words";
CREATE INDEX "ai_training_data_words" ON "ai_training_data" USING GIN (to_tsvector('english', "title" || ' ' || "also_asked_as" || ' ' || "content"));

-- Imports find items by their titles.
CREATE INDEX "ai_training_data_lower_title" ON "ai_training_data" (lower("title"));

-- CreateTable
CREATE TABLE "training_phrasings" (
    "training_item_id" TEXT NOT NULL,
    "normalized" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "created_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "training_phrasings_pkey" PRIMARY KEY ("training_item_id","normalized")
);

-- CreateTable
CREATE TABLE "training_phrasing_proposals" (
    "id" TEXT NOT NULL,
    "training_item_id" TEXT NOT NULL,
    "normalized" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 1,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "decided_by_id" TEXT,
    "decided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "training_phrasing_proposals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reply_questions" (
    "id" TEXT NOT NULL,
    "response_id" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "training_item_id" TEXT,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reply_questions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "training_phrasings_created_by_id_idx" ON "training_phrasings"("created_by_id");

-- CreateIndex
CREATE INDEX "training_phrasing_proposals_state_count_id_idx" ON "training_phrasing_proposals"("state", "count" DESC, "id");

-- CreateIndex
CREATE INDEX "training_phrasing_proposals_decided_by_id_idx" ON "training_phrasing_proposals"("decided_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "training_phrasing_proposals_training_item_id_normalized_key" ON "training_phrasing_proposals"("training_item_id", "normalized");

-- CreateIndex
CREATE INDEX "reply_questions_response_id_idx" ON "reply_questions"("response_id");

-- CreateIndex
CREATE INDEX "reply_questions_training_item_id_idx" ON "reply_questions"("training_item_id");

-- CreateIndex
CREATE INDEX "reply_questions_asked_at_idx" ON "reply_questions"("asked_at");

-- AddForeignKey
ALTER TABLE "training_phrasings" ADD CONSTRAINT "training_phrasings_training_item_id_fkey" FOREIGN KEY ("training_item_id") REFERENCES "ai_training_data"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "training_phrasings" ADD CONSTRAINT "training_phrasings_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "training_phrasing_proposals" ADD CONSTRAINT "training_phrasing_proposals_training_item_id_fkey" FOREIGN KEY ("training_item_id") REFERENCES "ai_training_data"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "training_phrasing_proposals" ADD CONSTRAINT "training_phrasing_proposals_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reply_questions" ADD CONSTRAINT "reply_questions_response_id_fkey" FOREIGN KEY ("response_id") REFERENCES "ai_responses"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reply_questions" ADD CONSTRAINT "reply_questions_training_item_id_fkey" FOREIGN KEY ("training_item_id") REFERENCES "ai_training_data"("id") ON DELETE CASCADE ON UPDATE CASCADE;
