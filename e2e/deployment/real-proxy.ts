import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { freePort } from '#server/database/embedded/server.ts';
import { until } from '#server/testing/writer.ts';

const run = promisify(execFile);

/** The public host name in docs/operating.md, and the ports of its two servers. */
export const HOST = 'crm.example.com';
const DOCUMENTED_PORTS = ['4000', '4001'] as const;
const DOCUMENT = new URL('../../docs/operating.md', import.meta.url);

/** Where Debian's packages put their programs. */
const PROGRAMS = { nginx: '/usr/sbin/nginx', caddy: '/usr/bin/caddy' } as const;
export type ProxyName = keyof typeof PROGRAMS;

export const isInstalled = (name: ProxyName): boolean => existsSync(PROGRAMS[name]);

/** The configuration of a proxy in docs/operating.md, as it stands there. */
async function readDocumentedConfig(language: 'nginx' | 'caddyfile'): Promise<string> {
  const config = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(await readFile(DOCUMENT, 'utf8'))?.[1];
  if (!config) throw new Error(`docs/operating.md has no configuration in ${language}`);
  return config;
}

/** Replaces each of the texts, which must all be there: a changed document must not silently test something else. */
function replaceAll(config: string, replacements: ReadonlyArray<readonly [text: string, by: string]>): string {
  for (const [old] of replacements) if (!config.includes(old)) throw new Error(`The configuration no longer has ${old}`);
  return replacements.reduce((result, [old, by]) => result.replaceAll(old, by), config);
}

export interface RealProxy {
  /** `https://crm.example.com` with the port; `lookup` finds it on this machine. */
  readonly url: string;
  /** What a client needs in order to reach it. */
  readonly access: { readonly ca: string; readonly lookup: LookupFunction };
  /** Takes a server (0 or 1) out before it is restarted, or in again, as docs/operating.md says. Caddy does so by itself. */
  setUp(server: 0 | 1, isUp: boolean): Promise<void>;
  close(): Promise<void>;
}

/** Starts nginx or Caddy with the configuration of docs/operating.md, for servers on these ports. */
export async function startProxy(name: ProxyName, folder: string, servers: readonly [string, string]): Promise<RealProxy> {
  await mkdir(folder, { recursive: true });
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`, '-keyout', key, '-out', certificate],
  ]);
  const port = await freePort();
  const start = name === 'nginx' ? startNginx : startCaddy;
  const { child, setUp } = await start({ folder, port, servers, certificate, key });
  const log = text(child.stderr);
  const exited = once(child, 'exit');
  const access = { ca: await readFile(certificate, 'utf8'), lookup: toThisMachine };
  const url = `https://${HOST}:${port}`;
  const client = createPublicClient({ url, access });
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${name} exited: ${await log}`);
    return (await client.send('GET', '/healthz')).status === 200;
  }, 20_000);
  client.close();
  return {
    url,
    access,
    setUp,
    close: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

interface ProxyOptions {
  readonly folder: string;
  readonly port: number;
  readonly servers: readonly [string, string];
  readonly certificate: string;
  readonly key: string;
}

interface StartedProxy {
  readonly child: ChildProcessByStdio<null, null, Readable>;
  readonly setUp: RealProxy['setUp'];
}

async function startNginx({ folder, port, servers, certificate, key }: ProxyOptions): Promise<StartedProxy> {
  const documented = replaceAll(await readDocumentedConfig('nginx'), [
    [`127.0.0.1:${DOCUMENTED_PORTS[0]}`, `127.0.0.1:${servers[0]}`],
    [`127.0.0.1:${DOCUMENTED_PORTS[1]}`, `127.0.0.1:${servers[1]}`],
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    [`/etc/letsencrypt/live/${HOST}/fullchain.pem`, certificate],
    [`/etc/letsencrypt/live/${HOST}/privkey.pem`, key],
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path ${folder}/${each};`).join('\n');
  const file = join(folder, 'nginx.conf');
  const write = (upstreams: string) =>
    writeFile(
      file,
      `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; ${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http { access_log off; ${temporary}
${upstreams}
}\n`,
    );
  await write(documented);
  const child = spawn(PROGRAMS.nginx, ['-c', file, '-e', `${folder}/error.log`], { stdio: ['ignore', 'ignore', 'pipe'] });
  /** The workers that accept requests; after a reload the old ones only finish theirs. */
  const workers = async () => {
    const { stdout } = await run('ps', ['--ppid', String(child.pid), '-o', 'pid=,args=']);
    const lines = stdout.split('\n').filter((line) => line.includes('worker process') && !line.includes('shutting down'));
    return lines.map((line) => Number.parseInt(line, 10));
  };
  return {
    child,
    setUp: async (server, isUp) => {
      const line = `server 127.0.0.1:${servers[server]} max_fails=0`;
      await write(isUp ? documented : replaceAll(documented, [[line, `${line} down`]]));
      const before = new Set(await workers());
      child.kill('SIGHUP');
      await until(async () => {
        const now = await workers();
        return now.length > 0 && !now.some((each) => before.has(each));
      }, 10_000);
    },
  };
}

async function startCaddy({ folder, port, servers, certificate, key }: ProxyOptions): Promise<StartedProxy> {
  const documented = replaceAll(await readDocumentedConfig('caddyfile'), [
    [`127.0.0.1:${DOCUMENTED_PORTS[0]}`, `127.0.0.1:${servers[0]}`],
    [`127.0.0.1:${DOCUMENTED_PORTS[1]}`, `127.0.0.1:${servers[1]}`],
    [`${HOST} {`, `${HOST}:${port} {\n  bind 127.0.0.1\n  tls ${certificate} ${key}`],
  ]);
  const file = join(folder, 'Caddyfile');
  await writeFile(file, `{\n  admin off\n  auto_https disable_redirects\n}\n${documented}`);
  const child = spawn(PROGRAMS.caddy, ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  return { child, setUp: async () => undefined };
}

/** Every name is this machine. */
const toThisMachine: LookupFunction = (_name, { all }, found) => {
  if (all) found(null, [{ address: '127.0.0.1', family: 4 }]);
  else found(null, '127.0.0.1', 4);
};

/** An answer; status 0 where the connection was lost without one. */
export interface PublicAnswer {
  readonly status: number;
  readonly cookie: string;
}

/** A client of the proxy with connections that stay open, as browsers have. */
export function createPublicClient({ url, access }: Pick<RealProxy, 'url' | 'access'>) {
  const agent = new Agent({ keepAlive: true, ...access });
  const send = (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<PublicAnswer> =>
    new Promise((resolve) => {
      const outgoing = request(`${url}${path}`, {
        method,
        agent,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      });
      outgoing.on('response', (answer) => {
        const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
        answer.resume();
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, cookie }));
        answer.on('error', () => resolve({ status: 0, cookie }));
      });
      outgoing.on('error', (error) => {
        // As browsers do: the proxy closed an idle connection while this request was on its way to it.
        const wasIdle = outgoing.reusedSocket && 'code' in error && error.code === 'ECONNRESET';
        if (wasIdle) resolve(send(method, path, body, headers));
        else resolve({ status: 0, cookie: '' });
      });
      outgoing.end(body === undefined ? undefined : JSON.stringify(body));
    });
  return { send, close: () => agent.destroy() };
}
