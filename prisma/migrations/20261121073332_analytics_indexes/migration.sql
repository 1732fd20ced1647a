-- CreateIndex
CREATE INDEX "ai_responses_created_at_used_idx" ON "ai_responses"("created_at", "used");

-- CreateIndex
CREATE INDEX "leads_created_at_stage_idx" ON "leads"("created_at", "stage");

-- CreateIndex
CREATE INDEX "shopify_orders_created_at_currency_status_total_price_idx" ON "shopify_orders"("created_at", "currency", "status", "total_price");

-- CreateIndex
CREATE INDEX "transcriptions_created_at_type_sentiment_idx" ON "transcriptions"("created_at", "type", "sentiment");
