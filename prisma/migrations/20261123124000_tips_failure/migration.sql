-- Why the model gave no tips when it was last asked.
ALTER TABLE "real_time_insights" ADD COLUMN "tips_failure" TEXT;
