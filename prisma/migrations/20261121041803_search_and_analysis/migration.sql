-- DropIndex
DROP INDEX "customers_company_trgm";

-- DropIndex
DROP INDEX "customers_email_trgm";

-- DropIndex
DROP INDEX "customers_name_trgm";

-- DropIndex
DROP INDEX "customers_phone_trgm";

-- DropIndex
DROP INDEX "transcriptions_title_trgm";

-- DropIndex
DROP INDEX "events_customer_id_id_idx";

-- DropIndex
DROP INDEX "transcriptions_customer_id_id_idx";

-- AlterTable
ALTER TABLE "ai_training_data" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "external_id" TEXT;

-- AlterTable
ALTER TABLE "email_templates" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "transcriptions" ADD COLUMN     "analysis" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "caller_phone" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "ai_training_data_external_id_key" ON "ai_training_data"("external_id");

-- CreateIndex
CREATE INDEX "events_customer_id_at_idx" ON "events"("customer_id", "at" DESC);

-- CreateIndex
CREATE INDEX "transcriptions_customer_id_created_at_idx" ON "transcriptions"("customer_id", "created_at" DESC);

-- What follows Prisma's schema language cannot say. Queries must use these very functions, or the indexes stand idle.

-- Everything a customer is looked for by, in one text; the phone number also without its punctuation.
CREATE FUNCTION "customer_words"("name" text, "email" text, "company" text, "phone" text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN lower("name" || ' ' || coalesce("email", '') || ' ' || coalesce("company", '') || ' ' || coalesce("phone", '')
    || ' ' || regexp_replace(coalesce("phone", ''), '[^0-9]', '', 'g'));
CREATE INDEX "customers_words" ON "customers" USING GIN (customer_words("name", "email", "company", "phone") gin_trgm_ops);

-- A phone number for comparing: its last ten digits without an extension, however it is written; null for what is too short to be one.
CREATE FUNCTION "phone_key"("phone" text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN CASE WHEN length(regexp_replace(regexp_replace("phone", '(ext|x|#).*$', '', 'i'), '[^0-9]', '', 'g')) >= 7
    THEN right(regexp_replace(regexp_replace("phone", '(ext|x|#).*$', '', 'i'), '[^0-9]', '', 'g'), 10) END;
CREATE INDEX "customers_phone_key" ON "customers" (phone_key("phone"));
CREATE INDEX "leads_phone_key" ON "leads" (phone_key("phone"));
CREATE INDEX "customers_email_lower" ON "customers" (lower("email"));

-- What a call is looked for by; a hit in its title counts most, one in what was said least. The words of a text stand
-- beside it, since reading them out of a long call takes a hundred times as long as looking a phrase up in them. A very
-- long text of rare signs has more words than fit: its beginning is searched.
CREATE FUNCTION "transcription_words"("title" text, "summary" text, "tags" jsonb, "content" text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN setweight(to_tsvector('english', coalesce("title", '')), 'A')
    || setweight(to_tsvector('english', coalesce("summary", '')), 'B')
    || setweight(jsonb_to_tsvector('english', "tags", '["string"]'), 'B')
    || setweight(to_tsvector('english', left("content", CASE WHEN octet_length("content") > 800000 THEN 150000 ELSE 500000 END)), 'D');
ALTER TABLE "transcriptions" ADD COLUMN "words" tsvector
  GENERATED ALWAYS AS (transcription_words("title", "summary", "tags", "content")) STORED;
CREATE INDEX "transcriptions_words" ON "transcriptions" USING GIN ("words");

-- The templates and training items there are, in the order of their lists.
CREATE INDEX "email_templates_present" ON "email_templates" ("id" DESC) WHERE "deleted_at" IS NULL;
CREATE INDEX "ai_training_data_present" ON "ai_training_data" ("id" DESC) WHERE "deleted_at" IS NULL;
