import type { FastifyInstance } from 'fastify';
import type { OrderImport } from '#domain/order-import/service.ts';
import { readDelivery } from '#server/integrations/shopify/webhook.ts';

/** Shopify's largest deliveries are far smaller. */
const LARGEST = 1024 * 1024;

interface Hook {
  readonly orderImport: Pick<OrderImport, 'handleDelivery'>;
  readonly secrets: readonly string[];
  /** The store that may speak; null where none is set. */
  readonly domain: string | null;
}

/**
 * Where Shopify tells of orders. What the store did not sign is refused without a word why; what it signed is answered 200
 * once it is kept, however often it comes, and anything else makes Shopify send it again.
 */
export function takeShopifyWebhooks(http: FastifyInstance, { orderImport, secrets, domain }: Hook): void {
  http.register(async (hooks) => {
    // The signature is over the very bytes, so they are not read as JSON before it is checked.
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    hooks.route({
      method: 'POST',
      url: '/webhooks/shopify',
      bodyLimit: LARGEST,
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
