import type { Benchmark } from '../benchmark.ts';
import { LEADS } from '../fixture.ts';
import { compared, measureLoad, requestOnce } from '../load.ts';
import { withPeer } from '../peer.ts';

const FIELDS = 'name email phone company stage value source createdAt';
const QUERY = JSON.stringify({
  query: `{ leads(first: 50) { nodes { id ${FIELDS} customer { id name email company } } } }`,
});
const POSTGRAPHILE_QUERY = JSON.stringify({
  query: `{ leads: allLeads(first: 50, orderBy: ROW_ID_DESC) { nodes { id: rowId ${FIELDS} customer: customerByCustomerId { id: rowId name email company } } } }`,
});

const WORK = '50 newest leads with their customer';

/** The most common read. */
export const list: Benchmark = {
  name: 'list',
  measure: async (fixture) => {
    const { url, cookie } = await fixture.product();
    const database = await fixture.database(LEADS);
    return withPeer('postgraphile', database, (graphile) =>
      withPeer('raw', database, async (raw) => {
        const targets = [
          { name: 'Callboard', url: `${url}/graphql`, headers: { cookie }, body: QUERY },
          { name: 'PostGraphile', url: `${graphile}/graphql`, body: POSTGRAPHILE_QUERY },
          { name: 'raw', url: `${raw}/leads` },
        ];
        for (const each of targets) await requestOnce(each);
        const [rate = 0, postgraphileRate = 0, rawRate = 0] = await measureLoad(targets);
        return [compared(WORK, 'PostGraphile 5', rate, postgraphileRate, 2.5), compared(WORK, 'raw pg', rate, rawRate, 0.5)];
      }),
    );
  },
};
