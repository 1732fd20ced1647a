import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Viewers } from '../viewer/viewers.ts';
import { ASSETS, type ExplorerAssets, loadAssets } from './assets.ts';
import { EXAMPLES } from './examples.ts';

const A_YEAR = 31_536_000;
/** Where people look for it; the same path serves programs. */
const PAGE = '/explorer';
/** Where people who are not signed in sign in; from there a link leads back. */
const SIGN_IN = '/tokens';

/** Whether a browser requests a page, not a program data. */
export const wantsExplorer = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.accept?.includes('text/html') === true;

/** GraphiQL for people who are signed in: at `GET /graphql` for browsers, every part of it from this server. */
export function serveExplorer(http: FastifyInstance, viewers: Pick<Viewers, 'authenticate'>) {
  let loading: Promise<ExplorerAssets> | null = null;
  const assets = () => {
    loading ??= loadAssets().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };

  http.get(`${ASSETS}*`, async (request, reply) => {
    const found = (await viewers.authenticate(request.raw)) ? (await assets()).all.get(request.url.split('?')[0] ?? '') : null;
    if (!found) return reply.code(404).send({ message: 'Not found' });
    const zipped = request.headers['accept-encoding']?.includes('gzip') ? found.zipped : null;
    reply.type(found.type).header('cache-control', `private, max-age=${A_YEAR}, immutable`).header('vary', 'accept-encoding');
    if (zipped) reply.header('content-encoding', 'gzip');
    return reply.send(zipped ?? found.bytes);
  });

  http.get(PAGE, (_request, reply) => reply.code(303).header('location', '/graphql').send());

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const isSignedIn = (await viewers.authenticate(request.raw)) !== null;
    // A link on another site sends no cookie (SameSite=Strict). The page reloads itself from this site, and then it is sent.
    if (!isSignedIn && request.headers['sec-fetch-site'] === 'cross-site')
      return reply.type('text/html; charset=utf-8').send('<!doctype html><meta http-equiv="refresh" content="0;url=/graphql">');
    if (!isSignedIn) return reply.code(303).header('location', SIGN_IN).send();
    return reply
      .header('content-security-policy', POLICY)
      .type('text/html; charset=utf-8')
      .send(page(await assets()));
  };
}

// The editor writes its own styles while it runs and has its icons in its style sheet; scripts come only from this server.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="24" height="24"><rect width="32" height="32" rx="8" fill="#4F46E5"/><g fill="#fff"><rect x="8" y="8.5" width="4.5" height="15" rx="1.75"/><rect x="13.75" y="8.5" width="4.5" height="8.5" rx="1.75" fill-opacity="0.8"/><rect x="19.5" y="8.5" width="4.5" height="11.5" rx="1.75" fill-opacity="0.6"/></g></svg>';

function page({ code, start, style, look, workers }: ExplorerAssets): string {
  const settings = {
    examples: EXAMPLES,
    logo: LOGO,
    workers: Object.fromEntries(Object.entries(workers).map(([label, { path }]) => [label, path])),
  };
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>API explorer · Callboard</title>
    <link rel="icon" href="data:image/svg+xml,${encodeURIComponent(LOGO)}" />
    <link rel="stylesheet" href="${style.path}" />
    <link rel="stylesheet" href="${look.path}" />
    <script type="application/json" id="settings">${JSON.stringify(settings).replaceAll('<', '\\u003c')}</script>
    <script defer src="${code.path}"></script>
    <script defer src="${start.path}"></script>
  </head>
  <body class="no-focus-outline">
    <noscript>The explorer needs JavaScript.</noscript>
    <div id="root"></div>
    <output id="cost" aria-label="Cost" hidden></output>
  </body>
</html>
`;
}
