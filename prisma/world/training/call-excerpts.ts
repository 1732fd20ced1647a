import { ago } from '../moment.ts';
import type { WorldTrainingItem } from '../types.ts';

/** Short stretches of calls, kept because something can be learned from them. */
export const CALL_EXCERPTS: readonly WorldTrainingItem[] = [
  {
    key: 'excerpt-price',
    title: 'Call excerpt: a price objection turned into a cost per cup',
    category: 'transcription',
    source: 'callrail',
    tags: ['call', 'sales', 'price', 'objection', 'cost per cup'],
    created: ago(59, 10),
    content: `Customer: Two seventy-nine a month. For coffee. My partner is going to laugh at me.
Rep: Fair. Can I ask what you are paying now, all in?
Customer: I don't know. The capsules are, what, eighty cents each?
Rep: Seventy-nine, if it's Podmarch. And how many sleeves do you order?
Customer: About a hundred and forty a month. Ten in a sleeve.
Rep: So fourteen hundred capsules, that's eleven hundred and six dollars a month.
Customer: No. Hang on. Is it really?
Rep: Before milk. With the Heron you'd pay two seventy-nine, plus about three hundred and forty for the coffee. Call it six twenty.
Customer: And when it breaks?
Rep: Repairs are in the rent. A technician by the next business day.
Customer: Okay. Okay, that's a different conversation. Can you put that on one page? With the eleven hundred at the top?
Rep: You'll have it before lunch. Would Thursday at ten suit you to go through it with your partner?
Customer: Make it ten thirty.`,
  },
  {
    key: 'excerpt-support',
    title: 'Call excerpt: error H14 solved on the phone',
    category: 'transcription',
    source: 'callrail',
    tags: ['call', 'support', 'heron', 'error h14', 'brew unit'],
    created: ago(57, 40),
    content: `Customer: It says H fourteen and it's just beeping at me. I have twelve people in a meeting.
Rep: H fourteen I can do in about ten minutes with you. Are you standing at it?
Customer: Yes. With an audience.
Rep: Then let's look good. Switch it off at the side, and open the front door.
Customer: Off. Open.
Rep: Do you see a red lever on the right? Pull it towards you and the whole brew unit slides out.
Customer: Oh. Oh, that's disgusting.
Rep: That's about three weeks without a tablet. Rinse it under warm water, no soap.
Customer: It's coming off. How long does it have to dry?
Rep: Ten minutes is enough. Then push it back until it clicks.
Customer: It clicked. It's warming up. It says ready.
Rep: Lovely. The screen asks for a cleaning tablet once a week. Who usually does that?
Customer: Honestly? Nobody knew it was anyone's job.
Rep: I'll send you the card for the wall, and I can set a reminder for Fridays. To you?
Customer: To me and to Kevin. Especially Kevin.`,
  },
  {
    key: 'excerpt-discovery',
    title: 'Call excerpt: discovery questions before any price',
    category: 'transcription',
    source: 'callrail',
    tags: ['call', 'sales', 'discovery', 'questions', 'decision maker'],
    created: ago(53, 15),
    content: `Customer: So just tell me what the big one costs.
Rep: I will, gladly. Two quick questions first, so that I don't quote you the wrong one. How many people are in on your busiest day?
Customer: Tuesday. Maybe ninety. Fridays it's a ghost town, thirty.
Rep: And on a Tuesday, when is the queue worst?
Customer: Nine fifteen. After stand-up everybody walks over at once.
Rep: All on one floor?
Customer: Two. Second and third.
Rep: What happens today when the machine stops?
Customer: People go across the street and come back forty minutes later. My boss sees it from his window.
Rep: So he's the one who would sign?
Customer: He signs, I suffer.
Rep: Then here's my thought. One Condor is five thirty-nine a month. Two Herons, one per floor, come to five thirty a month with the discount, and nobody takes the stairs.
Customer: Huh. I hadn't thought about the stairs.
Rep: Could we look at your kitchens by video on Wednesday, twenty minutes, with whoever knows where the pipes are?
Customer: That's Greg. I'll bring Greg.`,
  },
];
