import { ago } from '../moment.ts';
import type { WorldCall } from '../types.ts';

export const HARBORVIEW_LEAK: WorldCall = {
  key: 'harborview-leak',
  title: 'Harborview: Wren leaking at the Lewis Street practice',
  type: 'support',
  sentiment: 'negative',
  summary:
    'Water under the Wren at Lewis Street for the second time in three weeks; the practice manager is angry because the first repair did not hold. Machine unplugged, technician and loan machine promised for tomorrow before 9:00 a.m., credit of one week’s rent.',
  duration: 298,
  tags: ['leak', 'wren', 'repeat fault', 'loan machine', 'credit', 'complaint'],
  callValue: '0.00',
  priority: 'high',
  customer: 'harborview',
  rep: 'priya',
  metadata: { source: 'callrail', callId: 'CAL02b9e6d1f7c843', trackingNumber: '+16145550100' },
  at: ago(29, 410),
  dialogue: `
Rep: Brasswick support, this is Priya. How can I help?
Customer: Hi. I'm calling from Harborview Dental, Lewis Street. Your machine is leaking. Again.
Rep: I'm sorry. Before anything else, is it still plugged in?
Customer: Yes, it's plugged in, there's a whole puddle on the counter and it's going down the cabinet.
Rep: Please pull the plug first. Just the plug, don't move the machine yet.
Customer: Okay. Hold on. Okay, it's out.
Rep: Thank you. Is the water coming from the front, near the tray, or from behind?
Customer: From behind. The back left. Same as last time.
Rep: Same as last time. Then I won't make you empty the drip tray. May I take your name?
Customer: Colleen. I'm the practice manager. And look, I have to be honest, I'm pretty annoyed. Your guy was here three weeks ago and said it's fixed.
Rep: You have every reason to be annoyed, Colleen. I see the visit here. He replaced the tank valve.
Customer: Well, whatever he replaced, I've got patients in the waiting room looking at a yellow wet floor sign.
Rep: Can you slide a tray or a towel under the left side, and take the tank out of the back? Lift it straight up.
Customer: It's out. It's still dripping a little.
Rep: That's what's left in the hose, about half a cup. It should stop in a minute. Did any water get near the outlet?
Customer: No. The outlet's on the other side. The cabinet's wet, though, and that's wood.
Rep: Please take two photos of the cabinet before you wipe it. If it swells, that's ours to settle, and with photos nobody has to argue.
Customer: Okay. I appreciate that. But what I really want to know is, is this thing going to do it a third time?
Rep: With the tank valve new, and water from the same place, I think it's the seat behind it. It has a hairline crack, I've seen two of them this year. He'd only see it with the machine on its side.
Customer: So he should have put it on its side.
Rep: Yes. He should have.
Customer: Thank you. Nobody ever says that.
Rep: It's true. Now, what I can do. You're on Plus, so you have a technician by the next business day. I'd like him at your door before your first patient. When do you open?
Customer: Eight. We're here at seven thirty.
Rep: Then seven thirty tomorrow. And he'll bring a loan machine, whether he can repair yours or not.
Customer: Isn't the loan thing only after two days? Somebody told me two days.
Rep: That's the rule. This is the second time, so I'm not waiting for the rule.
Customer: Okay. And today?
Rep: Today I have nothing that gets to you before noon, and I won't promise what I can't keep. How many people are with you?
Customer: Eleven, plus the patients. Dr. Okafor's going to be here at ten and the first thing he does is make a cappuccino.
Rep: Is there a coffee shop near you?
Customer: On the corner, yeah.
Rep: Get a tray for everybody on us. Send me the receipt, and I'll put it on your account as a credit, up to sixty dollars.
Customer: Seriously?
Rep: Seriously. And one week's rent comes off your next invoice, that's thirty dollars, because the repair didn't hold.
Customer: Okay. Well. You're making it hard to stay mad, but I'm going to be mad if nobody's here at seven thirty.
Rep: So would I. It'll be Andre, he has a gray van. I'll call you myself at eight to hear how it went.
Customer: You personally?
Rep: Me personally. What's the best number?
Customer: 614-555-0131, ask for Colleen, not for the front desk.
Rep: Got it. One last thing: please leave the machine unplugged, even if it looks dry.
Customer: Don't worry. There's a sign on it now. You don't want to know what it says.
Rep: I can imagine. I'm sorry, Colleen, and I'll talk to you at eight.
Customer: Eight. Bye.
`,
};
