-- Reads every row once, while others read and write. After it the table is attached without a look at them.
ALTER TABLE "events" VALIDATE CONSTRAINT "events_before_at_check";
