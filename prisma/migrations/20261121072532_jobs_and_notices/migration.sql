-- CreateEnum
CREATE TYPE "JobState" AS ENUM ('queued', 'running', 'waiting', 'done', 'failed');

-- AlterTable
ALTER TABLE "notifications" ADD COLUMN     "key" TEXT;

-- CreateTable
CREATE TABLE "job_runs" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "key" TEXT,
    "input" JSONB NOT NULL,
    "state" "JobState" NOT NULL DEFAULT 'queued',
    "actor_id" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER,
    "total" INTEGER,
    "made" INTEGER,
    "message" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "job_runs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "job_runs_name_key_id_idx" ON "job_runs"("name", "key", "id" DESC);

-- CreateIndex
CREATE INDEX "job_runs_state_id_idx" ON "job_runs"("state", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "notifications_user_id_key_key" ON "notifications"("user_id", "key");

-- What follows Prisma's schema language cannot say.

-- Of the work with one name and key only one piece is under way: whoever asks again joins it.
CREATE UNIQUE INDEX "job_runs_under_way" ON "job_runs" ("name", "key") WHERE "key" IS NOT NULL AND "state" IN ('queued', 'running', 'waiting');
