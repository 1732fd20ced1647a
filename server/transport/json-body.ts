import { Transform } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LimitExceeded } from '#domain/failures.ts';
import type { Viewer } from '#domain/viewer.ts';
import { pathOf } from './paths.ts';
import { bearerOf } from './viewer/bearer.ts';

/**
 * Bodies are JSON and nothing else: a form, which another site's page could send, is refused with 415. That page could not
 * send a token, so where there is one, JSON that calls itself a form is read as well: `curl --data` does that.
 */
export function readJson(http: FastifyInstance): void {
  http.removeAllContentTypeParsers();
  const parse = http.getDefaultJsonParser('error', 'error');
  http.addContentTypeParser(['application/json', FORM], { parseAs: 'string' }, (request, body, done) => {
    if (request.headers['content-type']?.startsWith(FORM) && bearerOf(request.headers.authorization) === null)
      return done(Object.assign(new Error('Unsupported Media Type'), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE', statusCode: 415 }));
    // Some clients announce JSON and send nothing.
    if (body.length === 0) return done(null, undefined);
    return parse(request, String(body), (error, parsed: unknown) => {
      if (error === null && countKeys(parsed) > MAX_KEYS) done(tooManyKeys());
      else done(error, parsed);
    });
  });
}

/** Keys of a body's outermost object. Thousands of them are read quickly, but copied and checked slowly. */
const MAX_KEYS = 1_000;

const countKeys = (body: unknown): number =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body).length : 0;

const tooManyKeys = () =>
  new LimitExceeded(
    'OPERATION_TOO_LARGE',
    `The body is an object with more than ${MAX_KEYS.toLocaleString('en')} keys. Send only the documented ones.`,
  );

/** A body is larger than is allowed: 413. */
export class BodyTooLarge extends Error {
  readonly statusCode = 413;
  constructor(bytes: number, advice = 'Send it in several requests.') {
    super(`The body is larger than ${bytes / 1024} kB. ${advice}`);
    this.name = 'BodyTooLarge';
  }
}

interface AnonymousBodies {
  /** Bytes at most. */
  readonly bytes: number;
  viewerOf(request: FastifyRequest, reply: FastifyReply): Promise<Viewer | null>;
}

/**
 * Bounds the JSON that is read for people who are not signed in. Only a body that is larger, or does not say how large it is,
 * makes this look up whose it is before it is read; files and signed webhooks have bounds of their own.
 */
export function limitAnonymousBodies(http: FastifyInstance, { bytes, viewerOf }: AnonymousBodies): void {
  const tooLarge = () => new BodyTooLarge(bytes, 'That is the limit without signing in: please sign in.');
  http.addHook('preParsing', async (request, reply, body) => {
    if (hasOwnBodyLimit(request)) return body;
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (Number(length ?? 0) <= bytes && encoding === undefined) return body;
    if (await viewerOf(request, reply)) return body;
    if (Number(length ?? 0) > bytes) throw tooLarge();
    let read = 0;
    const bounded = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        read += chunk.length;
        done(read > bytes ? tooLarge() : null, chunk);
      },
    });
    return body.pipe(bounded);
  });
}

/** Whether a route bounds its body itself: files are streamed, and signed deliveries are small. */
export const hasOwnBodyLimit = (request: FastifyRequest): boolean => /^\/(import|webhooks)(\/|$)/.test(pathOf(request));

/**
 * Whoever is cut off while sending never hears why. So the rest of a body that is refused is read and forgotten; like any
 * request it has its time to arrive (arrival.ts).
 */
export function forgetBody(request: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection');
  request.raw.resume();
}

const FORM = 'application/x-www-form-urlencoded';
