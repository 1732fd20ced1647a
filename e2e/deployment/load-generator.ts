import { until } from '#server/testing/writer.ts';

/** Four clients that add leads without pause; `acknowledged` has the names of the leads whose creation was confirmed. */
export function generateLoad(url: string, headers: Readonly<Record<string, string>>) {
  const acknowledged: string[] = [];
  let isRunning = true;
  let failures = 0;
  const client = async (at: number) => {
    for (let round = 0; isRunning; round += 1) {
      const name = `${at}/${round}/${acknowledged.length}`;
      const answer = await fetch(`${url}/api/leads`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      }).catch(() => null);
      if (answer?.status === 201) acknowledged.push(name);
      else failures += 1;
      await answer?.text();
    }
  };
  const clients = [0, 1, 2, 3].map(client);
  return {
    acknowledged,
    failures: () => failures,
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
