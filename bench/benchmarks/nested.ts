import type { Benchmark } from '../benchmark.ts';
import { LEADS } from '../fixture.ts';
import { compared, measureLoad, requestOnce } from '../load.ts';
import { withPeer } from '../peer.ts';

const QUERY = JSON.stringify({
  query: `{ customers(first: 50) { nodes { id name email company
    leads(first: 5) { nodes { id name stage value createdAt } }
    orders(first: 3) { nodes { id orderNumber totalPrice status createdAt } } } } }`,
});
const POSTGRAPHILE_QUERY = JSON.stringify({
  query: `{ customers: allCustomers(first: 50, orderBy: ROW_ID_DESC) { nodes { id: rowId name email company
    leads: leadsByCustomerId(first: 5, orderBy: ROW_ID_DESC) { nodes { id: rowId name stage value createdAt } }
    orders: shopifyOrdersByCustomerId(first: 3, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) {
      nodes { id: rowId orderNumber totalPrice status createdAt } } } } }`,
});

/** Lists inside a list. */
export const nested: Benchmark = {
  name: 'nested',
  measure: async (fixture) => {
    const { url, cookie } = await fixture.product();
    const database = await fixture.database(LEADS);
    return withPeer('postgraphile', database, async (graphile) => {
      const targets = [
        { name: 'Callboard', url: `${url}/graphql`, headers: { cookie }, body: QUERY },
        { name: 'PostGraphile', url: `${graphile}/graphql`, body: POSTGRAPHILE_QUERY },
      ];
      for (const each of targets) await requestOnce(each);
      const [rate = 0, peerRate = 0] = await measureLoad(targets);
      return [compared('50 customers, 5 leads and 3 orders of each', 'PostGraphile 5', rate, peerRate, 1.8)];
    });
  },
};
