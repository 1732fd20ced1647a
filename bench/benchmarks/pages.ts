import type { Benchmark } from '../benchmark.ts';
import { LEADS, register } from '../fixture.ts';
import { compared, measureLoad, requestOnce, type Target } from '../load.ts';
import { withPeer } from '../peer.ts';

const FIELDS = 'name email phone company stage value source createdAt';
const QUERY = `query ($after: String) { leads(first: 50, after: $after) { nodes { id ${FIELDS} customer { id name email company } } } }`;
const POSTGRAPHILE_QUERY = `query ($after: Cursor) { leads: allLeads(first: 50, after: $after, orderBy: ROW_ID_DESC) {
  nodes { id: rowId ${FIELDS} customer: customerByCustomerId { id: rowId name email company } } } }`;
/** So many start positions that concurrent requests rarely ask for the same page. */
const OFFSETS = 2_000;
const MOST = 100;

const WORK = '50 leads from anywhere in the list';

interface Edges {
  readonly data: { readonly leads: { readonly edges: ReadonlyArray<{ readonly cursor: string }> } };
}

/** The most common read, for a different page each time: requests cannot share results. */
export const pages: Benchmark = {
  name: 'pages',
  measure: async (fixture) => {
    const { url, cookie } = await fixture.product();
    const database = await fixture.database(LEADS);
    return withPeer('postgraphile', database, (graphile) =>
      withPeer('raw', database, async (raw) => {
        const product = { name: 'Callboard', url: `${url}/graphql`, headers: { cookie } };
        const peer = { name: 'PostGraphile', url: `${graphile}/graphql` };
        const [after, peerAfter] = await Promise.all([
          fetchCursors((after) => ({
            ...product,
            body: bodyOf(`query ($after: String) { leads(first: ${MOST}, after: $after) { edges { cursor } } }`, after),
          })),
          fetchCursors((after) => ({
            ...peer,
            body: bodyOf(
              `query ($after: Cursor) { leads: allLeads(first: ${MOST}, after: $after, orderBy: ROW_ID_DESC) { edges { cursor } } }`,
              after,
            ),
          })),
        ]);
        const targets = [
          { ...product, body: () => bodyOf(QUERY, anyOf(after)) },
          { ...peer, body: () => bodyOf(POSTGRAPHILE_QUERY, anyOf(peerAfter)) },
          { name: 'raw', url: `${raw}/page`, body: () => JSON.stringify({ after: anyLead() }) },
        ];
        for (const each of targets) await requestOnce(each);
        const [rate = 0, postgraphileRate = 0, rawRate = 0] = await measureLoad(targets);
        return [compared(WORK, 'PostGraphile 5', rate, postgraphileRate, 2.5), compared(WORK, 'raw pg', rate, rawRate, 0.8)];
      }),
    );
  },
};

/** Sessions of different people: not even the session lookups are shared. */
const SESSIONS = 32;

/** The same by people of whom each has their own session. */
export const sessions: Benchmark = {
  name: 'sessions',
  measure: async (fixture) => {
    const { url, cookie } = await fixture.product();
    const database = await fixture.database(LEADS);
    return withPeer('raw', database, async (raw) => {
      const product = { name: 'Callboard', url: `${url}/graphql` };
      const cookies = [cookie];
      while (cookies.length < SESSIONS) cookies.push(await register(url));
      const after = await fetchCursors((from) => ({
        ...product,
        headers: { cookie },
        body: bodyOf(`query ($after: String) { leads(first: ${MOST}, after: $after) { edges { cursor } } }`, from),
      }));
      let next = 0;
      const targets = [
        {
          ...product,
          headers: () => {
            next += 1;
            return { cookie: cookies[next % SESSIONS] ?? cookie };
          },
          body: () => bodyOf(QUERY, anyOf(after)),
        },
        { name: 'raw', url: `${raw}/page`, body: () => JSON.stringify({ after: anyLead() }) },
      ];
      for (const each of targets) await requestOnce(each);
      const [rate = 0, rawRate = 0] = await measureLoad(targets);
      return [compared(`${WORK}, by ${SESSIONS} people`, 'raw pg', rate, rawRate, 0.8)];
    });
  },
};

const bodyOf = (query: string, after: string | null) => JSON.stringify({ query, variables: { after } });

const anyOf = (cursors: readonly string[]): string | null => cursors[Math.floor(Math.random() * cursors.length)] ?? null;

const anyLead = () => `l${String(LEADS - Math.floor(Math.random() * OFFSETS)).padStart(7, '0')}`;

async function fetchCursors(pageAfter: (after: string | null) => Target): Promise<readonly string[]> {
  const found: string[] = [];
  while (found.length < OFFSETS) {
    const { data } = await requestOnce<Edges>(pageAfter(found.at(-1) ?? null));
    found.push(...data.leads.edges.map(({ cursor }) => cursor));
  }
  return found;
}
