import { ago } from '../moment.ts';
import type { WorldCall } from '../types.ts';

export const LARCH_TRIAL: WorldCall = {
  key: 'larch-trial',
  title: 'Larch Media: two former baristas judge the Heron',
  type: 'sales',
  sentiment: 'positive',
  summary:
    'First week of the Taste Trial. Oliver’s two former baristas found the espresso thin; Marcus takes them through grind and dose, and First Light wins them over. Quote for a rented Heron due before the trial ends; Oliver asks for the exit rules in plain words.',
  duration: 352,
  tags: ['taste trial', 'heron', 'grind', 'first light', 'exit rules'],
  callValue: '10044.00',
  priority: 'medium',
  customer: 'larch-media',
  lead: 'larch-heron',
  rep: 'marcus',
  metadata: { source: 'manual' },
  at: ago(7, 345),
  dialogue: `
Rep: Oliver, it's Marcus. One week in. Be honest with me.
Customer: Okay, honest. Thirty-two people think it's great. Two people think it's, and I'm quoting, "fine for an airport."
Rep: Let me guess. The two who used to be baristas.
Customer: Noor and Ben. They're both here. They've been waiting for this call, they have notes.
Rep: I love notes. Hi, both. What's wrong with it?
Customer: Noor says the espresso is thin, runs in fifteen seconds, no body. Ben says the milk's actually decent, which, for Ben, is a marriage proposal.
Rep: Fifteen seconds is too fast, she's right. That's how it leaves the van, it's set for people who drink americanos. Is one of you at the machine?
Customer: Noor's there. She says how do I change it, she didn't want to touch anything.
Rep: Touch it. Menu, Drinks, Espresso, Grind. What number is it on?
Customer: Five. Out of nine.
Rep: Make it three. Then go to Strength and add one gram.
Customer: She's doing it. She says she gets a warning that the change takes two cups.
Rep: It does. There's old grind in the chute. Throw away the first two, or give them to Ben.
Customer: Ha. He heard that. Okay, while they play, can I ask you boring stuff?
Rep: Please. Boring is where deals are made.
Customer: What does it cost once the month's over? I know you told me, I lost the paper.
Rep: Two seventy-nine a month on thirty-six months. The milk fridge, the filters and the repairs are in there. The two hundred and forty-nine you paid for the trial comes off.
Customer: Comes off what? The first month?
Rep: The first invoice. So the first month is thirty dollars.
Customer: Okay, nice. And if we lose a big client and it's suddenly fifteen of us?
Rep: After twelve months you can leave with sixty days' notice, it costs three months' rent. In the first year it's six. Or you go down to something smaller, let me check that one for you, I know it's free to go up.
Customer: Yeah, check. Because going down is the one I'd actually worry about.
Rep: I'll have it in the quote in plain words. What's your own favorite so far?
Customer: Flat white. I'm a simple man. Okay, hang on, Noor's got a cup. She's sniffing it. She's... okay, she raised an eyebrow.
Rep: Up or down?
Customer: Up. Twenty-four seconds, she says. "There's actually crema." Ben's trying it. Ben says it's still the wrong coffee.
Rep: What's in the hopper?
Customer: The Weekday one, from the starter box.
Rep: Then Ben's right as well. There should be a smaller bag in the box, with a yellow label. First Light.
Customer: We thought that was a gift.
Rep: It's a trap for people like Ben. Put it in the second hopper, grind at three, eighteen grams.
Customer: They're running. They're literally running. So how much is that one?
Rep: Seventy-one ten for five pounds on subscription. The Weekday's sixty-one twenty. Most offices like yours do two bags of one and one of the other.
Customer: So it's a few bucks more. For that I get peace.
Rep: About four cents more per cup, for peace. How does the deciding work at your place? Is it you?
Customer: It's me and our producer, Sunny. Sunny does the money. She'll ask if there's a cheaper one.
Rep: There is, a Wren, one twenty-nine. For thirty-four people you'd be filling the tank all day. I'd put the sentence in the quote so that she can see I thought about it.
Customer: Good. Do that. Okay, they're back. It's in the cup. Ben's not saying anything.
Rep: That's a long silence.
Customer: He's having a second sip. He says, fine. He says "fine" without the airport. From Ben that's amazing.
Rep: I'll have it framed. When does Sunny look at these things?
Customer: Mondays. If it's in her inbox on Friday, it's read on Monday.
Rep: Friday it is. The trial ends in three weeks, so there's no rush, but if it's a yes we just leave the machine standing where it is.
Customer: No second install? That sounds great.
Rep: No second install, no second training. Ben can train the others.
Customer: Oh, don't tell him that. Okay. Friday. This is great, people love it. Thanks, man.
Rep: Thank you, and thank Noor for the stopwatch. Bye, Oliver.
`,
};
