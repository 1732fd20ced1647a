import { LEAD_STAGES } from '#contract/lead.ts';
import { connect } from '#server/database/connect.ts';
import { LEADS } from '../fixture.ts';
import { answerOf, compared, race } from '../load.ts';
import { withPeer } from '../peer.ts';
import type { Row } from '../row.ts';

const CARD = 'name company value source stageChangedAt';
const ASK = JSON.stringify({
  query: `{ pipeline { columns { stage count value leads(first: 50) { nodes { id ${CARD} customer { id name } } } } } }`,
});

// What PostGraphile's default preset leaves to the database's owner: the order of the board, and sums.
const HELP = [
  `comment on column leads.stage_changed_at is '@behavior +orderBy'`,
  `create or replace function stage_value(wanted "LeadStage") returns numeric language sql stable as
    'select coalesce(sum(value), 0) from leads where stage = wanted'`,
];
const column = (stage: string) => `
  ${stage}: allLeads(condition: { stage: ${stage} }, orderBy: [STAGE_CHANGED_AT_DESC, ROW_ID_DESC], first: 50) {
    totalCount nodes { id: rowId ${CARD} customer: customerByCustomerId { id: rowId name } }
  }
  ${stage}_value: stageValue(wanted: ${stage})`;
const ASK_POSTGRAPHILE = JSON.stringify({ query: `{ ${LEAD_STAGES.map(column).join('')} }` });

/** The board as it opens: six columns with their counts, sums and 50 cards each. */
export const board: Row = {
  name: 'board',
  measure: async (bed) => {
    const { url, cookie } = await bed.product();
    const database = await bed.database(LEADS);
    const owner = await connect(database, 'bench');
    for (const statement of HELP) await owner.query(statement);
    await owner.end();
    return withPeer('postgraphile', database, async (graphile) => {
      const contestants = [
        { name: 'Callboard', url: `${url}/graphql`, headers: { cookie }, body: ASK },
        { name: 'PostGraphile', url: `${graphile}/graphql`, body: ASK_POSTGRAPHILE },
      ];
      for (const each of contestants) await answerOf(each);
      const [ours = 0, theirs = 0] = await race(contestants);
      return [compared('the board, 50 cards a column', 'PostGraphile 5', ours, theirs, 1.5)];
    });
  },
};
