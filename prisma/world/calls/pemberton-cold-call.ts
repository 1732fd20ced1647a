import { ago } from '../moment.ts';
import type { WorldCall } from '../types.ts';

export const PEMBERTON_COLD_CALL: WorldCall = {
  key: 'pemberton-cold-call',
  title: 'Pemberton Actuarial: a cold call that met a spreadsheet',
  type: 'sales',
  sentiment: 'neutral',
  summary:
    'First call. Victor keeps a spreadsheet of the office’s coffee and pays 81 cents per cup with capsules. He prefers to buy and wants every figure with its source. A cost sheet for a purchased Heron goes to him by email.',
  duration: 112,
  tags: ['cold call', 'cost per cup', 'purchase', 'capsules'],
  callValue: '7530.00',
  priority: 'low',
  lead: 'pemberton',
  rep: 'marcus',
  metadata: { source: 'manual' },
  at: ago(47, 270),
  dialogue: `
Rep: Mr. Pemberton, my name is Marcus Oyelaran, I'm with Brasswick Coffee Works. I'm calling out of the blue, so if it's a bad moment, say so.
Customer: It's a moment. You have two minutes.
Rep: Then one question. Do you know what a cup of coffee costs in your office?
Customer: Eighty-one cents.
Rep: That was fast.
Customer: I'm an actuary. I have it by month since we moved in. Seventy-nine for the capsule, two for the water and the electricity. Milk is separate.
Rep: I've asked that question three hundred times and you're the first with an answer. How many cups is it?
Customer: Nine hundred and sixty a month. Thirty-one people. There's a dip in August.
Rep: Then I won't give you a speech. With a Heron it would be about twenty-four cents of coffee, plus the machine.
Customer: Plus the machine is where it gets interesting. What's the machine?
Rep: Sixty-four fifty to buy. Two seventy-nine a month to rent, with service.
Customer: Renting is financing with extra steps. What's the life of it?
Rep: We calculate with eight years. The warranty is two.
Customer: And the distribution? Mean time between failures?
Rep: I have the number of visits per machine and year, it's one point four, planned ones included. I can send you where it comes from.
Customer: Do. And service outside the warranty, in dollars.
Rep: Essential is fifty-nine a month, Plus is ninety-nine. With Plus from the start, the warranty is three years.
Customer: Hm. That's a cheap third year. Send me a sheet. Every number with its source, no pictures of people laughing.
Rep: No laughing people. Tomorrow morning, one page. May I call you next week when you've found the mistake in it?
Customer: If there is one, I'll call you. If there isn't, you may call me.
Rep: That's the best deal I've made today. Thank you, Mr. Pemberton.
Customer: You had forty seconds left. Goodbye.
`,
};
