-- The admin who passes a link on: it works only while they may configure people.
ALTER TABLE "password_resets" ADD COLUMN     "created_by_id" TEXT;

CREATE INDEX "password_resets_created_by_id_idx" ON "password_resets"("created_by_id");

ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
