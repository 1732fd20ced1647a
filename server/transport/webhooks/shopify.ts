import type { FastifyInstance } from 'fastify';
import type { OrderImport } from '#domain/order-import/service.ts';
import { readDelivery } from '#server/integrations/shopify/webhook.ts';

/** Bytes; Shopify's deliveries are far smaller. */
const MAX_BODY = 1024 * 1024;

interface ShopifyHooks {
  readonly orderImport: Pick<OrderImport, 'handleDelivery'>;
  readonly secrets: readonly string[];
  /** The store whose deliveries are accepted; null if none is configured. */
  readonly domain: string | null;
}

/**
 * Shopify's order webhooks. Deliveries that the store did not sign get 401; signed ones get 200 once they are stored, also when
 * repeated. Any other status makes Shopify send them again.
 */
export function serveShopifyWebhooks(http: FastifyInstance, { orderImport, secrets, domain }: ShopifyHooks): void {
  http.register(async (hooks) => {
    // The signature covers the raw bytes.
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    hooks.route({
      method: 'POST',
      url: '/webhooks/shopify',
      bodyLimit: MAX_BODY,
      handler: async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const delivery = domain === null ? null : readDelivery({ headers: request.headers, body }, { secrets, domain });
        if (!delivery) return reply.code(401).send({ message: 'Not signed by the store.' });
        await orderImport.handleDelivery(delivery);
        return reply.code(200).send({ message: 'Thank you.' });
      },
    });
  });
}
