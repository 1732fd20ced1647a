import { LEAD_STAGES } from '#contract/lead.ts';
import type { Benchmark } from '../benchmark.ts';
import { LEADS } from '../fixture.ts';
import { compared, measureLoad, requestOnce } from '../load.ts';
import { withPeer } from '../peer.ts';

const MOVE = 'mutation ($id: ID!, $stage: LeadStage!) { moveLead(id: $id, stage: $stage) { ... on Lead { id stage } } }';

const anyMove = () => ({
  id: `l${String(1 + Math.floor(Math.random() * LEADS)).padStart(7, '0')}`,
  stage: LEAD_STAGES[Math.floor(Math.random() * LEAD_STAGES.length)],
});

/** Moves of random leads. The peer has its own database, so that no server reads its events. */
export const move: Benchmark = {
  name: 'move',
  measure: async (fixture) => {
    const { url, cookie } = await fixture.product();
    return withPeer('raw', await fixture.database(LEADS, 'peer'), async (raw) => {
      const targets = [
        {
          name: 'Callboard',
          url: `${url}/graphql`,
          headers: { cookie },
          body: () => JSON.stringify({ query: MOVE, variables: anyMove() }),
        },
        { name: 'raw', url: `${raw}/move`, body: () => JSON.stringify(anyMove()) },
      ];
      for (const each of targets) await requestOnce(each);
      const [rate = 0, peerRate = 0] = await measureLoad(targets);
      return [compared('moveLead with its event', 'raw pg', rate, peerRate, 0.6)];
    });
  },
};
