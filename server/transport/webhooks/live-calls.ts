import type { FastifyInstance } from 'fastify';
import { Invalid } from '#domain/failures.ts';
import type { AppContainer } from '#server/container.ts';
import { verifySignature } from './signature.ts';

/** Bytes of a delivery: about 500 segments. */
const MAX_BODY = 1_048_576;

/**
 * `POST /webhooks/live-calls` receives segments of calls in progress from any speech-to-text provider. Deliveries are signed and
 * can arrive in any order and more than once (docs/telephony.md). Returns 200 with the call's id and status; 400 for an invalid
 * body, 401 for a wrong or old signature, 403 if no secret is set, 404 for an unknown rep, 409 for new segments of an ended call or
 * an ambiguous rep, 413 for a body that is too large.
 */
export function serveLiveCalls(http: FastifyInstance, { services, config, clock }: AppContainer): void {
  const secrets = (config.LIVE_CALLS_WEBHOOK_SECRET ?? '')
    .split(',')
    .map((secret) => secret.trim())
    .filter(Boolean);
  http.register(async (hooks) => {
    // The signature covers the raw bytes.
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: MAX_BODY }, (_request, body, done) => done(null, body));
    hooks.post('/webhooks/live-calls', async (request, reply) => {
      if (secrets.length === 0)
        return reply.code(403).send({ message: 'Live call deliveries are disabled. Set LIVE_CALLS_WEBHOOK_SECRET to enable them.' });
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const header = request.headers['callboard-signature'];
      const problem = verifySignature(typeof header === 'string' ? header : undefined, body, secrets, clock.now());
      if (problem) return reply.code(401).send({ message: problem });
      const call = await services.liveCalls.receiveDelivery(readObject(body));
      return { id: call.id, callId: call.callId, status: call.status, revision: call.revision };
    });
  });
}

function readObject(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new Invalid([{ path: '', message: 'The body is not valid JSON.' }]);
  }
}
