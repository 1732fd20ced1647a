-- AlterTable
ALTER TABLE "customers" ADD COLUMN     "assignment_reason" TEXT,
ADD COLUMN     "assignment_rule_id" TEXT;

-- AlterTable
ALTER TABLE "leads" ADD COLUMN     "assignment_reason" TEXT,
ADD COLUMN     "assignment_rule_id" TEXT;

-- AlterTable
ALTER TABLE "transcriptions" ADD COLUMN     "assignment_reason" TEXT,
ADD COLUMN     "assignment_rule_id" TEXT;

-- CreateTable
CREATE TABLE "assignment_rules" (
    "id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "is_active" BOOLEAN NOT NULL,
    "applies_to" TEXT[],
    "sources" TEXT[],
    "phone_prefixes" TEXT[],
    "method" TEXT NOT NULL,
    "people_ids" TEXT[],
    "team_ids" TEXT[],
    "last_assigned_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "assignment_rules_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "assignment_rules_position_idx" ON "assignment_rules"("position");

-- A reason tells of the owner it was written with. Owners change in forms, imports, their undo and when people leave, so one trigger holds it for all.
CREATE FUNCTION clear_assignment_reason() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.assignment_rule_id := NULL;
    NEW.assignment_reason := NULL;
    RETURN NEW;
END $$;

CREATE TRIGGER leads_owner_changed BEFORE UPDATE OF owner_id ON leads FOR EACH ROW
    WHEN (OLD.owner_id IS DISTINCT FROM NEW.owner_id AND OLD.assignment_reason IS NOT NULL) EXECUTE FUNCTION clear_assignment_reason();

CREATE TRIGGER customers_owner_changed BEFORE UPDATE OF owner_id ON customers FOR EACH ROW
    WHEN (OLD.owner_id IS DISTINCT FROM NEW.owner_id AND OLD.assignment_reason IS NOT NULL) EXECUTE FUNCTION clear_assignment_reason();

CREATE TRIGGER transcriptions_rep_changed BEFORE UPDATE OF rep_id ON transcriptions FOR EACH ROW
    WHEN (OLD.rep_id IS DISTINCT FROM NEW.rep_id AND OLD.assignment_reason IS NOT NULL) EXECUTE FUNCTION clear_assignment_reason();
