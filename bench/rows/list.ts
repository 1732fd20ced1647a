import { LEADS } from '../fixture.ts';
import { answerOf, compared, race } from '../load.ts';
import { withPeer } from '../peer.ts';
import type { Row } from '../row.ts';

const FIELDS = 'name email phone company stage value source createdAt';
const ASK = JSON.stringify({
  query: `{ leads(first: 50) { nodes { id ${FIELDS} customer { id name email company } } } }`,
});
const ASK_POSTGRAPHILE = JSON.stringify({
  query: `{ leads: allLeads(first: 50, orderBy: ROW_ID_DESC) { nodes { id: rowId ${FIELDS} customer: customerByCustomerId { id: rowId name email company } } } }`,
});

const WORK = '50 newest leads with their customer';

/** The commonest read of all. */
export const list: Row = {
  name: 'list',
  measure: async (bed) => {
    const { url, cookie } = await bed.product();
    const database = await bed.database(LEADS);
    return withPeer('postgraphile', database, (graphile) =>
      withPeer('raw', database, async (raw) => {
        const contestants = [
          { name: 'Callboard', url: `${url}/graphql`, headers: { cookie }, body: ASK },
          { name: 'PostGraphile', url: `${graphile}/graphql`, body: ASK_POSTGRAPHILE },
          { name: 'raw', url: `${raw}/leads` },
        ];
        for (const each of contestants) await answerOf(each);
        const [ours = 0, theirs = 0, bare = 0] = await race(contestants);
        return [compared(WORK, 'PostGraphile 5', ours, theirs, 1.5), compared(WORK, 'raw pg', ours, bare, 0.5)];
      }),
    );
  },
};
