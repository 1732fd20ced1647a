-- CreateTable
CREATE TABLE "lead_stage_totals" (
    "id" BIGSERIAL NOT NULL,
    "owner_id" TEXT NOT NULL DEFAULT '',
    "stage" "LeadStage" NOT NULL,
    "leads" INTEGER NOT NULL,
    "value" DECIMAL(16,2) NOT NULL,

    CONSTRAINT "lead_stage_totals_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "lead_stage_totals_owner_id_stage_idx" ON "lead_stage_totals"("owner_id", "stage");

-- Whatever changes leads, in the product or by hand, adds the differences as new rows: nobody waits for anybody, and the sum of the
-- rows is what the leads come to in every snapshot. `server/domain/lead/column-totals.ts` adds them up and merges them.
CREATE FUNCTION count_lead_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO lead_stage_totals (owner_id, stage, leads, value)
    SELECT coalesce(owner_id, ''), stage, count(*), coalesce(sum(value), 0) FROM rows_after GROUP BY 1, 2;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO lead_stage_totals (owner_id, stage, leads, value)
    SELECT coalesce(owner_id, ''), stage, -count(*), -coalesce(sum(value), 0) FROM rows_before GROUP BY 1, 2;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO lead_stage_totals (owner_id, stage, leads, value)
    SELECT owner_id, stage, sum(leads), sum(value) FROM (
      SELECT coalesce(owner_id, '') AS owner_id, stage, -1 AS leads, -coalesce(value, 0) AS value FROM rows_before
      UNION ALL
      SELECT coalesce(owner_id, ''), stage, 1, coalesce(value, 0) FROM rows_after
    ) AS changes GROUP BY 1, 2 HAVING sum(leads) <> 0 OR sum(value) <> 0;
  ELSE
    DELETE FROM lead_stage_totals;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER leads_counted_insert AFTER INSERT ON leads REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION count_lead_changes();
CREATE TRIGGER leads_counted_update AFTER UPDATE ON leads REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION count_lead_changes();
CREATE TRIGGER leads_counted_delete AFTER DELETE ON leads REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION count_lead_changes();
CREATE TRIGGER leads_counted_truncate AFTER TRUNCATE ON leads FOR EACH STATEMENT EXECUTE FUNCTION count_lead_changes();

-- Creating a trigger locks the table against writes until the end of the migration, so no change is missed or counted twice.
INSERT INTO lead_stage_totals (owner_id, stage, leads, value)
SELECT coalesce(owner_id, ''), stage, count(*), coalesce(sum(value), 0) FROM leads GROUP BY 1, 2;
