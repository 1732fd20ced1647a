-- CreateEnum
CREATE TYPE "ReplyDiscardReason" AS ENUM ('wrong_answer', 'wrong_customer', 'tone', 'missing_information', 'outdated', 'other');

-- AlterTable
ALTER TABLE "ai_responses" ADD COLUMN     "discard_note" TEXT,
ADD COLUMN     "discard_reason" "ReplyDiscardReason",
ADD COLUMN     "discarded_at" TIMESTAMPTZ(3),
ADD COLUMN     "edit_distance" INTEGER,
ADD COLUMN     "edited_share" DOUBLE PRECISION,
ADD COLUMN     "sent_text" TEXT;
