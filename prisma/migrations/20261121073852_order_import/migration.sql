-- AlterTable
ALTER TABLE "shopify_orders" ADD COLUMN     "cancelled_at" TIMESTAMPTZ(3),
ADD COLUMN     "customer_email" TEXT,
ADD COLUMN     "customer_name" TEXT,
ADD COLUMN     "fulfilment" TEXT,
ADD COLUMN     "shop_updated_at" TIMESTAMPTZ(3),
ADD COLUMN     "test" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "provider" TEXT NOT NULL,
    "delivery_id" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "event_id" TEXT,
    "triggered_at" TIMESTAMPTZ(3),
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "outcome" TEXT NOT NULL,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("provider","delivery_id")
);

-- CreateIndex
CREATE INDEX "webhook_deliveries_received_at_idx" ON "webhook_deliveries"("received_at");

-- CreateIndex
CREATE INDEX "shopify_orders_shopify_id_trgm" ON "shopify_orders" USING GIN ("shopify_order_id" gin_trgm_ops);
