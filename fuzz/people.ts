import type { Random } from './random.ts';

/** Who sends a request. */
export type ActorName = 'stranger' | 'person' | 'reader' | 'impostor';

/** The people a run acts for, and rows that exist. */
export interface People {
  headersOf(actor: ActorName): Record<string, string>;
  readonly ids: readonly string[];
}

const SHARES: ReadonlyArray<readonly [ActorName, number]> = [
  ['person', 0.5],
  ['stranger', 0.25],
  ['reader', 0.2],
  ['impostor', 0.05],
];

export function pickActor(random: Random): ActorName {
  let left = random.next();
  for (const [actor, share] of SHARES) {
    left -= share;
    if (left < 0) return actor;
  }
  return 'stranger';
}

const IDS = `{
  leads(first: 8) { nodes { id } } customers(first: 8) { nodes { id } } transcriptions(first: 8) { nodes { id } }
  orders(first: 4) { nodes { id } } emailTemplates(first: 4) { nodes { id } } trainingItems(first: 4) { nodes { id } }
  liveCalls(first: 2) { nodes { id } } aiResponses(first: 2) { nodes { id } } interactionFlows(first: 4) { nodes { id } }
  coachingInsights(first: 2) { nodes { id } }
}`;

/** Signs the demo person in, gives them a token that only reads, and looks which rows there are. */
export async function openPeople(url: string): Promise<People> {
  const json = { 'content-type': 'application/json' };
  const post = async (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });
  const signedIn = await post('/api/auth/login', { username: 'demo', password: 'callboard' });
  const [cookie = ''] = signedIn.headers.getSetCookie().map((each) => each.split(';')[0] ?? '');
  if (!signedIn.ok || !cookie) throw new Error(`The demo person could not sign in: ${signedIn.status} ${await signedIn.text()}`);
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
      if (actor === 'person') return { cookie };
      if (actor === 'reader') return { authorization: `Bearer ${secret}` };
      return actor === 'impostor' ? { authorization: `Bearer ${secret.slice(0, -2)}__`, cookie: 'callboard_session=x' } : {};
    },
  };
}
