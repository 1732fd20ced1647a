import { ago } from '../moment.ts';
import type { WorldCall } from '../types.ts';

export const FAIRMONT_H14: WorldCall = {
  key: 'fairmont-h14',
  title: 'Fairmont & Abara: error H14 before a deposition',
  type: 'support',
  sentiment: 'positive',
  summary:
    'Error H14 on the Heron with guests arriving in half an hour. Brew unit rinsed and refitted on the phone; machine ready after twelve minutes. Friday reminder for the cleaning tablet set up for two people.',
  duration: 1124,
  tags: ['heron', 'error h14', 'brew unit', 'solved by phone', 'cleaning'],
  callValue: '0.00',
  priority: 'low',
  customer: 'fairmont-law',
  rep: 'priya',
  metadata: { source: 'callrail', callId: 'CAL5d19f0b6ce8274', trackingNumber: '+16145550100' },
  at: ago(35, 470),
  dialogue: `
Rep: Brasswick support, this is Priya.
Customer: Good morning. Cynthia Abara. We have opposing counsel arriving in thirty minutes and a machine that says H fourteen.
Rep: Thirty minutes is enough. Are you in front of it, or shall I talk to somebody else?
Customer: I'm in front of it. I've taken my jacket off.
Rep: Excellent. Switch it off at the right side, and open the front door.
Customer: Done. There's a fair amount of coffee powder in here.
Rep: There usually is. On the right you see a red lever. Push it down and pull, the whole block slides out. It's about as heavy as a stapler.
Customer: A large stapler. It's out. It appears to be packed solid.
Rep: That's the H fourteen. Hold it under warm water, no soap, and turn the little screen on top with your thumb until it runs clear.
Customer: No soap. And why no soap?
Rep: It takes the grease off the seals, and then they squeak and wear out.
Customer: I see. It's running clear now.
Rep: Shake it, and leave it on a towel for ten minutes. Could you look into the machine meanwhile and wipe the powder towards the front?
Customer: I can. Is this something we're doing wrong?
Rep: When was the last time the screen asked for a cleaning tablet?
Customer: It asks constantly. I believe the general view here is that it asks somebody else.
Rep: That's the general view in most offices. If it's done on Fridays, you won't see H fourteen again for a long time. I can have the machine's reminder sent by email. To whom?
Customer: To Theo, our receptionist. And copy me, so that Theo knows I know.
Rep: Theo, and you in copy, Fridays at three. Has it been ten minutes?
Customer: Nine. I'm putting it back. Is there a trick to it?
Rep: Straight in until it clicks, and only then the door.
Customer: It clicked. Door. It's switching on. It's making a noise like a distant tram.
Rep: That's the test run. You'll see the drinks in about forty seconds.
Customer: There they are. I'm making one. It's... yes. That's coffee, and it's excellent. With eleven minutes to spare.
Rep: Then have it in peace. Do you have tablets left?
Customer: One jar, unopened, which tells its own story.
Rep: It'll last you two years. Good luck with opposing counsel.
Customer: Thank you so much, Priya, that was wonderful. You've been extremely efficient.
`,
};
