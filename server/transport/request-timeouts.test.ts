import { connect, type Socket } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { enforceRequestTimeouts, type RequestTimeouts } from './request-timeouts.ts';

const BODY = '{"name":"Jo March"}';
const FILE = 'Name\nJo March\n';

const portOf = ({ server }: FastifyInstance): number => {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
};

describe('a slow request', () => {
  let http: FastifyInstance;
  const lines: Socket[] = [];
  const responseBody = new PassThrough();
  afterEach(async () => {
    for (const line of lines.splice(0)) line.destroy();
    await http.close();
  });

  async function open(arrival: Partial<RequestTimeouts>) {
    http = fastify({ forceCloseConnections: true });
    enforceRequestTimeouts(http, { body: 60_000, file: 60_000, idle: 60_000, ...arrival });
    http.addContentTypeParser('text/csv', (_request, body, done) => done(null, body));
    http.post('/import', async ({ body }) => ({ received: body instanceof Readable ? (await text(body)).length : 0 }));
    http.post('/api/leads', async ({ body }) => body);
    http.get('/told', (_request, reply) => reply.type('text/plain').send(responseBody));
    http.addHook('onRequest', async ({ url }, reply) => {
      if (url === '/refused') await reply.code(403).send({});
    });
    await http.listen({ port: 0, host: '127.0.0.1' });
  }

  /** Sends the beginning of a request; the answer is what came until the connection ended. */
  function begin(path: string, type: string, fullBody: string, length = 3) {
    const line = connect(portOf(http), '127.0.0.1');
    lines.push(line);
    line.write(
      `POST ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-length: ${fullBody.length}\r\n\r\n${fullBody.slice(0, length)}`,
    );
    return { answer: text(line), rest: () => line.write(fullBody.slice(length)) };
  }
  const body = (length?: number) => begin('/api/leads', 'application/json', BODY, length);
  const file = () => begin('/import', 'text/csv', FILE);

  it('times out with a message when its body does not arrive', async () => {
    await open({ body: 50 });
    const answer = await body().answer;
    expect(answer).toContain('408 Request Timeout');
    expect(answer).toContain('{"message":"The request took too long to arrive."}');
  });

  it('is answered as usual when it arrives in time', async () => {
    await open({});
    const upload = body();
    upload.rest();
    expect(await upload.answer).toContain(BODY);
  });

  it('is let go when it was refused before its body came', async () => {
    await open({ body: 50 });
    const line = connect(portOf(http), '127.0.0.1');
    lines.push(line);
    line.write(`POST /refused HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n{`);
    // Everything up to the end of the connection, which the client did not request.
    expect(await text(line)).toContain('403 Forbidden');
  });

  it('may be answered for as long as necessary when it has no body', async () => {
    await open({ body: 50 });
    const line = connect(portOf(http), '127.0.0.1');
    lines.push(line);
    line.write('GET /told HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
    const answer = text(line);
    responseBody.write('The beginning');
    await body().answer;
    responseBody.end(' and the end');
    expect(await answer).toContain('and the end');
  });

  it('may take longer when it uploads a file', async () => {
    await open({ body: 50 });
    const upload = file();
    await body().answer;
    upload.rest();
    expect(await upload.answer).toContain(`{"received":${FILE.length}}`);
  });

  it('is given up when its file falls silent, or never ends', async () => {
    await open({ idle: 50 });
    expect(await file().answer).toContain('408 Request Timeout');
    await http.close();
    await open({ file: 50 });
    expect(await file().answer).toContain('408 Request Timeout');
  });
});
