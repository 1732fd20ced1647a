-- Names and addresses that compare without regard to case; search inside words. Both extensions ship with PostgreSQL.
CREATE EXTENSION IF NOT EXISTS citext;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- CreateEnum
CREATE TYPE "LeadStage" AS ENUM ('leads', 'needs_quote', 'quoted', 'needs_follow_up', 'waiting', 'won');

-- CreateEnum
CREATE TYPE "LeadSource" AS ENUM ('website', 'referral', 'cold_call', 'linkedin', 'trade_show', 'email', 'other');

-- CreateEnum
CREATE TYPE "Priority" AS ENUM ('low', 'medium', 'high');

-- CreateEnum
CREATE TYPE "ResponseType" AS ENUM ('sales', 'support');

-- CreateEnum
CREATE TYPE "EmailType" AS ENUM ('welcome', 'follow_up', 'quote', 'proposal', 'support', 'newsletter');

-- CreateEnum
CREATE TYPE "TrainingCategory" AS ENUM ('transcription', 'response', 'email', 'knowledge');

-- CreateEnum
CREATE TYPE "InsightCategory" AS ENUM ('communication', 'sales_technique', 'objection_handling', 'closing', 'rapport_building', 'other');

-- CreateEnum
CREATE TYPE "FlowType" AS ENUM ('sales_pipeline', 'support_journey', 'onboarding_process');

-- CreateEnum
CREATE TYPE "TokenScope" AS ENUM ('read', 'write');

