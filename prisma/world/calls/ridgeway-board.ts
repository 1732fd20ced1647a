import { ago } from '../moment.ts';
import type { WorldCall } from '../types.ts';

export const RIDGEWAY_BOARD: WorldCall = {
  key: 'ridgeway-board',
  title: 'Ridgeway School District: getting ready for the board',
  type: 'sales',
  sentiment: 'positive',
  summary:
    'Susan presents six Herons to the school board. Twelve percent for six machines beats the 7 percent for schools. She expects questions about electricity, cleaning and why teachers need espresso; Dana prepares three answers and stays reachable during the meeting.',
  duration: 187,
  tags: ['school', 'discount', 'board', 'multi-site', 'decision maker', 'proposal'],
  callValue: '36396.00',
  priority: 'high',
  customer: 'ridgeway',
  lead: 'ridgeway-six-herons',
  rep: 'demo',
  metadata: { source: 'manual' },
  at: ago(21, 340),
  dialogue: `
Rep: Susan, hello, Dana here. How's the mood before the board?
Customer: Oh, you know. Seven people, three of them don't drink coffee. One of them thinks coffee is a gateway.
Rep: To what?
Customer: She's never said. So help me. They'll ask about the discount first. We're a school, I thought we get seven.
Rep: You do, but six machines get twelve, and you always have the better of the two. It's twelve percent off the machines.
Customer: Not both? Not nineteen?
Rep: Not both. I'd love to, but then the next school hears of it.
Customer: They would, too, within a day. Okay. So what's the total?
Rep: Thirty-four thousand and fifty-six for the six, and twenty-three forty for the installations. Thirty-six thousand three hundred ninety-six.
Customer: And if they say that's a lot of money for espresso?
Rep: What do the teachers do today?
Customer: There's a pot in each building. And the younger ones drive out in their free period. Which we're not supposed to know.
Rep: That's your answer, then. It isn't espresso, it's having your teachers in the building in second period. How many staff is it?
Customer: Three hundred and ten.
Rep: So a hundred and seventeen dollars per person, once, for a machine that runs eight years. About fifteen dollars a year each.
Customer: Fifteen dollars a year. I can say that sentence. I like that sentence.
Rep: What else will they ask?
Customer: Electricity. Harold always asks about electricity. He was an engineer.
Rep: I'll send you a sheet with the consumption per day and what it costs at your rate. It's less than the old hot plates, because it sleeps at night.
Customer: Oh, he'll love that. And who cleans it?
Rep: Who would you like to clean it?
Customer: The custodians will quit. So the teachers. There's a rota for the fridge already.
Rep: Then put it on the rota: five minutes a day and a tablet on Fridays. We train six people in each building, that's thirty-six who know how.
Customer: Okay. When would it come, if they vote yes?
Rep: Five to seven business days for the first two, and the rest over the following two weeks. Never during exams.
Customer: Perfect. You've done this before.
Rep: Once or twice. When's the meeting exactly? I'd like to be at the phone, in case Harold has a follow-up.
Customer: The second Tuesday next month, seven o'clock. Would you really?
Rep: Seven o'clock, phone next to me. And I'll call you Wednesday morning, whichever way it goes.
Customer: You're a gem, Dana, that's wonderful. Thank you so much. Fifteen dollars a year. I'm going to practice.
`,
};
