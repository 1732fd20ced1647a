import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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
    return parse(request, String(body), done);
  });
}

/**
 * Whoever is cut off while sending never hears why. So the rest of a body that is refused is read and forgotten; like any
 * request it has its time to arrive (arrival.ts).
 */
export function forgetBody(request: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection');
  request.raw.resume();
}

const FORM = 'application/x-www-form-urlencoded';
