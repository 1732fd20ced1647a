import { ago } from './moment.ts';
import type { WorldCoachingSession } from './types.ts';

/** What the demo person had reviewed, the newest first; the reviews themselves are made by the service. */
export const COACHING_SESSIONS: readonly WorldCoachingSession[] = [
  {
    key: 'summit-review',
    person: 'demo',
    title: 'Keeping calm on the line: Summit, Meridian and Cobalt',
    calls: ['summit-milk-locked', 'meridian-saturday', 'cobalt-security'],
    implemented: [],
    created: ago(2, 410),
  },
  {
    key: 'discovery-skill',
    person: 'demo',
    title: 'Discovery: questions before prices',
    calls: ['tessellate-discovery', 'ridgeway-board'],
    implemented: [],
    created: ago(17, 70),
  },
  {
    key: 'tidewater-price',
    person: 'demo',
    title: 'Tidewater: the quote is too high',
    calls: ['tidewater-price'],
    implemented: [{ metric: 'objections_asked', at: ago(12, 210) }],
    created: ago(19, 300),
  },
  {
    key: 'first-look',
    person: 'demo',
    title: 'First look: a contract and two repairs',
    calls: ['wexford-contract', 'quarry-lane-descaling', 'fairmont-h14'],
    implemented: [{ metric: 'next_step', at: ago(20, 25) }],
    created: ago(27, 300),
  },
];
