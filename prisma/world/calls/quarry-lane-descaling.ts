import { ago } from '../moment.ts';
import type { WorldCall } from '../types.ts';

export const QUARRY_LANE_DESCALING: WorldCall = {
  key: 'quarry-lane-descaling',
  title: 'Quarry Lane Brewing: the Wren wants descaling every month',
  type: 'support',
  sentiment: 'neutral',
  summary:
    'The Wren asks for descaling every four weeks. The hardness was set to the factory value although the brewery’s well water is hard and no tank filter is fitted. Setting corrected; a filter and a box of descaler are on the next order.',
  duration: 146,
  tags: ['wren', 'descaling', 'water hardness', 'filter'],
  callValue: '112.00',
  priority: 'low',
  customer: 'quarry-lane',
  rep: 'priya',
  metadata: { source: 'manual' },
  at: ago(48, 130),
  dialogue: `
Rep: Brasswick support, Priya here.
Customer: Hey, Tobias from Quarry Lane. The little machine wants to be descaled again. That's the third time in, I don't know, three months.
Rep: Every four weeks or so?
Customer: About that. And we're a brewery, so we know a thing or two about water, and I'm starting to think it's lying.
Rep: It isn't lying, but it may have been told something wrong. Is there a filter in the tank, a round white one?
Customer: No. There was one in the box and we never put it in.
Rep: Okay. And in the lid of the tank there should be a paper strip in a foil. Could you dip it for one second?
Customer: Sure. One second. It's got four little squares and they're, uh, three of them are pink.
Rep: Three is hard water. Now Menu, Water. What's it set to?
Customer: It says one.
Rep: There we are. It thinks your water is soft, so it lets it run, and then a second sensor sees the scale and gets nervous. Set it to three.
Customer: Three. Okay. So that's it?
Rep: Half of it. With hard water and no filter, you'll still have to do it every three months. With the filter, once a year. It's eighty-four dollars.
Customer: And the descaler stuff's what, twenty-eight? Yeah, put both on the order. Can I use what we use for the kettles? It's basically the same acid.
Rep: Please don't, and no vinegar either. It attacks the seals, and then the warranty is gone.
Customer: All right. My brewer's going to be offended, but all right.
Rep: Tell him it's about the rubber, not about the acid. Soak the filter for five minutes before it goes in, or the pump draws air.
Customer: Soak five minutes. Got it. Thanks, that was great and quick.
Rep: Any time. Cheers to the brewer.
`,
};
