CREATE INDEX "shopify_orders_order_number_idx" ON "shopify_orders"("order_number");
