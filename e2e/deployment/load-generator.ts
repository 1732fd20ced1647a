import { until } from '#server/testing/writer.ts';

/** Four people who add leads without pause; answers whose names were acknowledged. */
export function generateLoad(url: string, headers: Readonly<Record<string, string>>) {
  const acknowledged: string[] = [];
  let working = true;
  let failures = 0;
  const person = async (at: number) => {
    for (let round = 0; working; round += 1) {
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
  const people = [0, 1, 2, 3].map(person);
  return {
    acknowledged,
    failures: () => failures,
    /** Waits until so many more are acknowledged. */
    more: async (count: number) => {
      const before = acknowledged.length;
      await until(() => acknowledged.length >= before + count, 30_000);
    },
    stop: async () => {
      working = false;
      await Promise.all(people);
    },
  };
}
