import type { FastifyInstance } from 'fastify';
import type { AppContainer } from '#server/container.ts';
import { sendError } from './error-response.ts';

/**
 * `/workspace/logo/<hash>`: the company’s logo, for everybody, as the sign-in page shows it. Its type was told by its bytes; `nosniff`
 * is among the headers of every response, and the policy keeps an image opened by itself from loading anything.
 */
export function serveWorkspaceLogo(http: FastifyInstance, { services }: Pick<AppContainer, 'services'>): void {
  http.get<{ Params: { hash: string } }>('/workspace/logo/:hash', async (request, reply) => {
    const logo = await services.workspace.logo(request.params.hash);
    if (!logo) return sendError(request, reply, { status: 404, message: 'Not found' });
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type(logo.type)
      .send(Buffer.from(logo.bytes));
  });
}
