import { ago, minutesBefore } from './moment.ts';
import type { FlowInteraction, FlowStep, Moment, WorldFlow } from './types.ts';

const MS_PER_MINUTE = 60_000;

/** Each stage lasts until the next one begins; the last one has not ended. */
function path(...reached: readonly (readonly [stage: string, at: Moment])[]): FlowStep[] {
  return reached.map(([stage, at], index) => {
    const next = reached[index + 1]?.[1];
    return { stage, at, duration: next ? (minutesBefore(at) - minutesBefore(next)) * MS_PER_MINUTE : null };
  });
}

const did = (type: string, description: string, at: Moment): FlowInteraction => ({ type, description, at });

type Outline = Omit<WorldFlow, 'currentStage' | 'started' | 'completed'> & { ended?: boolean };

/** A flow starts with its first stage and stands at its last; one that has ended did so when it reached that stage. */
function flow({ ended = false, ...outline }: Outline): WorldFlow {
  const first = outline.stages[0];
  const last = outline.stages.at(-1);
  if (!first || !last) throw new Error(`The flow ${outline.key} has no stages`);
  return { ...outline, currentStage: last.stage, started: first.at, completed: ended ? last.at : null };
}

export const FLOWS: readonly WorldFlow[] = [
  flow({
    key: 'foxglove-sale',
    customer: 'foxglove',
    flowType: 'sales_pipeline',
    stages: path(
      ['awareness', ago(52, 340)],
      ['interest', ago(51, 200)],
      ['consideration', ago(49, 400)],
      ['intent', ago(47, 70)],
      ['evaluation', ago(43, 310)],
      ['purchase', ago(38, 240)],
      ['retention', ago(12, 215)],
    ),
    interactions: [
      did('website', 'Filled in the form: espresso for a bookshop with 90 covers', ago(52, 340)),
      did('call', 'First call with Priya: used machine from an auction as the alternative', ago(51, 200)),
      did('visit', 'Showroom: Rachel pulled her first shots on the Kestrel', ago(47, 110)),
      did('email', 'Quote for Kestrel and Shrike, $11,800 with installation', ago(47, 70)),
      did('note', 'Warranty of 24 months decided it against the auction', ago(43, 310)),
      did('order', 'Order #1052 placed', ago(37, 510)),
      did('visit', 'Installed; four people took the barista course', ago(12, 215)),
      did('order', 'First larger coffee order, #1069', ago(2, 55)),
    ],
    metadata: { owner: 'Priya', value: '11800.00', product: 'Kestrel and Shrike' },
    ended: true,
  }),
  flow({
    key: 'tessellate-sale',
    customer: 'tessellate',
    flowType: 'sales_pipeline',
    stages: path(
      ['awareness', ago(22, 210)],
      ['interest', ago(21, 330)],
      ['consideration', ago(16, 95)],
      ['intent', ago(12, 180)],
      ['evaluation', ago(6, 350)],
    ),
    interactions: [
      did('email', 'Jonah writes: the kitchen has become a bottleneck', ago(22, 210)),
      did('call', 'Discovery with Marcus: 110 people, eleven minutes in line', ago(21, 330)),
      did('visit', 'Video check with Bea: drain is there, circuit missing', ago(19, 120)),
      did('email', 'One page for finance: cost per cup against the coffee shop', ago(16, 95)),
      did('note', 'Landlord agrees to the 208-volt circuit', ago(12, 180)),
      did('email', 'Quote for one Condor, the Heron moves upstairs', ago(6, 350)),
      did('call', 'Laurel asks for the exit rules in writing', ago(1, 40)),
    ],
    metadata: { owner: 'Marcus', value: '19404.00', product: 'Condor' },
  }),
  flow({
    key: 'gearhart-sale',
    customer: 'gearhart',
    flowType: 'sales_pipeline',
    stages: path(['awareness', ago(70, 380)], ['interest', ago(62, 60)], ['consideration', ago(53, 60)], ['intent', ago(11, 290)]),
    interactions: [
      did('trade_show', 'Melissa leaves her card at the stand', ago(70, 380)),
      did('order', 'A Plover for the office, #1047', ago(47, 425)),
      did('email', 'Quote for five Wrens, 8 percent', ago(36, 170)),
      did('note', 'Brother has half the company and half the vote', ago(11, 290)),
      did('call', 'Reference call with Red Barn agreed, answer by Friday', ago(1, 250)),
    ],
    metadata: { owner: 'Marcus', value: '21362.40', product: '5 × Wren' },
  }),
  flow({
    key: 'harborview-leak',
    customer: 'harborview',
    flowType: 'support_journey',
    stages: path(
      ['issue_reported', ago(29, 410)],
      ['acknowledged', ago(29, 404)],
      ['investigating', ago(28, 460)],
      ['solution_proposed', ago(28, 415)],
      ['resolved', ago(26, 300)],
    ),
    interactions: [
      did('call', 'Colleen reports water under the Wren, second time', ago(29, 410)),
      did('note', 'Photos of the cabinet received', ago(29, 380)),
      did('visit', 'Andre at the door at 7:30 with a loan machine', ago(28, 460)),
      did('note', 'Hairline crack in the valve seat found', ago(28, 415)),
      did('email', 'Credit of one week’s rent and the coffee shop’s receipt', ago(28, 200)),
      did('visit', 'Repaired machine returned and watched for an hour', ago(26, 300)),
    ],
    metadata: { owner: 'Priya', machine: 'Wren', ticket: 'T-2217', plan: 'Plus' },
    ended: true,
  }),
  flow({
    key: 'summit-milk-locked',
    customer: 'summit-ortho',
    flowType: 'support_journey',
    stages: path(
      ['issue_reported', ago(3, 395)],
      ['acknowledged', ago(3, 372)],
      ['investigating', ago(3, 330)],
      ['solution_proposed', ago(3, 302)],
    ),
    interactions: [
      did('email', 'Patrick: Milk locked, only black coffee', ago(3, 395)),
      did('call', 'Priya hands over to Dana', ago(3, 372)),
      did('call', 'Cartridge fitted, connector cleaned, milk unlocked', ago(3, 330)),
      did('order', 'Six cartridges of milk system cleaner sent free of charge', ago(3, 280)),
      did('note', 'Closed only after the training of the late shift', ago(2, 420)),
    ],
    metadata: { owner: 'Dana', machine: 'Condor', ticket: 'T-2268', plan: 'Warranty' },
  }),
  flow({
    key: 'lumen-bitter',
    customer: 'lumen',
    flowType: 'support_journey',
    stages: path(['issue_reported', ago(2, 320)], ['acknowledged', ago(2, 300)], ['investigating', ago(2, 160)]),
    interactions: [
      did('email', 'Everything tastes bitter since Monday', ago(2, 320)),
      did('email', 'First steps sent: cleaning program, then the grind', ago(2, 300)),
      did('note', 'Pulse shows no weekly cleaning for 19 days', ago(2, 160)),
    ],
    metadata: { owner: 'Priya', machine: 'Heron', ticket: 'T-2271', plan: 'Essential' },
  }),
  flow({
    key: 'parallel-onboarding',
    customer: 'parallel',
    flowType: 'onboarding_process',
    stages: path(
      ['signed_up', ago(26, 400)],
      ['profile_setup', ago(24, 150)],
      ['first_interaction', ago(19, 330)],
      ['training_completed', ago(19, 240)],
      ['fully_onboarded', ago(9, 55)],
    ),
    interactions: [
      did('contract', 'Rental of two Herons signed', ago(26, 400)),
      did('portal', 'Three buyers and one approver set up', ago(24, 150)),
      did('visit', 'Both Herons installed on one morning', ago(19, 330)),
      did('training', 'Eleven people trained, the robots watched', ago(19, 240)),
      did('call', 'Check-in after ten days: strength up, delivery every week', ago(9, 55)),
    ],
    metadata: { owner: 'Priya', machines: 2, product: '2 × Heron' },
    ended: true,
  }),
  flow({
    key: 'castellan-onboarding',
    customer: 'castellan',
    flowType: 'onboarding_process',
    stages: path(['signed_up', ago(5, 130)], ['profile_setup', ago(2, 145)]),
    interactions: [
      did('order', 'Order #1064 placed: Heron, Nest and installation', ago(5, 100)),
      did('visit', 'Video check of the lounge: valve and outlet are there', ago(3, 60)),
      did('portal', 'Logins for the assistant, purchase order number entered', ago(2, 145)),
    ],
    metadata: { owner: 'Marcus', machines: 1, product: 'Heron' },
  }),
  flow({
    key: 'northlight-onboarding',
    customer: 'northlight',
    flowType: 'onboarding_process',
    stages: path(
      ['signed_up', ago(44, 35)],
      ['profile_setup', ago(42, 210)],
      ['first_interaction', ago(37, 320)],
      ['training_completed', ago(37, 250)],
    ),
    interactions: [
      did('contract', 'Wren exchanged for a rented Heron, no exit fee', ago(44, 35)),
      did('portal', 'Subscription raised to four bags', ago(42, 210)),
      did('visit', 'Heron installed, Wren collected', ago(37, 320)),
      did('training', 'Six architects trained; decaf in the second hopper', ago(37, 250)),
      did('call', 'Ten-day check-in: grinder too loud near the meeting room', ago(27, 140)),
      did('call', 'Quiet setting works; last check-in still to come', ago(6, 210)),
    ],
    metadata: { owner: 'Marcus', machines: 1, product: 'Heron' },
  }),
];
