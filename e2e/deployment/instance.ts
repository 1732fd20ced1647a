import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { freePort } from '#server/database/embedded/server.ts';
import { until } from '#server/testing/writer.ts';

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

/** A server process, started as a supervisor would by docs/operating.md. */
export interface Instance {
  readonly url: string;
  readonly process: ChildProcess;
  /** A value of `/metrics`, by its name with labels. */
  metric(name: string): Promise<number>;
  ready(): Promise<boolean>;
  /** Why `/readyz` says that it is not ready; null when it is. */
  unready(): Promise<string | null>;
  /** Bytes it has written to its log. */
  logged(): number;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const Unready = z.object({ message: z.string() });

export type Settings = Readonly<Record<string, string>>;

const running = new Set<Instance>();

/** Stops instances that a failed test left running. */
export async function endInstances(): Promise<void> {
  for (const instance of running) await instance.stop();
}

/** The environment of a process; inherits only PATH, HOME and the compile cache from the tests. */
const environment = (settings: Settings): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  NODE_ENV: 'production',
  LOG_LEVEL: 'silent',
  REGISTRATION: 'open',
  SHUTDOWN_DRAIN_SECONDS: '0',
  ...settings,
});

/** Starts a server and resolves when it is ready; of this version unless `args` name another. */
export async function startInstance(settings: Settings, args: readonly string[] = [MAIN]): Promise<Instance> {
  const port = Number(settings.PORT ?? (await freePort()));
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, args, {
    env: environment({ ...settings, PORT: String(port) }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let logged = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    logged += chunk.length;
  });
  const exited = once(child, 'exit');
  const ready = async () => {
    if (child.exitCode !== null) throw new Error('The server exited');
    return (await fetch(`${url}/readyz`).catch(() => null))?.ok === true;
  };
  const instance: Instance = {
    url,
    process: child,
    ready,
    unready: async () => {
      const answer = await fetch(`${url}/readyz`);
      return answer.ok ? null : Unready.parse(await answer.json()).message;
    },
    logged: () => logged,
    metric: async (name) => {
      const numbers = await (await fetch(`${url}/metrics`)).text();
      const line = numbers.split('\n').find((each) => each.startsWith(`${name} `));
      return Number(line?.slice(name.length).replace('+Inf', 'Infinity'));
    },
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await exited;
    },
  };
  void exited.then(() => running.delete(instance));
  running.add(instance);
  await until(ready, 60_000);
  return instance;
}

/** Runs a server or a command until it exits; returns its exit code and output. */
export async function runToEnd(args: readonly string[], settings: Settings, as: { cwd?: string; uid?: number; gid?: number } = {}) {
  const child = spawn(process.execPath, args, { env: environment(settings), stdio: ['ignore', 'pipe', 'pipe'], ...as });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: Number(code), stdout, stderr };
}
