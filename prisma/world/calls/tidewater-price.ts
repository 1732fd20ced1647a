import { ago } from '../moment.ts';
import type { WorldCall } from '../types.ts';

export const TIDEWATER_PRICE: WorldCall = {
  key: 'tidewater-price',
  title: 'Tidewater Engineering: the quote is too high',
  type: 'sales',
  sentiment: 'negative',
  summary:
    'Grace finds $279 a month too much and has an offer of $89 from Corvane. Priya explains at length instead of asking what Tidewater spends today, then offers a Wren although 42 people are too many for it. A new quote for the Wren is promised without a date.',
  duration: 168,
  tags: ['objection', 'price', 'corvane', 'wren', 'no next step'],
  callValue: '10044.00',
  priority: 'medium',
  customer: 'tidewater',
  lead: 'tidewater-heron',
  rep: 'priya',
  metadata: { source: 'callrail', callId: 'CAL3a6d82e94c70bf', trackingNumber: '+12165550102' },
  at: ago(20, 390),
  dialogue: `
Rep: Hi Grace, it's Priya from Brasswick. I wanted to ask about the quote.
Customer: Right, yes. I've looked at it. Honestly? It's too high.
Rep: Okay. So the thing with the rent is that it has everything inside. It has the installation, which would be three hundred and ninety dollars by itself, and then it has the Plus plan, which is ninety-nine dollars a month by itself, with two preventive visits and all the parts and labor and the loan machine. And then the milk fridge is in it, that's six hundred and ninety dollars, and the water filters, which are eighty-four dollars each and you need two a year. So if you take all of that apart and add it up, you're actually well above the two seventy-nine.
Customer: Sure. But I don't need it taken apart. I've got another offer for eighty-nine.
Rep: From whom, if I may ask?
Customer: Corvane.
Rep: Okay. So with Corvane you have to be careful, because there's a minimum of coffee and the contract is sixty months, and the technician takes up to five days, and a lot of people don't read that part.
Customer: I read contracts for a living.
Rep: Of course. I didn't mean that you didn't.
Customer: We don't drink that much coffee, I think. I don't know. It's for forty-two people, half of them are on site with a hard hat.
Rep: Well, then maybe the smaller one would be enough. The Wren is only a hundred and twenty-nine.
Customer: You told me two weeks ago the Wren is for twenty-five.
Rep: It is, but if half of them are out, then...
Customer: They're out on different days. I don't want to buy something twice.
Rep: No, that makes sense. I could still make you a quote for it, so that you have both.
Customer: Fine. Send it.
Rep: And there's also the refurbished Heron, we sometimes have one, that's forty-three fifty to buy. I'd have to check if there's one there right now. And with that you could have the Essential plan, fifty-nine a month.
Customer: Is there one or isn't there?
Rep: I'd have to check.
Customer: Okay. Look, I have to go into a meeting. Just send me whatever there is.
Rep: I'll send you the Wren, and I'll check about the other one.
Customer: Okay. And please put the whole year on it, not the month. My director doesn't think in months.
Rep: I will. Is there anything else?
Customer: No. Thanks. Bye.
Rep: Thank you, Grace. Bye.
`,
};