-- CreateTable
CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "username" CITEXT NOT NULL,
    "email" CITEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "first_name" TEXT NOT NULL DEFAULT '',
    "last_name" TEXT NOT NULL DEFAULT '',
    "job_title" TEXT NOT NULL DEFAULT 'Sales Manager',
    "profile_image_url" TEXT,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_tokens" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "last_four" TEXT NOT NULL,
    "scope" "TokenScope" NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "api_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "customers" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "phone" TEXT,
    "company" TEXT,
    "shopify_customer_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "customers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "leads" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT,
    "name" TEXT NOT NULL,
    "email" TEXT,
    "phone" TEXT,
    "company" TEXT,
    "stage" "LeadStage" NOT NULL DEFAULT 'leads',
    "stage_changed_at" TIMESTAMPTZ(3) NOT NULL,
    "value" DECIMAL(10,2),
    "source" "LeadSource" NOT NULL DEFAULT 'website',
    "notes" TEXT,
    "last_contact_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "leads_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "transcriptions" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT,
    "lead_id" TEXT,
    "title" TEXT,
    "content" TEXT NOT NULL,
    "summary" TEXT,
    "duration" INTEGER,
    "type" TEXT NOT NULL,
    "sentiment" TEXT,
    "tags" JSONB NOT NULL DEFAULT '[]',
    "call_value" DECIMAL(10,2),
    "priority" "Priority" NOT NULL DEFAULT 'medium',
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "external_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "transcriptions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "response_templates" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "variables" JSONB NOT NULL DEFAULT '[]',
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "response_templates_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shopify_orders" (
    "id" TEXT NOT NULL,
    "shopify_order_id" TEXT NOT NULL,
    "customer_id" TEXT,
    "order_number" TEXT NOT NULL,
    "total_price" DECIMAL(10,2) NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'USD',
    "status" TEXT NOT NULL,
    "order_data" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shopify_orders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ai_responses" (
    "id" TEXT NOT NULL,
    "customer_request" TEXT NOT NULL,
    "generated_response" TEXT NOT NULL,
    "response_type" "ResponseType" NOT NULL,
    "customer_id" TEXT,
    "lead_id" TEXT,
    "user_id" TEXT,
    "confidence" DOUBLE PRECISION NOT NULL,
    "key_points" JSONB NOT NULL DEFAULT '[]',
    "engine" TEXT NOT NULL,
    "prompt_tokens" INTEGER,
    "completion_tokens" INTEGER,
    "used" BOOLEAN NOT NULL DEFAULT false,
    "used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ai_responses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ai_response_citations" (
    "response_id" TEXT NOT NULL,
    "training_item_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "ai_response_citations_pkey" PRIMARY KEY ("response_id","training_item_id")
);

-- CreateTable
CREATE TABLE "email_templates" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "type" "EmailType" NOT NULL,
    "variables" JSONB NOT NULL DEFAULT '[]',
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "usage_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "email_templates_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ai_training_data" (
    "id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "category" "TrainingCategory" NOT NULL,
    "source" TEXT NOT NULL DEFAULT 'manual',
    "tags" JSONB NOT NULL DEFAULT '[]',
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "usage_count" INTEGER NOT NULL DEFAULT 0,
    "effectiveness_score" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ai_training_data_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "coaching_sessions" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "transcription_ids" JSONB NOT NULL DEFAULT '[]',
    "analysis_data" JSONB,
    "recommendations" JSONB NOT NULL DEFAULT '[]',
    "goals" JSONB NOT NULL DEFAULT '[]',
    "progress" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "coaching_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "coaching_insights" (
    "id" TEXT NOT NULL,
    "session_id" TEXT,
    "user_id" TEXT NOT NULL,
    "category" "InsightCategory" NOT NULL,
    "insight" TEXT NOT NULL,
    "priority" "Priority" NOT NULL,
    "action_item" TEXT,
    "is_implemented" BOOLEAN NOT NULL DEFAULT false,
    "implemented_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "coaching_insights_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "performance_metrics" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "metric_type" TEXT NOT NULL,
    "value" DECIMAL(10,4) NOT NULL,
    "period" TEXT NOT NULL,
    "date" TIMESTAMPTZ(3) NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "performance_metrics_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "real_time_insights" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "call_id" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "current_transcript" TEXT NOT NULL DEFAULT '',
    "insights" JSONB NOT NULL DEFAULT '[]',
    "recommendations" JSONB NOT NULL DEFAULT '[]',
    "metrics" JSONB NOT NULL DEFAULT '{}',
    "duration" INTEGER NOT NULL DEFAULT 0,
    "last_update" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "real_time_insights_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "customer_interaction_flows" (
    "id" TEXT NOT NULL,
    "customer_id" TEXT,
    "flow_type" "FlowType" NOT NULL,
    "current_stage" TEXT NOT NULL,
    "stages" JSONB NOT NULL,
    "interactions" JSONB NOT NULL,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "customer_interaction_flows_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "events" (
    "id" BIGSERIAL NOT NULL,
    "seq" BIGINT,
    "kind" TEXT NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "actor_id" TEXT,
    "customer_id" TEXT,
    "data" JSONB NOT NULL DEFAULT '{}',
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "event_head" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "seq" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "event_head_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notifications" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "body" TEXT NOT NULL DEFAULT '',
    "link" TEXT,
    "read_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notifications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "integration_state" (
    "provider" TEXT NOT NULL,
    "last_sync_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "state" JSONB NOT NULL DEFAULT '{}',
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "integration_state_pkey" PRIMARY KEY ("provider")
);

-- CreateTable
CREATE TABLE "throttles" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "throttles_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_username_key" ON "users"("username");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "api_tokens_token_hash_key" ON "api_tokens"("token_hash");

