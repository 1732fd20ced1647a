import { ago } from '../moment.ts';
import type { WorldCall } from '../types.ts';

export const WEXFORD_CONTRACT: WorldCall = {
  key: 'wexford-contract',
  title: 'Wexford Brokers: when does the old contract really end?',
  type: 'sales',
  sentiment: 'neutral',
  summary:
    'Ian wants to switch but is bound to Corvane. Dana finds the renewal clause with him: notice must be given 90 days before the end or it renews for a year. Notice letter sent the same day; signing planned four weeks before the end, overlap on us.',
  duration: 184,
  tags: ['contract', 'corvane', 'notice period', 'timing', 'heron'],
  callValue: '10044.00',
  priority: 'medium',
  customer: 'wexford',
  lead: 'wexford-switch',
  rep: 'demo',
  metadata: { source: 'manual' },
  at: ago(45, 35),
  dialogue: `
Rep: Ian, it's Dana. You said you'd found the contract.
Customer: I found it. It was in a folder called "Misc." It's eleven pages for a coffee machine.
Rep: They often are. Do you have the page that says "Term"?
Customer: Page four. "Initial term of sixty months from the date of installation." We put it in, hang on, there's a sticker on it. So it's four and a half years now. A bit more.
Rep: Then you're near the end. Is there a line with "renew"?
Customer: "Shall renew for successive periods of twelve months unless either party gives notice not less than ninety days..." Oh, that's sneaky.
Rep: It's common. When are the ninety days?
Customer: Let me count. It ends in about a hundred and fifteen days. So notice by... in three and a half weeks.
Rep: So you're in time. Shall I send you the letter? It's one page, you only put in the contract number.
Customer: You have a letter for it?
Rep: I have a letter for it. You'd be surprised how many folders are called "Misc."
Customer: Ha. Okay. And then what, I have no coffee for three months?
Rep: No, their machine stays until the end. If you sign with us four weeks before that, we install ours when theirs goes, and you pay us nothing until theirs is collected.
Customer: Nothing nothing?
Rep: No rent. For up to ninety days. You'd buy beans from somebody, ideally from me.
Customer: Okay, I like that. What if they come back with a better price? They will. They'll call me the day the letter lands.
Rep: They probably will. What would they have to offer for you to stay?
Customer: Honestly? Somebody who comes when it's broken. It was down nine days in March.
Rep: Then ask them to put that in the contract, with a number of days. If they do, you should compare it seriously.
Customer: You're very relaxed about this.
Rep: Ours says the next business day, in writing. I can afford to be. Did you find out about the water line?
Customer: Not yet. It's an old building. There's a sink.
Rep: Have someone measure from the sink to the counter. Under six feet and we're fine.
Customer: Will do. So: letter today, I sign it, registered mail.
Rep: Registered mail, and keep the receipt out of "Misc." I'll put a note in my calendar for five weeks before the end and call you then.
Customer: Sounds like a plan. Thanks, Dana.
`,
};
