import type { FastifyInstance } from 'fastify';
import { Invalid } from '#domain/failures.ts';
import type { AppContainer } from '#server/container.ts';
import { verifySignature } from './signature.ts';

/** Bytes of a delivery: 500 segments of some length. */
const LARGEST = 1_048_576;

/**
 * The door for telephony: `POST /webhooks/live-calls` takes segments of running calls from any speech-to-text provider.
 * Deliveries are signed, may come in any order and more than once (docs/telephony.md).
 * Answers 200 with the call's id and status; 400 for what makes no sense, 401 for a signature that is wrong or old,
 * 403 where no secret is set, 404 for an unknown rep, 409 for something new of a call that is over or a rep who may be either
 * of two, 413 for too much.
 */
export function serveLiveCalls(http: FastifyInstance, { services, config, clock }: AppContainer): void {
  const secrets = (config.LIVE_CALLS_WEBHOOK_SECRET ?? '')
    .split(',')
    .map((secret) => secret.trim())
    .filter(Boolean);
  http.register(async (door) => {
    // The signature is of the very bytes that came.
    door.removeAllContentTypeParsers();
    door.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: LARGEST }, (_request, body, done) => done(null, body));
    door.post('/webhooks/live-calls', async (request, reply) => {
      if (secrets.length === 0) return reply.code(403).send({ message: 'This door is closed. Set LIVE_CALLS_WEBHOOK_SECRET to open it.' });
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
