import type { Random } from './random.ts';

/** Who sends a request; `forged` has an invalid token and cookie. */
export type ActorName = 'anonymous' | 'user' | 'readToken' | 'forged';

/** The credentials of a run’s actors, and ids of existing rows. */
export interface Actors {
  headersOf(actor: ActorName): Record<string, string>;
  readonly ids: readonly string[];
}

const SHARES: ReadonlyArray<readonly [ActorName, number]> = [
  ['user', 0.5],
  ['anonymous', 0.25],
  ['readToken', 0.2],
  ['forged', 0.05],
];

export function pickActor(random: Random): ActorName {
  let left = random.next();
  for (const [actor, share] of SHARES) {
    left -= share;
    if (left < 0) return actor;
  }
  return 'anonymous';
}

const IDS = `{
  leads(first: 8) { nodes { id } } customers(first: 8) { nodes { id } } transcriptions(first: 8) { nodes { id } }
  orders(first: 4) { nodes { id } } emailTemplates(first: 4) { nodes { id } } trainingItems(first: 4) { nodes { id } }
  liveCalls(first: 2) { nodes { id } } aiResponses(first: 2) { nodes { id } } interactionFlows(first: 4) { nodes { id } }
  coachingInsights(first: 2) { nodes { id } }
}`;

/** Signs the demo user in, creates a read-only token for it, and reads the ids of existing rows. */
export async function signInActors(url: string): Promise<Actors> {
  const json = { 'content-type': 'application/json' };
  const post = async (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });
  const signedIn = await post('/api/auth/login', { username: 'demo', password: 'callboard' });
  const [cookie = ''] = signedIn.headers.getSetCookie().map((each) => each.split(';')[0] ?? '');
  if (!signedIn.ok || !cookie) throw new Error(`The demo user could not sign in: ${signedIn.status} ${await signedIn.text()}`);
  const graph = async (query: string) => {
    const { data, errors } = Object(await (await post('/graphql', { query }, { cookie })).json());
    if (errors) throw new Error(`Could not prepare the run: ${JSON.stringify(errors)}`);
    return data;
  };
  const tokens = await graph(
    `mutation { createApiToken(input: { name: "Fuzz ${Date.now()}", scope: read }) { ... on CreatedApiToken { secret } } }`,
  );
  const secret = String(Object(tokens.createApiToken).secret);
  const lists: ReadonlyArray<{ nodes: ReadonlyArray<{ id: string }> }> = Object.values(Object(await graph(IDS)));
  return {
    ids: lists.flatMap(({ nodes }) => nodes.map(({ id }) => id)),
    headersOf: (actor): Record<string, string> => {
      if (actor === 'user') return { cookie };
      if (actor === 'readToken') return { authorization: `Bearer ${secret}` };
      return actor === 'forged' ? { authorization: `Bearer ${secret.slice(0, -2)}__`, cookie: 'callboard_session=x' } : {};
    },
  };
}
