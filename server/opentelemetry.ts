import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import {
  type Attributes,
  type Context,
  DiagLogLevel,
  defaultTextMapGetter,
  defaultTextMapSetter,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ExecutionArgs, type ExecutionResult, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type pg from 'pg';
import type { Config } from './config.ts';
import type { Logger } from './logger.ts';

/**
 * Traces of OpenTelemetry: a span for each request, GraphQL operation, SQL statement and outgoing HTTP call. Without a configured
 * collector none exists and this module is not loaded. Spans have no variables, parameters, paths with ids, addresses or names of people.
 */
export type Tracing = ReturnType<typeof startTracing>;

type TracingConfig = Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_SERVICE_NAME' | 'OTEL_TRACES_SAMPLER_ARG'>;

/** Requests of supervisors and monitoring, every few seconds. */
const UNTRACED_ROUTES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Characters of a statement's text and of an operation's name that a span keeps. */
const MAX_STATEMENT = 2_000;
const MAX_NAME = 100;

export function startTracing(config: TracingConfig, log: Logger) {
  diag.setLogger(diagnosticsTo(log), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  // Headers, timeout, compression and certificates are those of OTEL_EXPORTER_OTLP_…; the exporter reads them.
  const exporter = new OTLPTraceExporter({ url: `${config.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(config.OTEL_TRACES_SAMPLER_ARG) }),
    // No detectors of host and process: they report user names and command lines.
    resource: detectResources({ detectors: [serviceInstanceIdDetector, resourceAttributesEnvDetector] }).merge(
      resourceFromAttributes({ 'service.name': config.OTEL_SERVICE_NAME }),
    ),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('callboard');
  const propagator = new W3CTraceContextPropagator();
  // One store of our own rather than the global context, so that several can exist in one process.
  const contexts = new AsyncLocalStorage<Context>();
  const startSpan = (name: string, kind: SpanKind, attributes: Attributes, parent: Context) =>
    tracer.startSpan(name, { kind, attributes }, parent);

  /** Spans of requests, as parts of the caller's trace. */
  const traceRequests = (http: FastifyInstance): void => {
    const ofRequests = new WeakMap<FastifyRequest, Context>();
    http.addHook('onRequest', (request, reply, done) => {
      const { method, routeOptions } = request;
      const route = routeOptions.url ?? 'none';
      if (UNTRACED_ROUTES.has(route)) return done();
      const parent = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter);
      const span = startSpan(`${method} ${route}`, SpanKind.SERVER, { 'http.request.method': method, 'http.route': route }, parent);
      reply.raw.once('close', () => {
        span.setAttribute('http.response.status_code', reply.raw.statusCode);
        end(span, reply.raw.statusCode >= 500 ? String(reply.raw.statusCode) : null);
      });
      const context = trace.setSpan(parent, span);
      ofRequests.set(request, context);
      contexts.run(context, done);
    });
    // Again, because a body arrives in the async context of its connection.
    http.addHook('preHandler', (request, _reply, done) => {
      const context = ofRequests.get(request);
      if (context) contexts.run(context, done);
      else done();
    });
  };

  /** Spans of GraphQL operations, over WebSockets too. It comes after all plugins that choose how an operation is executed. */
  const operationPlugin = (): Plugin => ({
    onExecute: ({ args, executeFn, setExecuteFn }) => {
      const operation = getOperationAST(args.document, args.operationName);
      if (!operation) return;
      const type = operation.operation;
      const name = operation.name?.value.slice(0, MAX_NAME);
      setExecuteFn(async (executed: ExecutionArgs) => {
        const parent = contexts.getStore() ?? ROOT_CONTEXT;
        const attributes = { 'graphql.operation.type': type, ...(name && { 'graphql.operation.name': name }) };
        const span = startSpan(name ? `${type} ${name}` : type, SpanKind.INTERNAL, attributes, parent);
        try {
          const result: ExecutionResult = await contexts.run(trace.setSpan(parent, span), async () => executeFn(executed));
          const [error] = result.errors ?? [];
          end(span, error ? String(error.extensions.code ?? 'GRAPHQL_ERROR') : null);
          return result;
        } catch (error) {
          end(span, 'GRAPHQL_ERROR');
          throw error;
        }
      });
    },
  });

  /** Spans of the statements that a request runs; their texts have placeholders where the values are. */
  const tracePool = (pool: pg.Pool): void => {
    pool.on('connect', (client) => {
      const query = client.query.bind(client);
      const traced = (...args: readonly unknown[]): unknown => {
        const parent = contexts.getStore();
        const text = textOf(args[0]);
        if (!parent || text === null) return Reflect.apply(query, client, args);
        const operation = /^\W*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
        const attributes = {
          'db.system.name': 'postgresql',
          'db.operation.name': operation,
          'db.query.text': text.slice(0, MAX_STATEMENT),
        };
        const span = startSpan(operation, SpanKind.CLIENT, attributes, parent);
        const callback = args.at(-1);
        try {
          if (typeof callback === 'function')
            return Reflect.apply(query, client, [
              ...args.slice(0, -1),
              (error: unknown, ...rest: readonly unknown[]) => {
                end(span, error ? codeOf(error) : null);
                Reflect.apply(callback, undefined, [error, ...rest]);
              },
            ]);
          const result = Reflect.apply(query, client, args);
          Promise.resolve(result).then(
            () => end(span, null),
            (error: unknown) => end(span, codeOf(error)),
          );
          return result;
        } catch (error) {
          end(span, codeOf(error));
          throw error;
        }
      };
      Reflect.set(client, 'query', traced);
    });
  };

  const stopTracingCalls = traceOutgoingCalls({
    onCreate: (method, host, inject) => {
      const parent = contexts.getStore();
      if (!parent) return null;
      const attributes = { 'http.request.method': method, 'server.address': host };
      const span = startSpan(method, SpanKind.CLIENT, attributes, parent);
      const carrier: Record<string, string> = {};
      propagator.inject(trace.setSpan(parent, span), carrier, defaultTextMapSetter);
      for (const [name, value] of Object.entries(carrier)) inject(name, value);
      return span;
    },
  });

  return {
    traceRequests,
    operationPlugin,
    tracePool,
    /** Sends what is left, for at most ten seconds (`OTEL_EXPORTER_OTLP_TIMEOUT`). */
    close: async () => {
      stopTracingCalls();
      await provider.shutdown();
      diag.disable();
    },
  };
}

function end(span: Span, errorType: string | null): void {
  // The type alone: messages of errors contain values.
  if (errorType !== null) span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', errorType);
  span.end();
}

/** The SQLSTATE of a failed statement. */
const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'error');

/** The text of a statement; null for a cursor, which runs as long as its reader takes. */
function textOf(statement: unknown): string | null {
  if (typeof statement === 'string') return statement;
  if (!(statement instanceof Object) || 'submit' in statement || !('text' in statement)) return null;
  return String(statement.text);
}

interface OutgoingCalls {
  /** Begins the span of a call; null where it is not part of a trace. */
  onCreate(method: string, host: string, inject: (name: string, value: string) => void): Span | null;
}

/** A request as Node's `fetch` announces it (`undici:request:*`). */
interface Announcement {
  readonly request: { readonly method: string; readonly origin: string | URL; addHeader(name: string, value: string): void };
  readonly response?: { readonly statusCode: number };
}

const isAnnouncement = (message: unknown): message is Announcement =>
  message instanceof Object && 'request' in message && message.request instanceof Object && 'addHeader' in message.request;

/** Follows the calls that `fetch` makes, by its diagnostics channels. Returns the function that ends it. */
function traceOutgoingCalls({ onCreate }: OutgoingCalls): () => void {
  const spans = new WeakMap<object, Span>();
  const channels: Readonly<Record<string, (message: Announcement) => void>> = {
    'undici:request:create': ({ request }) => {
      const span = onCreate(request.method, new URL(request.origin).hostname, (name, value) => request.addHeader(name, value));
      if (span) spans.set(request, span);
    },
    'undici:request:headers': ({ request, response }) => {
      if (response) spans.get(request)?.setAttribute('http.response.status_code', response.statusCode);
    },
    'undici:request:trailers': ({ request }) => endCall(request, null),
    'undici:request:error': ({ request }) => endCall(request, 'fetch'),
  };
  const endCall = (request: object, errorType: string | null) => {
    const span = spans.get(request);
    if (span) end(span, errorType);
  };
  const listeners = Object.entries(channels).map(([name, listen]) => {
    const listener = (message: unknown) => {
      if (isAnnouncement(message)) listen(message);
    };
    return [name, listener] as const;
  });
  for (const [name, listener] of listeners) subscribe(name, listener);
  return () => {
    for (const [name, listener] of listeners) unsubscribe(name, listener);
  };
}

/** Failed exports and dropped spans, as warnings. */
function diagnosticsTo(log: Logger) {
  const warn = (message: string, ...details: readonly unknown[]) => log.warn({ details: details.map(String) }, `OpenTelemetry: ${message}`);
  return { error: warn, warn, info: () => {}, debug: () => {}, verbose: () => {} };
}
