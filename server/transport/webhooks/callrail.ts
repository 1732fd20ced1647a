import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import type { Services } from '#domain/services.ts';
import type { Clock } from '#server/clock.ts';
import type { Logger } from '#server/logger.ts';

interface CallRailHooks {
  readonly services: Pick<Services, 'callImport'>;
  /** The company's signing key; null where none is configured: then every request is rejected. */
  readonly secret: string | null;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Bytes; several times a call with its transcript. */
const MAX_BODY = 1024 * 1024;
/** Milliseconds between the timestamp and now; beyond that a message may be a replay. */
const TIMESTAMP_TOLERANCE_MS = 10 * 60_000;

/** Only the id of the call is used. `id` is of an older kind; `resource_id` is the API's and begins with CAL. */
const Message = z.object({
  id: z.unknown(),
  resource_id: z.string().max(100).nullish().catch(null),
  timestamp: z.string().nullish().catch(null),
});

/**
 * CallRail's webhooks: the call is fetched through the API. A message with a timestamp is valid for ten minutes around it; one without
 * is handled once, and ignored with status 200 when it is repeated.
 */
export const callRailHooks =
  ({ services, secret, clock, log }: CallRailHooks): FastifyPluginAsync =>
  async (http) => {
    // The signature covers the raw bytes.
    http.removeAllContentTypeParsers();
    http.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY }, (_request, body, done) => done(null, body));

    http.post('/webhooks/callrail', { bodyLimit: MAX_BODY }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      if (secret === null || !isSigned(body, secret, request.headers.signature))
        return reply.code(401).send({ message: 'Invalid signature' });
      const message = read(body);
      // Still answered with 200: CallRail stops sending after too many errors.
      if (!message) log.warn('Ignored an invalid CallRail webhook');
      else if (isStale(message.timestamp, clock)) log.warn('Ignored an outdated CallRail webhook');
      // Without a timestamp, a replay is recognized by its bytes.
      else
        await services.callImport.handleWebhook(callIn(message), hasTime(message) ? null : createHash('sha256').update(body).digest('hex'));
      return { message: 'OK' };
    });
  };

type Message = z.output<typeof Message>;

function isSigned(body: Buffer, secret: string, header: unknown): boolean {
  if (typeof header !== 'string') return false;
  const expected = createHmac('sha1', secret).update(body).digest();
  const claimed = Buffer.from(header, 'base64');
  return claimed.length === expected.length && timingSafeEqual(claimed, expected);
}

function read(body: Buffer): Message | null {
  try {
    return Message.safeParse(JSON.parse(body.toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}

/** The API's id of the call; null where the message has none. */
const callIn = ({ id, resource_id: resource }: Message): string | null =>
  [resource, id].find((each) => typeof each === 'string' && /^CAL\w{1,60}$/.test(each))?.toString() ?? null;

const hasTime = ({ timestamp }: Message): boolean => !Number.isNaN(Date.parse(timestamp ?? ''));

function isStale(timestamp: string | null | undefined, clock: Clock): boolean {
  const at = Date.parse(timestamp ?? '');
  return !Number.isNaN(at) && Math.abs(clock.now().getTime() - at) > TIMESTAMP_TOLERANCE_MS;
}
