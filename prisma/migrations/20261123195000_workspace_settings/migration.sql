-- AlterTable
ALTER TABLE "workspace_settings" ADD COLUMN     "accent_color" TEXT,
ADD COLUMN     "company_name" TEXT,
ADD COLUMN     "currency" TEXT,
ADD COLUMN     "event_retention_days" INTEGER,
ADD COLUMN     "locale" TEXT,
ADD COLUMN     "logo" BYTEA,
ADD COLUMN     "logo_hash" TEXT,
ADD COLUMN     "logo_type" TEXT,
ADD COLUMN     "security_retention_days" INTEGER,
ADD COLUMN     "time_zone" TEXT,
ADD COLUMN     "week_start" TEXT;
