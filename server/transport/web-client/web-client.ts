import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from '../error-response.ts';
import { isDataPath } from '../paths.ts';
import { contentSecurityPolicy } from '../security.ts';

/** The placeholder of the nonce in the built page (web/vite.config.ts). */
const NONCE = '__CSP_NONCE__';
const A_YEAR = 31_536_000;

/** Serves the built web client: its assets, and its page for every path without a route. Null serves none. */
export async function serveWebClient(http: FastifyInstance, dist: string | null): Promise<void> {
  if (dist) {
    await http.register(fastifyStatic, {
      root: join(dist, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      preCompressed: true,
      immutable: true,
      maxAge: A_YEAR * 1000,
      index: false,
    });
  }
  http.setNotFoundHandler((request, reply) =>
    dist && wantsPage(request) ? sendPage(dist, reply) : sendError(request, reply, { status: 404, message: 'Not found' }),
  );
}

const wantsPage = (request: FastifyRequest): boolean =>
  ['GET', 'HEAD'].includes(request.method) && !isDataPath(request) && !request.url.startsWith('/assets/');

async function sendPage(dist: string, reply: FastifyReply): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString('base64');
  // Read for every request: the assets it names may have been rebuilt since the server started.
  const page = await readFile(join(dist, 'index.html'), 'utf8');
  return reply
    .header('content-security-policy', contentSecurityPolicy(nonce))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.replaceAll(NONCE, nonce));
}
