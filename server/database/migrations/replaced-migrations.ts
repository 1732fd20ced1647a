import type { Migration } from './migrations.ts';

/** A migration whose file was changed after it was committed. */
export interface ReplacedMigration {
  readonly name: Migration['name'];
  /** Of the earlier files. */
  readonly checksums: readonly string[];
  /** Brings a database with one of the earlier files to where the present file would have brought it. */
  readonly sql: string;
}

/**
 * Databases made by the versions from f80a1a9 up to, not including, e39a0bd of 21 November 2026. No other committed migration may change:
 * `npm run check` refuses it.
 */
export const REPLACED_MIGRATIONS: readonly ReplacedMigration[] = [
  {
    name: '20261121041803_search_and_analysis',
    checksums: [
      'fa80fc06697787e6797f1619ae73b3d01fc29275c14cc427591b49b4438f5f65',
      'e47ce30edd9501e564da40fa06b0fa8b2dbd595444fec65d753f43e4ad03efd9',
    ],
    sql: `
      DROP INDEX IF EXISTS "events_customer_id_id_idx";
      DROP INDEX IF EXISTS "transcriptions_customer_id_id_idx";
      CREATE INDEX IF NOT EXISTS "events_customer_id_at_idx" ON "events"("customer_id", "at" DESC);
      CREATE INDEX IF NOT EXISTS "transcriptions_customer_id_created_at_idx" ON "transcriptions"("customer_id", "created_at" DESC);
      DROP INDEX "transcriptions_words";
      CREATE OR REPLACE FUNCTION "transcription_words"("title" text, "summary" text, "tags" jsonb, "content" text) RETURNS tsvector
        LANGUAGE sql IMMUTABLE PARALLEL SAFE
        RETURN setweight(to_tsvector('english', coalesce("title", '')), 'A')
          || setweight(to_tsvector('english', coalesce("summary", '')), 'B')
          || setweight(jsonb_to_tsvector('english', "tags", '["string"]'), 'B')
          || setweight(to_tsvector('english', left("content", CASE WHEN octet_length("content") > 800000 THEN 150000 ELSE 500000 END)), 'D');
      ALTER TABLE "transcriptions" ADD COLUMN "words" tsvector
        GENERATED ALWAYS AS (transcription_words("title", "summary", "tags", "content")) STORED;
      CREATE INDEX "transcriptions_words" ON "transcriptions" USING GIN ("words");`,
  },
];
