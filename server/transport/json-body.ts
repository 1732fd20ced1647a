import type { FastifyInstance } from 'fastify';

/** Bodies are JSON and nothing else: a form, which another site's page could send, is refused with 415. */
export function readJson(http: FastifyInstance): void {
  http.removeAllContentTypeParsers();
  const parse = http.getDefaultJsonParser('error', 'error');
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Some clients announce JSON and send nothing.
    if (body.length === 0) return done(null, undefined);
    return parse(request, String(body), done);
  });
}
