import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { offlineAssistant } from './ai/offline/assistant.ts';
import { readConfig } from './config.ts';
import { freePort } from './database/embedded/server.ts';
import { createLogger } from './logger.ts';
import { startTracing } from './opentelemetry.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';

const Attributes = z
  .array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
  .transform((all) => Object.fromEntries(all.map(({ key, value }) => [key, Object.values(value)[0]])));
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              attributes: Attributes,
              status: z.object({ code: z.number().optional() }),
            }),
          ),
        }),
      ),
    }),
  ),
});
type ExportedSpan = z.output<typeof Export>['resourceSpans'][number]['scopeSpans'][number]['spans'][number];

/** A collector, and a service that the assistant calls. */
async function startCollector() {
  const bodies: string[] = [];
  const calls: (string | undefined)[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.url === '/v1/traces') bodies.push(body);
    else calls.push(String(request.headers.traceparent));
    response.setHeader('content-type', 'application/json').end('{}');
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const resources = () => bodies.flatMap((body) => Export.parse(JSON.parse(body)).resourceSpans);
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    calls,
    resource: () => resources()[0]?.resource.attributes,
    spans: (): readonly ExportedSpan[] => resources().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const [TRACE, CALLER] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
const GENERATE = `mutation Answer($text: String!) { generateReply(input: { customerRequest: $text }) { __typename } }`;

let collector: Awaited<ReturnType<typeof startCollector>>;
let app: TestApp;
beforeAll(async () => {
  collector = await startCollector();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'crm' };
  const tracing = startTracing(readConfig(env), createLogger('silent'));
  const offline = offlineAssistant();
  const assistant = {
    ...offline,
    reply: async (request: Parameters<typeof offline.reply>[0]) => {
      await fetch(`${collector.url}/model/7?key=hunter2`, { method: 'POST', body: JSON.stringify(request) });
      return offline.reply(request);
    },
  };
  app = await createTestApp({ env, tracing, assistant });
  const ada = await app.signUp('ada-lovelace');
  const traced = { cookie: ada.cookie(), 'content-type': 'application/json', traceparent: `00-${TRACE}-${CALLER}-01` };
  const send = (query: string, variables: object) =>
    fetch(`${app.url}/graphql`, { method: 'POST', headers: traced, body: JSON.stringify({ query, variables }) });
  const reply = await send(GENERATE, { text: 'Where is the order of Marie Curie?' });
  expect(await reply.json()).toMatchObject({ data: { generateReply: { __typename: expect.any(String) } } });
  await send('query Broken { lead(id: "unknown-lead") { id name } customers(first: 100000) { edges { node { id } } } }', {});
  const lead = await fetch(`${app.url}/api/leads/secret-id`, { headers: traced });
  expect(lead.status).toBe(404);
  await fetch(`${app.url}/readyz`);
  await app.close();
  // Sends what is left.
  await tracing.close();
});
afterAll(() => collector.close());

const spanNamed = (name: string): ExportedSpan => {
  const span = collector.spans().find((each) => each.name === name && each.traceId === TRACE);
  if (!span) throw new Error(`No span ${name}: ${collector.spans().map((each) => each.name)}`);
  return span;
};

describe('traces', () => {
  it('continue the trace of the caller from the request through the operation to its statements', () => {
    const operation = spanNamed('mutation Answer');
    const request = collector.spans().find(({ spanId }) => spanId === operation.parentSpanId);
    expect(request).toMatchObject({
      name: 'POST /graphql',
      parentSpanId: CALLER,
      attributes: { 'http.request.method': 'POST', 'http.route': '/graphql', 'http.response.status_code': 200 },
    });
    expect(operation.attributes).toEqual({ 'graphql.operation.type': 'mutation', 'graphql.operation.name': 'Answer' });
    const statements = collector.spans().filter(({ parentSpanId }) => parentSpanId === operation.spanId);
    expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['SELECT', 'INSERT', 'COMMIT', 'POST']));
    expect(statements.find(({ name }) => name === 'INSERT')?.attributes).toMatchObject({
      'db.system.name': 'postgresql',
      'db.query.text': expect.stringContaining('$1'),
    });
  });

  it('are passed on to the services that are called', () => {
    const call = spanNamed('POST');
    expect(call.attributes).toEqual({ 'http.request.method': 'POST', 'server.address': '127.0.0.1', 'http.response.status_code': 200 });
    expect(collector.calls).toEqual([`00-${TRACE}-${call.spanId}-01`]);
  });

  it('name the service, and the route rather than the path', () => {
    expect(collector.resource()).toMatchObject({ 'service.name': 'crm', 'service.instance.id': expect.any(String) });
    expect(spanNamed('GET /api/leads/:id').attributes).toMatchObject({ 'http.response.status_code': 404 });
    expect(collector.spans().some(({ name }) => name.includes('readyz'))).toBe(false);
  });

  it('mark an operation with errors by their code', () => {
    const errors = collector.spans().filter(({ status }) => status.code === 2);
    expect(errors.every(({ attributes }) => typeof attributes['error.type'] === 'string')).toBe(true);
  });

  it('contain no names, texts, parameters, ids, addresses or credentials', () => {
    expect(collector.bodies.length).toBeGreaterThan(0);
    for (const secret of ['lovelace', 'Curie', 'correct horse', 'secret-id', 'unknown-lead', 'hunter2', 'callboard_session='])
      expect(collector.bodies.join()).not.toContain(secret);
    const names = new Set(collector.spans().flatMap(({ attributes }) => Object.keys(attributes)));
    expect([...names].toSorted()).toEqual([
      ...['db.operation.name', 'db.query.text', 'db.system.name', 'error.type', 'graphql.operation.name', 'graphql.operation.type'],
      ...['http.request.method', 'http.response.status_code', 'http.route', 'server.address'],
    ]);
  });
});

it('without a collector nothing of the tracing is loaded', async () => {
  const script = `
    import { registerHooks } from 'node:module';
    registerHooks({ resolve: (name, context, next) => { const found = next(name, context); loaded.push(found.url); return found; } });
    const loaded = [];
    await import('${new URL('app.ts', import.meta.url)}');
    await import('${new URL('database/client.ts', import.meta.url)}');
    console.log(JSON.stringify(loaded.filter((url) => /tracing\\.ts|@opentelemetry\\/(?!api\\/)/.test(url))), loaded.length > 100);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  expect(stdout.trim()).toBe('[] true');
});
