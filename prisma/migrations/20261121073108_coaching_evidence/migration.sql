-- AlterTable
ALTER TABLE "coaching_insights" ADD COLUMN     "evidence" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "metric" TEXT,
ADD COLUMN     "metric_target" DECIMAL(10,4),
ADD COLUMN     "metric_value" DECIMAL(10,4),
ADD COLUMN     "source" TEXT;
