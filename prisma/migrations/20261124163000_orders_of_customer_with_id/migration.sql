-- The newest orders of a customer, those of the same moment by id, without a sort.
CREATE INDEX CONCURRENTLY "shopify_orders_customer_id_created_at_id_idx" ON "shopify_orders"("customer_id", "created_at" DESC, "id" DESC);

DROP INDEX CONCURRENTLY "shopify_orders_customer_id_created_at_idx";
