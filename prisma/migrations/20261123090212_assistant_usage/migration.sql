-- AlterTable
ALTER TABLE "ai_responses" ADD COLUMN     "fallback_reason" TEXT;

-- CreateTable
CREATE TABLE "assistant_usage" (
    "id" TEXT NOT NULL,
    "task" TEXT NOT NULL,
    "user_id" TEXT,
    "model" TEXT NOT NULL,
    "prompt_tokens" INTEGER,
    "completion_tokens" INTEGER,
    "cost" DECIMAL(14,6),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "assistant_usage_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "assistant_usage_created_at_idx" ON "assistant_usage"("created_at");

-- CreateIndex
CREATE INDEX "assistant_usage_user_id_idx" ON "assistant_usage"("user_id");

-- AddForeignKey
ALTER TABLE "assistant_usage" ADD CONSTRAINT "assistant_usage_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
