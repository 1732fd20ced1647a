import { ago } from '../moment.ts';
import type { WorldCall } from '../types.ts';

export const GEARHART_REFERENCE: WorldCall = {
  key: 'gearhart-reference',
  title: 'Gearhart Auto: the brother wants a reference',
  type: 'sales',
  sentiment: 'neutral',
  summary:
    'Melissa is ready, her brother Doug is not: he compares with Podmarch and wants to hear from another customer with several sites. Marcus explains why five Wrens cost less than capsules at this volume. Reference call with Red Barn and a trial at the Akron store offered; answer by Friday.',
  duration: 366,
  tags: ['objection', 'podmarch', 'reference', 'multi-site', 'trial', 'decision maker'],
  callValue: '21362.40',
  priority: 'high',
  customer: 'gearhart',
  lead: 'gearhart-five-wrens',
  rep: 'marcus',
  metadata: { source: 'manual' },
  at: ago(1, 250),
  dialogue: `
Rep: Melissa, it's Marcus from Brasswick. You said to try you after lunch.
Customer: Marcus. Yes. Listen, I've got about ten minutes and I've got Doug here with me, you're on speaker.
Rep: Hello, Doug.
Customer: Doug says hi. Doug's eating a sandwich.
Rep: Then I'll talk to you both and he can nod. How did the quote land?
Customer: So I like it. I'll say that straight out. I've wanted decent coffee in those waiting rooms for three years. Doug's got questions.
Rep: Good, questions are cheaper now than later. What's the first one?
Customer: He says, why are we renting five machines for twenty-one thousand dollars when the capsule thing is three forty-nine at the warehouse store.
Rep: That's a fair one. Can I ask how many cups go out of one waiting room on a Saturday?
Customer: Oh gosh. Akron? Fifty? Fifty-five? It's oil changes all day.
Rep: And on a weekday?
Customer: Maybe twenty-five.
Rep: So Akron does around a hundred and eighty a week. Is Akron typical?
Customer: Akron and Canton are the big ones. The other three are half that.
Rep: Then all five together are, let me add, one eighty, one eighty and three times ninety. Six hundred and thirty cups a week.
Customer: Okay.
Rep: A Podmarch capsule is seventy-nine cents. That's just under five hundred dollars a week. In a year it's twenty-five thousand nine hundred.
Customer: Wait. Doug, did you hear that? Almost twenty-six thousand a year. He's stopped chewing.
Rep: And that's without milk and without the machines, which nobody repairs.
Customer: He says people won't drink that much if it's capsules.
Rep: He's probably right, because they run out. What happens in Akron when the capsules run out?
Customer: Somebody drives. Usually me. Okay, so what's yours, for the year? Not the thirty-six months. The year.
Rep: Rent for the five, with the eight percent off, is five ninety-three forty a month. That's seven thousand one hundred and twenty-one a year.
Customer: And then beans.
Rep: And then beans. Six hundred and thirty cups a week is around eight thousand dollars of coffee a year.
Customer: So fifteen, sixteen thousand.
Rep: Fifteen one. Against twenty-five nine. And repairs, filters and the milk fridges are in there.
Customer: Okay, that's, yeah. Doug's doing it on his phone. He's going to get the same number, he just has to see it come out of his own phone.
Rep: I'd do the same. While he's doing that, is there anything about the machines themselves that bothers you?
Customer: Cleaning. My service writers are not going to clean a milk thing. I know them.
Rep: They wouldn't have to do much. Five minutes at closing, tray, grounds, wipe. Once a week a tablet and a button. Could you make it part of the lot check?
Customer: The lot check. Huh. Actually yes. There's a sheet. We could put it on the sheet.
Rep: And if a store really doesn't want to, we come and do it, forty-eight dollars a visit. I'd try the sheet first.
Customer: Okay. So Doug's back. He says the number's right.
Rep: Thank you, Doug.
Customer: He says, and I quote, who else has this that isn't a bunch of architects. He wants to talk to another dealership.
Rep: I'll be straight with you, I don't have another dealership. I have a credit union that started with one machine and is now putting one in every branch. Public waiting rooms, several sites, staff who didn't ask for it.
Customer: A credit union.
Rep: Red Barn, over in Newark. The lady there says what she thinks, I couldn't script her if I wanted to. Would Doug take a ten-minute call with her?
Customer: Doug? He's making a face. It's the thinking face. He says okay but without you on the call.
Rep: That's how I'd want it too. I talk to her tomorrow morning anyway. I'll ask, and send you two times.
Customer: Okay. And what if he still, you know.
Rep: Then put one Wren in Akron for thirty days. The trial is ninety-nine dollars, and it comes off if you go ahead within two weeks after.
Customer: Ninety-nine for the month? With the coffee?
Rep: With ten pounds of coffee. For Akron that's not quite three weeks' worth, I won't pretend.
Customer: I'd honestly rather just sign. But he's got fifty percent and he's my brother at Thanksgiving.
Rep: Then let's keep Thanksgiving nice. What would make this a yes for you, Doug?
Customer: He says if the credit union lady says the repair people show up. That's it. That's the whole thing. He had a bad time with a lift company.
Rep: Then that's the question he should ask her. I won't tell her it's coming.
Customer: Good. I like that. And the price stands? The quote said thirty days.
Rep: It's been thirty-five, so strictly it's over. I'll renew it today at the same price, dated today.
Customer: You could've not told me that.
Rep: You'd have noticed. Shall we say you tell me by Friday, yes or no or trial?
Customer: Friday. Yes. Doug, Friday? He gave me a thumb.
Rep: I'll take the thumb. The renewed quote this afternoon, and the times from Red Barn tomorrow.
Customer: Thanks, Marcus. Bye. Doug says bye.
`,
};
