-- DropIndex
DROP INDEX "leads_email_trgm";

-- DropIndex
DROP INDEX "shopify_orders_number_trgm";

-- DropIndex
DROP INDEX "shopify_orders_shopify_id_trgm";

-- What follows Prisma's schema language cannot say. Queries must use these very functions, or the indexes stand idle.

-- Every search compares text without case and accents; these columns had indexes over the text as it was typed, or none.
CREATE INDEX "leads_email_folded" ON "leads" USING GIN (folded("email") gin_trgm_ops);
CREATE INDEX "customers_email_folded" ON "customers" USING GIN (folded("email") gin_trgm_ops);
CREATE INDEX "shopify_orders_number_folded" ON "shopify_orders" USING GIN (folded("order_number") gin_trgm_ops);
CREATE INDEX "shopify_orders_shopify_id_folded" ON "shopify_orders" USING GIN (folded("shopify_order_id") gin_trgm_ops);

-- Everything a customer is looked for by, in one text; the phone number also without its punctuation. It was only put into lower case.
DROP INDEX "customers_words";
CREATE OR REPLACE FUNCTION "customer_words"("name" text, "email" text, "company" text, "phone" text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN folded("name" || ' ' || coalesce("email", '') || ' ' || coalesce("company", '') || ' ' || coalesce("phone", '')
    || ' ' || regexp_replace(coalesce("phone", ''), '[^0-9]', '', 'g'));
CREATE INDEX "customers_words" ON "customers" USING GIN (customer_words("name", "email", "company", "phone") gin_trgm_ops);
