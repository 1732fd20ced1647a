-- CreateEnum
CREATE TYPE "LeadLostReason" AS ENUM ('price', 'competitor', 'no_budget', 'no_need', 'timing', 'no_response', 'other');

-- AlterTable
ALTER TABLE "leads" ADD COLUMN     "lost_at" TIMESTAMPTZ(3),
ADD COLUMN     "lost_competitor" TEXT,
ADD COLUMN     "lost_note" TEXT,
ADD COLUMN     "lost_reason" "LeadLostReason";

-- The totals of the board leave out lost leads. No lead is lost yet, so those that are stored stay right.
CREATE OR REPLACE FUNCTION count_lead_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO lead_stage_totals (owner_id, stage, leads, value)
    SELECT coalesce(owner_id, ''), stage, count(*), coalesce(sum(value), 0) FROM rows_after WHERE lost_at IS NULL GROUP BY 1, 2;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO lead_stage_totals (owner_id, stage, leads, value)
    SELECT coalesce(owner_id, ''), stage, -count(*), -coalesce(sum(value), 0) FROM rows_before WHERE lost_at IS NULL GROUP BY 1, 2;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO lead_stage_totals (owner_id, stage, leads, value)
    SELECT owner_id, stage, sum(leads), sum(value) FROM (
      SELECT coalesce(owner_id, '') AS owner_id, stage, -1 AS leads, -coalesce(value, 0) AS value FROM rows_before WHERE lost_at IS NULL
      UNION ALL
      SELECT coalesce(owner_id, ''), stage, 1, coalesce(value, 0) FROM rows_after WHERE lost_at IS NULL
    ) AS changes GROUP BY 1, 2 HAVING sum(leads) <> 0 OR sum(value) <> 0;
  ELSE
    DELETE FROM lead_stage_totals;
  END IF;
  RETURN NULL;
END $$;

-- A lead that an import puts into another stage is open again, so that none is both won and lost.
CREATE FUNCTION reopen_moved_lead() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.lost_at := NULL;
    NEW.lost_reason := NULL;
    NEW.lost_competitor := NULL;
    NEW.lost_note := NULL;
    RETURN NEW;
END $$;

CREATE TRIGGER leads_reopened BEFORE UPDATE OF stage ON leads FOR EACH ROW
    WHEN (OLD.lost_at IS NOT NULL AND OLD.stage IS DISTINCT FROM NEW.stage) EXECUTE FUNCTION reopen_moved_lead();