-- CreateIndex
CREATE INDEX "api_tokens_user_id_id_idx" ON "api_tokens"("user_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "customers_shopify_customer_id_key" ON "customers"("shopify_customer_id");

-- CreateIndex
CREATE INDEX "customers_name_trgm" ON "customers" USING GIN ("name" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "customers_email_trgm" ON "customers" USING GIN ("email" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "customers_company_trgm" ON "customers" USING GIN ("company" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "customers_phone_trgm" ON "customers" USING GIN ("phone" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "leads_stage_stage_changed_at_id_idx" ON "leads"("stage", "stage_changed_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "leads_customer_id_id_idx" ON "leads"("customer_id", "id");

-- CreateIndex
CREATE INDEX "leads_name_trgm" ON "leads" USING GIN ("name" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "leads_company_trgm" ON "leads" USING GIN ("company" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "leads_email_trgm" ON "leads" USING GIN ("email" gin_trgm_ops);

-- CreateIndex
CREATE UNIQUE INDEX "transcriptions_external_id_key" ON "transcriptions"("external_id");

-- CreateIndex
CREATE INDEX "transcriptions_customer_id_id_idx" ON "transcriptions"("customer_id", "id");

-- CreateIndex
CREATE INDEX "transcriptions_lead_id_id_idx" ON "transcriptions"("lead_id", "id");

-- CreateIndex
CREATE INDEX "transcriptions_type_id_idx" ON "transcriptions"("type", "id");

-- CreateIndex
CREATE INDEX "transcriptions_created_at_id_idx" ON "transcriptions"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "transcriptions_title_trgm" ON "transcriptions" USING GIN ("title" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "response_templates_type_id_idx" ON "response_templates"("type", "id");

-- CreateIndex
CREATE UNIQUE INDEX "shopify_orders_shopify_order_id_key" ON "shopify_orders"("shopify_order_id");

-- CreateIndex
CREATE INDEX "shopify_orders_created_at_id_idx" ON "shopify_orders"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "shopify_orders_customer_id_created_at_idx" ON "shopify_orders"("customer_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "shopify_orders_number_trgm" ON "shopify_orders" USING GIN ("order_number" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "ai_responses_customer_id_id_idx" ON "ai_responses"("customer_id", "id");

-- CreateIndex
CREATE INDEX "ai_responses_lead_id_id_idx" ON "ai_responses"("lead_id", "id");

-- CreateIndex
CREATE INDEX "ai_response_citations_training_item_id_idx" ON "ai_response_citations"("training_item_id");

-- CreateIndex
CREATE INDEX "email_templates_type_id_idx" ON "email_templates"("type", "id");

-- CreateIndex
CREATE INDEX "ai_training_data_category_id_idx" ON "ai_training_data"("category", "id");

-- CreateIndex
CREATE INDEX "ai_training_data_title_trgm" ON "ai_training_data" USING GIN ("title" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "coaching_sessions_user_id_id_idx" ON "coaching_sessions"("user_id", "id");

-- CreateIndex
CREATE INDEX "coaching_insights_user_id_id_idx" ON "coaching_insights"("user_id", "id");

-- CreateIndex
CREATE INDEX "coaching_insights_session_id_idx" ON "coaching_insights"("session_id");

-- CreateIndex
CREATE INDEX "performance_metrics_user_id_metric_type_date_idx" ON "performance_metrics"("user_id", "metric_type", "date");

-- CreateIndex
CREATE INDEX "real_time_insights_status_id_idx" ON "real_time_insights"("status", "id");

-- CreateIndex
CREATE UNIQUE INDEX "real_time_insights_user_id_call_id_key" ON "real_time_insights"("user_id", "call_id");

-- CreateIndex
CREATE INDEX "customer_interaction_flows_customer_id_flow_type_id_idx" ON "customer_interaction_flows"("customer_id", "flow_type", "id");

-- CreateIndex
CREATE INDEX "customer_interaction_flows_flow_type_id_idx" ON "customer_interaction_flows"("flow_type", "id");

-- CreateIndex
CREATE UNIQUE INDEX "events_seq_key" ON "events"("seq");

-- CreateIndex
CREATE INDEX "events_subject_type_subject_id_id_idx" ON "events"("subject_type", "subject_id", "id");

-- CreateIndex
CREATE INDEX "events_customer_id_id_idx" ON "events"("customer_id", "id");

-- CreateIndex
CREATE INDEX "events_kind_seq_idx" ON "events"("kind", "seq");

-- CreateIndex
CREATE INDEX "notifications_user_id_id_idx" ON "notifications"("user_id", "id");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "leads" ADD CONSTRAINT "leads_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transcriptions" ADD CONSTRAINT "transcriptions_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transcriptions" ADD CONSTRAINT "transcriptions_lead_id_fkey" FOREIGN KEY ("lead_id") REFERENCES "leads"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shopify_orders" ADD CONSTRAINT "shopify_orders_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ai_responses" ADD CONSTRAINT "ai_responses_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ai_responses" ADD CONSTRAINT "ai_responses_lead_id_fkey" FOREIGN KEY ("lead_id") REFERENCES "leads"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ai_responses" ADD CONSTRAINT "ai_responses_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ai_response_citations" ADD CONSTRAINT "ai_response_citations_response_id_fkey" FOREIGN KEY ("response_id") REFERENCES "ai_responses"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ai_response_citations" ADD CONSTRAINT "ai_response_citations_training_item_id_fkey" FOREIGN KEY ("training_item_id") REFERENCES "ai_training_data"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "coaching_sessions" ADD CONSTRAINT "coaching_sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "coaching_insights" ADD CONSTRAINT "coaching_insights_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "coaching_sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "coaching_insights" ADD CONSTRAINT "coaching_insights_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "performance_metrics" ADD CONSTRAINT "performance_metrics_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "real_time_insights" ADD CONSTRAINT "real_time_insights_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customer_interaction_flows" ADD CONSTRAINT "customer_interaction_flows_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_actor_id_fkey" FOREIGN KEY ("actor_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_customer_id_fkey" FOREIGN KEY ("customer_id") REFERENCES "customers"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What follows Prisma's schema language cannot say.

-- The assistant looks for knowledge by words: the query must use this very expression.
CREATE INDEX "ai_training_data_words" ON "ai_training_data" USING GIN (to_tsvector('english', "title" || ' ' || "content"));

-- The sequencer asks many times a second which events have no place yet: nearly always none, whatever the table's size.
CREATE INDEX "events_unsequenced" ON "events" ("id") WHERE "seq" IS NULL;

-- The bell counts what its owner has not read.
CREATE INDEX "notifications_unread" ON "notifications" ("user_id") WHERE "read_at" IS NULL;

-- The head of the event log: this row and no other.
ALTER TABLE "event_head" ADD CONSTRAINT "event_head_single_row" CHECK ("id" = 1);
INSERT INTO "event_head" ("id", "seq") VALUES (1, 0);

-- Amounts, durations and counts are never negative.
ALTER TABLE "leads" ADD CONSTRAINT "leads_value_not_negative" CHECK ("value" >= 0);
ALTER TABLE "shopify_orders" ADD CONSTRAINT "shopify_orders_total_price_not_negative" CHECK ("total_price" >= 0);
ALTER TABLE "transcriptions"
  ADD CONSTRAINT "transcriptions_duration_not_negative" CHECK ("duration" >= 0),
  ADD CONSTRAINT "transcriptions_call_value_not_negative" CHECK ("call_value" >= 0);
ALTER TABLE "real_time_insights" ADD CONSTRAINT "real_time_insights_duration_not_negative" CHECK ("duration" >= 0);
ALTER TABLE "email_templates" ADD CONSTRAINT "email_templates_usage_count_not_negative" CHECK ("usage_count" >= 0);
ALTER TABLE "ai_training_data" ADD CONSTRAINT "ai_training_data_usage_count_not_negative" CHECK ("usage_count" >= 0);
ALTER TABLE "ai_response_citations" ADD CONSTRAINT "ai_response_citations_position_not_negative" CHECK ("position" >= 0);
ALTER TABLE "ai_responses"
  ADD CONSTRAINT "ai_responses_prompt_tokens_not_negative" CHECK ("prompt_tokens" >= 0),
  ADD CONSTRAINT "ai_responses_completion_tokens_not_negative" CHECK ("completion_tokens" >= 0);

-- A probability and a percentage stay within their scales.
ALTER TABLE "ai_responses" ADD CONSTRAINT "ai_responses_confidence_in_scale" CHECK ("confidence" BETWEEN 0 AND 1);
ALTER TABLE "ai_training_data" ADD CONSTRAINT "ai_training_data_effectiveness_in_scale" CHECK ("effectiveness_score" BETWEEN 0 AND 100);
