import { ago } from '../moment.ts';
import type { WorldCall } from '../types.ts';

export const MERIDIAN_SATURDAY: WorldCall = {
  key: 'meridian-saturday',
  title: 'Meridian Freight: does anybody come on a Saturday night?',
  type: 'sales',
  sentiment: 'neutral',
  summary:
    'The circuit for the Condor is in. Paula runs three shifts and needs a fallback for nights and Sundays, which no plan covers. A Plover batch brewer as a spare for $1,240 is put into the quote. Corvane has offered $89 a month; Paula forwards the offer for a fair comparison.',
  duration: 404,
  tags: ['condor', 'always on', 'night shift', 'corvane', 'objection', 'plover'],
  callValue: '20644.00',
  priority: 'medium',
  customer: 'meridian-freight',
  lead: 'meridian-condor',
  rep: 'marcus',
  metadata: { source: 'callrail', callId: 'CAL91d4b7f2a60e35', trackingNumber: '+12165550102' },
  at: ago(7, 170),
  dialogue: `
Rep: Paula, Marcus from Brasswick. I got your message that the electrician has been.
Customer: He's been, he's gone, he's billed me. So the plug is there. Big orange thing. Looks like it could start a train.
Rep: That's the one. Thirty amps?
Customer: Thirty amps, two-oh-eight, it says on the sticker. So that part's done. But I've got a different problem now, and I don't want to sign before I get an answer.
Rep: Good. What is it?
Customer: We run three shifts. You know that. Trucks don't stop. So if your machine dies Saturday at eleven at night, what happens?
Rep: On Saturday at eleven at night, nobody comes.
Customer: Okay. I thought it was the always-on thing. That's what it's called. Always On.
Rep: It is what it's called, and I've told the office more than once it's a bit of a boast. Always On means the same day if you call before eleven in the morning, Monday to Friday, and we answer the phone on Saturdays until two.
Customer: So not always.
Rep: Not always, no.
Customer: Well, I appreciate you saying it. The other fella told me twenty-four seven.
Rep: Which other fella, if I may ask?
Customer: Corvane. They sent somebody by last week. Nice haircut. Eighty-nine a month he said, and twenty-four seven support.
Rep: Did he say what the twenty-four seven is? A phone, or a technician?
Customer: I... no. He just said support.
Rep: It would be worth asking. I don't know their contract, so I won't talk it down. But there's a question I'd put to anybody, me included: when did a technician last stand in front of a machine at midnight?
Customer: Yeah. Okay. That's a good one. I'm writing that down.
Rep: May I ask what nights look like? How many drivers come through the hall?
Customer: Between ten and six? Forty, forty-five. Plus dispatch, that's nine people, and they can't leave their desks. If they don't have coffee, I hear about it. In a language I can't repeat.
Rep: And what do they have now?
Customer: A pot. A pot from like nineteen ninety. It leaks, but it's never died.
Rep: I have respect for that pot. Keep it.
Customer: What?
Rep: I mean it, in a way. You don't need a technician at midnight, you need coffee at midnight. So have a second way of making it.
Customer: The pot is disgusting, Marcus.
Rep: Then a new pot. We have a batch brewer, the Plover, twelve hundred and forty dollars. No milk, no screen, almost nothing in it that breaks. It makes a gallon in ten minutes. If the Condor stops on a Saturday night, dispatch presses one button, and on Monday we come.
Customer: Huh. So a spare tire.
Rep: A spare tire. And on a normal night the drivers can fill a thermos from it, they don't stand at the Condor.
Customer: That's, okay, that's not stupid. They do the thermos thing, they stand there and press the americano eight times.
Rep: With eight times you have a line, and the Condor isn't happy.
Customer: What does it do to the price?
Rep: It's bought, not rented. So five thirty-nine a month for the Condor as it was, and once twelve forty. No installation on it, it takes a normal plug.
Customer: And coffee for it?
Rep: Same coffee, ground, no extra charge. Overtime, if I know dispatch.
Customer: Strong. Yeah.
Rep: Which plan did you have in mind before the Saturday question?
Customer: I figured the big one. But if it doesn't do Saturdays...
Rep: With the spare I'd leave you on Plus, it's in the rent. Next business day. You'd pay a hundred and four more a month for Always On, and I don't think you'd feel it.
Customer: You're talking me out of a hundred bucks a month?
Rep: I'd like to still be your supplier in three years.
Customer: All right. So here's my other problem. Eighty-nine against five thirty-nine. I know it's not the same machine, but my boss reads two numbers.
Rep: Then he should read two yearly numbers. Did Corvane leave something in writing?
Customer: A one-pager. It's got a, what is it, a minimum. Forty pounds a month, at nineteen something.
Rep: Forty pounds at nineteen is seven sixty a month. Plus eighty-nine is eight forty-nine.
Customer: Oh.
Rep: And for how long?
Customer: It says sixty months. Sixty. That's five years.
Rep: May I ask for a copy? I'd make a table, theirs and ours, same number of cups, and if they're cheaper I'll write that they're cheaper.
Customer: You'd write that.
Rep: I would. It has happened, with small offices. I doubt it here.
Customer: Okay. I'll take a picture and send it. Is the machine even big enough, theirs? He said it does a hundred cups.
Rep: A hundred an hour or a hundred a day?
Customer: He didn't say that either, did he. Boy.
Rep: You have about two hundred and thirty drinks a day in the hall. That's the number to put next to it.
Customer: Okay. So table from you, picture from me. When do I get the table?
Rep: If I have the picture today, tomorrow by noon, with the Plover in the new quote. When do you see your boss?
Customer: Friday at three. He likes things on paper.
Rep: Then you'll have a version that prints on one sheet. Shall I call you Friday at four?
Customer: Make it four thirty. He goes long.
Rep: Four thirty it is. And Paula, it's built to order, three to four weeks from the day you sign. So every Friday you wait is another month with the pot.
Customer: There it is. I was waiting for that one.
Rep: It's only the calendar talking. Send me the picture.
Customer: I'm sending it. Bye, Marcus.
`,
};
