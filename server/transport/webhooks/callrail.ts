import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import type { Services } from '#domain/services.ts';
import type { Clock } from '#server/clock.ts';
import type { Logger } from '#server/logger.ts';

interface CallRailHooks {
  readonly services: Pick<Services, 'callImport'>;
  /** The company's signing key; null where none is set: then nothing is believed. */
  readonly secret: string | null;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A call with its whole transcript fits several times. */
const LARGEST = 1024 * 1024;
/** Farther from now, in milliseconds, a message is an old one sent again. */
const FRESH = 10 * 60_000;

/** What is read of a message: it only says which call to ask for. Its own id is of an older kind; the API's begins with CAL. */
const Message = z.object({
  id: z.unknown(),
  resource_id: z.string().max(100).nullish().catch(null),
  timestamp: z.string().nullish().catch(null),
});

/**
 * CallRail's webhooks. Each asks for the call to be read through the API. One with a time counts for ten minutes around it; one
 * without counts once, and sent again it is answered 200 and ignored.
 */
export const callRailHooks =
  ({ services, secret, clock, log }: CallRailHooks): FastifyPluginAsync =>
  async (http) => {
    // The signature is over the bytes as they came.
    http.removeAllContentTypeParsers();
    http.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LARGEST }, (_request, body, done) => done(null, body));

    http.post('/webhooks/callrail', { bodyLimit: LARGEST }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      if (secret === null || !isSigned(body, secret, request.headers.signature))
        return reply.code(401).send({ message: 'Wrong signature' });
      const message = read(body);
      // Whoever signed it will not send it any better; refused often, CallRail would stop sending.
      if (!message) log.warn('A webhook of CallRail makes no sense');
      else if (isStale(message.timestamp, clock)) log.warn('A webhook of CallRail is an old one sent again');
      // Without a time of its own, an old message sent again is known by its bytes.
      else
        await services.callImport.handleWebhook(callIn(message), hasTime(message) ? null : createHash('sha256').update(body).digest('hex'));
      return { message: 'Thank you' };
    });
  };

type Message = z.output<typeof Message>;

function isSigned(body: Buffer, secret: string, given: unknown): boolean {
  if (typeof given !== 'string') return false;
  const wanted = createHmac('sha1', secret).update(body).digest();
  const claimed = Buffer.from(given, 'base64');
  return claimed.length === wanted.length && timingSafeEqual(claimed, wanted);
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
  return !Number.isNaN(at) && Math.abs(clock.now().getTime() - at) > FRESH;
}
