-- Unanswered questions that somebody took off the list, until they are asked again.
CREATE TABLE "question_dismissals" (
    "normalized" TEXT NOT NULL,
    "dismissed_by_id" TEXT,
    "dismissed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "question_dismissals_pkey" PRIMARY KEY ("normalized")
);

CREATE INDEX "question_dismissals_dismissed_by_id_idx" ON "question_dismissals"("dismissed_by_id");

ALTER TABLE "question_dismissals" ADD CONSTRAINT "question_dismissals_dismissed_by_id_fkey" FOREIGN KEY ("dismissed_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
