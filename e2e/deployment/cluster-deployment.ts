import { createCaller } from '#server/testing/caller.ts';
import { type Instance, type Settings, startInstance } from './instance.ts';
import { subscribeToPipeline } from './pipeline-subscriber.ts';
import { type PostgresCluster, startCluster } from './postgres-cluster.ts';
import { openProxy } from './reverse-proxy.ts';

const ORIGIN = 'https://crm.example.com';

/** Two instances behind a proxy, on a primary with a standby; signed in as one person. */
export async function deployCluster(
  folder: string,
  settingsOf: (cluster: PostgresCluster, at: number) => Promise<Settings> | Settings = () => ({}),
) {
  const cluster = await startCluster(folder);
  const start = async (at: number) =>
    startInstance({
      ...{ DATABASE_URL: cluster.url, DEMO: 'off', PUBLIC_URL: ORIGIN, TRUST_PROXY: 'on', LOG_LEVEL: 'info' },
      ...(await settingsOf(cluster, at)),
    });
  const instances = await Promise.all([start(0), start(1)]);
  const proxy = await openProxy(instances.map(({ url }) => url));
  const ada = createCaller(proxy.url);
  const person = { username: 'ada', password: 'correct horse' };
  await ada.rest.post('/api/auth/register', person, { origin: ORIGIN, 'sec-fetch-site': 'same-origin' });
  const headers = { cookie: ada.cookie(), origin: ORIGIN };
  const subscribe = (instance: Pick<Instance, 'url'>, after = '0') => subscribeToPipeline({ url: instance.url, ...headers, after });
  return {
    cluster,
    instances,
    proxy,
    headers,
    subscribe,
    /** Two subscribers of each instance. */
    subscribeAll: (after?: string) => [...instances, ...instances].map((each) => subscribe(each, after)),
    /** Whether every instance is ready. */
    areReady: async () => (await Promise.all(instances.map((each) => each.ready().catch(() => false)))).every(Boolean),
    close: async () => {
      await proxy.close();
      for (const instance of instances) await instance.stop('SIGKILL');
      await cluster.stop();
    },
  };
}

export type ClusterDeployment = Awaited<ReturnType<typeof deployCluster>>;

/** Prints what a test of a fault measured, for the table in docs/faults.md. */
export function report(fault: string, measured: Readonly<Record<string, number | undefined>>): void {
  const numbers = Object.entries(measured).map(([name, value]) => `${name} ${Number(value?.toFixed(1))}`);
  process.stdout.write(`${fault}: ${numbers.join(', ')}\n`);
}
