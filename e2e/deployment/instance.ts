import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { freePort } from '#server/database/embedded/server.ts';
import { until } from '#server/testing/writer.ts';

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

/** A server process, started as docs/operating.md has a supervisor start it. */
export interface Instance {
  readonly url: string;
  readonly process: ChildProcess;
  /** One of its numbers for the operator's collector. */
  metric(name: string): Promise<number>;
  ready(): Promise<boolean>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export type Settings = Readonly<Record<string, string>>;

const running = new Set<Instance>();

/** Ends what a story that failed has left running. */
export async function endInstances(): Promise<void> {
  for (const instance of running) await instance.stop();
}

/** Its environment: nothing of ours but what is set, and where compiled modules are. */
const environment = (settings: Settings): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  NODE_ENV: 'production',
  LOG_LEVEL: 'silent',
  REGISTRATION: 'open',
  ...settings,
});

export async function startInstance(settings: Settings): Promise<Instance> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [MAIN], {
    env: environment({ PORT: String(port), ...settings }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const gone = once(child, 'exit');
  const ready = async () => {
    if (child.exitCode !== null) throw new Error('The server ended by itself');
    return (await fetch(`${url}/readyz`).catch(() => null))?.ok === true;
  };
  const instance: Instance = {
    url,
    process: child,
    ready,
    metric: async (name) => {
      const numbers = await (await fetch(`${url}/metrics`)).text();
      return Number(new RegExp(`^${name} (.+)$`, 'm').exec(numbers)?.[1]);
    },
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await gone;
    },
  };
  void gone.then(() => running.delete(instance));
  running.add(instance);
  await until(ready, 60_000);
  return instance;
}

/** Starts a server or a command that ends by itself: how, and what it said. */
export async function runToEnd(args: readonly string[], settings: Settings, as: { cwd?: string; uid?: number; gid?: number } = {}) {
  const child = spawn(process.execPath, args, { env: environment(settings), stdio: ['ignore', 'pipe', 'pipe'], ...as });
  const [said, complained, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: Number(code), said, complained };
}
