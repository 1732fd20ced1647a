-- What Prisma's schema language cannot say. Queries must use these very functions, or the indexes stand idle.

-- Letters without their accents; ships with PostgreSQL.
CREATE EXTENSION IF NOT EXISTS unaccent;

-- Text for comparing: without case and accents. `unaccent` may be changed by whoever owns the database and so may not
-- be indexed as it is; with its dictionary named, and as long as nobody changes that, it always answers the same.
CREATE FUNCTION "folded"("value" text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(unaccent('unaccent'::regdictionary, "value"));

-- The same for a part of a LIKE pattern, in which nothing has a meaning of its own.
CREATE FUNCTION "folded_pattern"("value" text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN replace(replace(replace(lower(unaccent('unaccent'::regdictionary, "value")), '\', '\\'), '%', '\%'), '_', '\_');

CREATE INDEX "leads_name_folded" ON "leads" USING GIN (folded("name") gin_trgm_ops);
CREATE INDEX "leads_company_folded" ON "leads" USING GIN (folded("company") gin_trgm_ops);
CREATE INDEX "customers_name_folded" ON "customers" USING GIN (folded("name") gin_trgm_ops);
CREATE INDEX "customers_company_folded" ON "customers" USING GIN (folded("company") gin_trgm_ops);
