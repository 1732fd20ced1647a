import { LEAD_STAGES } from '#contract/lead.ts';
import { LEADS } from '../fixture.ts';
import { answerOf, compared, race } from '../load.ts';
import { withPeer } from '../peer.ts';
import type { Row } from '../row.ts';

const MOVE = 'mutation ($id: ID!, $stage: LeadStage!) { moveLead(id: $id, stage: $stage) { ... on Lead { id stage } } }';

const anyMove = () => ({
  id: `l${String(1 + Math.floor(Math.random() * LEADS)).padStart(7, '0')}`,
  stage: LEAD_STAGES[Math.floor(Math.random() * LEAD_STAGES.length)],
});

/** Moves of random leads; the peer has a database of its own, so that nobody follows its events. */
export const move: Row = {
  name: 'move',
  measure: async (bed) => {
    const { url, cookie } = await bed.product();
    return withPeer('raw', await bed.database(LEADS, 'peer'), async (raw) => {
      const contestants = [
        {
          name: 'Callboard',
          url: `${url}/graphql`,
          headers: { cookie },
          body: () => JSON.stringify({ query: MOVE, variables: anyMove() }),
        },
        { name: 'raw', url: `${raw}/move`, body: () => JSON.stringify(anyMove()) },
      ];
      for (const each of contestants) await answerOf(each);
      const [ours = 0, theirs = 0] = await race(contestants);
      return [compared('moveLead with its event', 'raw pg', ours, theirs, 0.5)];
    });
  },
};
