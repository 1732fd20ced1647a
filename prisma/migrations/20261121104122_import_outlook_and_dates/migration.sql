-- AlterTable
ALTER TABLE "imports" ADD COLUMN     "would_create" INTEGER,
ADD COLUMN     "would_update" INTEGER;

-- CreateIndex
CREATE INDEX "customers_created_at_id_idx" ON "customers"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "customers_updated_at_id_idx" ON "customers"("updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "imports_user_id_noun_id_idx" ON "imports"("user_id", "noun", "id" DESC);

-- CreateIndex
CREATE INDEX "leads_stage_changed_at_id_idx" ON "leads"("stage_changed_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "leads_updated_at_id_idx" ON "leads"("updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "shopify_orders_updated_at_id_idx" ON "shopify_orders"("updated_at" DESC, "id" DESC);
