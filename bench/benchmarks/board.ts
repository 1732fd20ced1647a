import { LEAD_STAGES } from '#contract/lead.ts';
import { connect } from '#server/database/connect.ts';
import type { Benchmark } from '../benchmark.ts';
import { LEADS } from '../fixture.ts';
import { compared, measureLoad, requestOnce } from '../load.ts';
import { withPeer } from '../peer.ts';

const CARD = 'name company value source stageChangedAt';
const QUERY = JSON.stringify({
  query: `{ pipeline { columns { stage count value leads(first: 50) { nodes { id ${CARD} customer { id name } } } } } }`,
});

// What PostGraphile's default preset expects the database's owner to add: the order of the board, and sums.
const PREPARATION = [
  `comment on column leads.stage_changed_at is '@behavior +orderBy'`,
  `create or replace function stage_value(wanted "LeadStage") returns numeric language sql stable as
    'select coalesce(sum(value), 0) from leads where stage = wanted'`,
];
const column = (stage: string) => `
  ${stage}: allLeads(condition: { stage: ${stage} }, orderBy: [STAGE_CHANGED_AT_DESC, ROW_ID_DESC], first: 50) {
    totalCount nodes { id: rowId ${CARD} customer: customerByCustomerId { id: rowId name } }
  }
  ${stage}_value: stageValue(wanted: ${stage})`;
const POSTGRAPHILE_QUERY = JSON.stringify({ query: `{ ${LEAD_STAGES.map(column).join('')} }` });

/** The board as it opens: six columns with their counts, sums and 50 cards each. */
export const board: Benchmark = {
  name: 'board',
  measure: async (fixture) => {
    const { url, cookie } = await fixture.product();
    const database = await fixture.database(LEADS);
    const owner = await connect(database, 'bench');
    for (const statement of PREPARATION) await owner.query(statement);
    await owner.end();
    return withPeer('postgraphile', database, async (graphile) => {
      const targets = [
        { name: 'Callboard', url: `${url}/graphql`, headers: { cookie }, body: QUERY },
        { name: 'PostGraphile', url: `${graphile}/graphql`, body: POSTGRAPHILE_QUERY },
      ];
      for (const each of targets) await requestOnce(each);
      const [rate = 0, peerRate = 0] = await measureLoad(targets);
      return [compared('the board, 50 cards a column', 'PostGraphile 5', rate, peerRate, 10)];
    });
  },
};
