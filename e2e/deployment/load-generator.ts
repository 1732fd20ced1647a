import { until } from '#server/testing/writer.ts';

/** Milliseconds until a client tries again after a failure. */
const RETRY_MS = 20;

let loads = 0;

/** Four clients that add leads without pause; `acknowledged` has the names of the leads whose creation was confirmed. */
export function generateLoad(url: string, headers: Readonly<Record<string, string>>) {
  const acknowledged: string[] = [];
  loads += 1;
  const prefix = loads;
  let isRunning = true;
  let failures = 0;
  let slowest = 0;
  let acknowledgedAt = performance.now();
  let longestGap = 0;
  const client = async (at: number) => {
    for (let round = 0; isRunning; round += 1) {
      const name = `${prefix}/${at}/${round}/${acknowledged.length}`;
      const begun = performance.now();
      const answer = await fetch(`${url}/api/leads`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      }).catch(() => null);
      const now = performance.now();
      slowest = Math.max(slowest, now - begun);
      if (answer?.status === 201) {
        acknowledged.push(name);
        longestGap = Math.max(longestGap, now - acknowledgedAt);
        acknowledgedAt = now;
      } else failures += 1;
      await answer?.text().catch(() => undefined);
      if (answer?.status !== 201) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  };
  const clients = [0, 1, 2, 3].map(client);
  return {
    acknowledged,
    failures: () => failures,
    /** The duration of the slowest request in milliseconds. */
    slowest: () => slowest,
    /** The longest time without an acknowledged write, in milliseconds. */
    longestGap: () => longestGap,
    /** Waits until so many more leads are acknowledged. */
    more: async (count: number) => {
      const before = acknowledged.length;
      await until(() => acknowledged.length >= before + count, 30_000);
    },
    stop: async () => {
      isRunning = false;
      await Promise.all(clients);
    },
  };
}
