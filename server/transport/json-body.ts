import { Transform } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LimitExceeded } from '#domain/failures.ts';
import type { Viewer } from '#domain/viewer.ts';
import { BodyTooLarge } from './errors.ts';
import { pathOf } from './paths.ts';
import { bearerOf } from './viewer/viewers.ts';

/**
 * Accepts JSON bodies only: a form, which a page of another site could send, is rejected with 415. Such a page cannot send a token,
 * so with a token JSON that is labelled as a form is accepted as well, as `curl --data` sends it.
 */
export function readJson(http: FastifyInstance): void {
  http.removeAllContentTypeParsers();
  const parse = http.getDefaultJsonParser('error', 'error');
  http.addContentTypeParser(['application/json', FORM], { parseAs: 'string' }, (request, body, done) => {
    if (request.headers['content-type']?.startsWith(FORM) && bearerOf(request.headers.authorization) === null)
      return done(Object.assign(new Error('Unsupported Media Type'), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE', statusCode: 415 }));
    // Some clients set the content type and send no body.
    if (body.length === 0) return done(null, undefined);
    return parse(request, String(body), (error, parsed: unknown) => {
      if (error === null && countKeys(parsed) > MAX_KEYS) done(tooManyKeys());
      else done(error, parsed);
    });
  });
}

/** Keys of the outermost object. Thousands of them are parsed quickly, but copied and validated slowly. */
const MAX_KEYS = 1_000;

const countKeys = (body: unknown): number =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body).length : 0;

const tooManyKeys = () =>
  new LimitExceeded('OPERATION_TOO_LARGE', `The body has more than ${MAX_KEYS.toLocaleString('en')} keys. Send only the documented ones.`);

interface AnonymousBodies {
  /** Bytes at most. */
  readonly bytes: number;
  viewerOf(request: FastifyRequest, reply: FastifyReply): Promise<Viewer | null>;
}

/**
 * Limits the JSON bodies of clients that are not signed in. The caller is only authenticated before the body is read where that is
 * larger or has no declared size; files and signed webhooks have limits of their own.
 */
export function limitAnonymousBodies(http: FastifyInstance, { bytes, viewerOf }: AnonymousBodies): void {
  const tooLarge = () => new BodyTooLarge(bytes, 'Sign in to send larger bodies.');
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

/** Whether a route limits its body itself: files are streamed, and signed webhooks are small. */
export const hasOwnBodyLimit = (request: FastifyRequest): boolean => /^\/(import|webhooks)(\/|$)/.test(pathOf(request));

/**
 * Reads and discards the rest of a rejected body: a client whose connection is reset while sending never sees the response. The
 * request timeout applies as to any other (request-timeouts.ts).
 */
export function discardBody(request: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection');
  request.raw.resume();
}

const FORM = 'application/x-www-form-urlencoded';
