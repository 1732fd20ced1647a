-- RenameColumn
ALTER TABLE "real_time_insights" RENAME COLUMN "prompting" TO "prompt_state";

-- A card names its prompt as everything else does.
UPDATE "real_time_insights"
SET "insights" = (
  SELECT jsonb_agg(CASE WHEN "card" ? 'nudge' THEN "card" - 'nudge' || jsonb_build_object('promptId', "card" -> 'nudge') ELSE "card" END ORDER BY "position")
  FROM jsonb_array_elements("insights") WITH ORDINALITY AS "cards"("card", "position"))
WHERE jsonb_typeof("insights") = 'array' AND "insights" @? '$[*].nudge';
