-- AlterTable
ALTER TABLE "imports" ADD COLUMN     "bytes" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "dry_run_id" TEXT;
