-- Columns get the names that the field uses. Every statement renames or rewrites in place: no row is lost and no default changes.

ALTER TABLE "imports" RENAME COLUMN "noun" TO "entity_type";
ALTER TABLE "imports" RENAME COLUMN "place" TO "position";
ALTER TABLE "imports" RENAME COLUMN "kept" TO "undo_skipped";
ALTER INDEX "imports_user_id_noun_id_idx" RENAME TO "imports_user_id_entity_type_id_idx";

ALTER TABLE "job_runs" RENAME COLUMN "made" TO "created_count";

ALTER TABLE "real_time_insights" RENAME COLUMN "told" TO "input_mode";

ALTER TABLE "live_call_segments" RENAME COLUMN "place" TO "position";
ALTER TABLE "live_call_segments" RENAME COLUMN "arrived" TO "call_revision";
ALTER INDEX "live_call_segments_live_call_id_arrived_idx" RENAME TO "live_call_segments_live_call_id_call_revision_idx";

-- The state of the coaching prompts.
UPDATE "real_time_insights"
SET "prompting" = "prompting" - ARRAY['nudges', 'spoken', 'spokeAt'] || jsonb_build_object(
  'prompts', "prompting" -> 'nudges', 'lastShown', "prompting" -> 'spoken', 'promptAt', "prompting" -> 'spokeAt')
WHERE "prompting" ? 'nudges';

-- How far the online store has been read.
UPDATE "integration_state"
SET "state" = "state" - 'whole' || jsonb_build_object('isComplete', "state" -> 'whole')
WHERE "provider" = 'shopify' AND "state" ? 'whole';

-- How far the call tracker has been read: the sync that is running, then when the last complete one began.
UPDATE "integration_state"
SET "state" = jsonb_set("state", '{under}', jsonb_build_object(
  'since', "state" #> '{under,since}', 'startedAt', "state" #> '{under,begun}', 'cursor', "state" #> '{under,place}',
  'read', "state" #> '{under,read}', 'imported', "state" #> '{under,taken}', 'withoutTranscript', "state" #> '{under,without}'))
WHERE "provider" = 'callrail' AND jsonb_typeof("state" -> 'under') = 'object';
UPDATE "integration_state"
SET "state" = "state" - 'under' - 'upTo' || jsonb_build_object('current', "state" -> 'under', 'syncedUpTo', "state" -> 'upTo')
WHERE "provider" = 'callrail' AND "state" ?| ARRAY['under', 'upTo'];

-- What a sync created.
UPDATE "events" SET "data" = "data" - 'made' || jsonb_build_object('created', "data" -> 'made')
WHERE "kind" = 'sync.finished' AND "data" ? 'made';
