import { LEADS } from '../fixture.ts';
import { answerOf, type Contestant, compared, race } from '../load.ts';
import { withPeer } from '../peer.ts';
import type { Row } from '../row.ts';

const FIELDS = 'name email phone company stage value source createdAt';
const ASK = `query ($after: String) { leads(first: 50, after: $after) { nodes { id ${FIELDS} customer { id name email company } } } }`;
const ASK_POSTGRAPHILE = `query ($after: Cursor) { leads: allLeads(first: 50, after: $after, orderBy: ROW_ID_DESC) {
  nodes { id: rowId ${FIELDS} customer: customerByCustomerId { id: rowId name email company } } } }`;
/** Where pages begin: so many places that connections hardly ever ask alike at the same time. */
const PLACES = 2_000;
const MOST = 100;

const WORK = '50 leads from anywhere in the list';

interface Edges {
  readonly data: { readonly leads: { readonly edges: ReadonlyArray<{ readonly cursor: string }> } };
}

/** The commonest read, each time of another page: nobody asks what somebody else asks. */
export const pages: Row = {
  name: 'pages',
  measure: async (bed) => {
    const { url, cookie } = await bed.product();
    const database = await bed.database(LEADS);
    return withPeer('postgraphile', database, (graphile) =>
      withPeer('raw', database, async (raw) => {
        const product = { name: 'Callboard', url: `${url}/graphql`, headers: { cookie } };
        const peer = { name: 'PostGraphile', url: `${graphile}/graphql` };
        const [ours, theirs] = await Promise.all([
          cursors((after) => ({
            ...product,
            body: asking(`query ($after: String) { leads(first: ${MOST}, after: $after) { edges { cursor } } }`, after),
          })),
          cursors((after) => ({
            ...peer,
            body: asking(
              `query ($after: Cursor) { leads: allLeads(first: ${MOST}, after: $after, orderBy: ROW_ID_DESC) { edges { cursor } } }`,
              after,
            ),
          })),
        ]);
        const contestants = [
          { ...product, body: () => asking(ASK, anyOf(ours)) },
          { ...peer, body: () => asking(ASK_POSTGRAPHILE, anyOf(theirs)) },
          { name: 'raw', url: `${raw}/page`, body: () => JSON.stringify({ after: anyLead() }) },
        ];
        for (const each of contestants) await answerOf(each);
        const [our = 0, their = 0, bare = 0] = await race(contestants);
        return [compared(WORK, 'PostGraphile 5', our, their, 1.5), compared(WORK, 'raw pg', our, bare, 0.5)];
      }),
    );
  },
};

const asking = (query: string, after: string | null) => JSON.stringify({ query, variables: { after } });

const anyOf = (places: readonly string[]): string | null => places[Math.floor(Math.random() * places.length)] ?? null;

const anyLead = () => `l${String(LEADS - Math.floor(Math.random() * PLACES)).padStart(7, '0')}`;

async function cursors(ask: (after: string | null) => Contestant): Promise<readonly string[]> {
  const found: string[] = [];
  while (found.length < PLACES) {
    const { data } = await answerOf<Edges>(ask(found.at(-1) ?? null));
    found.push(...data.leads.edges.map(({ cursor }) => cursor));
  }
  return found;
}
