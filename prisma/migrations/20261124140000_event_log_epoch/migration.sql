-- Changed when the log continues from an earlier state: a restored backup, or a standby that lacked the last events. Part of every cursor.
ALTER TABLE "event_head" ADD COLUMN "epoch" BIGINT NOT NULL DEFAULT 0;
