-- AlterTable
ALTER TABLE "notifications" ADD COLUMN     "subject_id" TEXT,
ADD COLUMN     "subject_type" TEXT;

-- Until now the link alone said what a notification tells of.
UPDATE "notifications" SET "subject_type" = 'lead', "subject_id" = substring("link" from '^/pipeline\?lead=([^&]+)') WHERE "link" LIKE '/pipeline?lead=%';
UPDATE "notifications" SET "subject_type" = 'transcription', "subject_id" = substring("link" from '^/transcriptions\?call=([^&]+)') WHERE "link" LIKE '/transcriptions?call=%';
UPDATE "notifications" SET "subject_type" = 'liveCall', "subject_id" = substring("link" from '^/coaching\?tab=real-time&call=([^&]+)') WHERE "link" LIKE '/coaching?tab=real-time&call=%';
