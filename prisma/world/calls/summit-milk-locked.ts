import { ago } from '../moment.ts';
import type { WorldCall } from '../types.ts';

export const SUMMIT_MILK_LOCKED: WorldCall = {
  key: 'summit-milk-locked',
  title: 'Summit Orthopedics: Milk locked in the first week',
  type: 'support',
  sentiment: 'negative',
  summary:
    'The new Condor shows Milk locked three days after installation. The cartridge of milk system cleaner was never fitted. Unlocked on the phone after the second cleaning; Patrick doubts the machine and wants a second training for the late shift. Training date agreed, cartridge sent free of charge.',
  duration: 1498,
  tags: ['condor', 'milk locked', 'installation', 'training', 'complaint', 'onboarding', 'always on'],
  callValue: '3108.00',
  priority: 'high',
  customer: 'summit-ortho',
  lead: 'summit-condor',
  rep: 'demo',
  metadata: { source: 'manual' },
  at: ago(3, 330),
  dialogue: `
Rep: Patrick, it's Dana at Brasswick. Priya told me you'd called and that you didn't sound happy.
Customer: I'm not happy. It's a thirteen-thousand-dollar machine and it's been here three days and it won't do milk.
Rep: I wouldn't be happy either. Are you standing in front of it?
Customer: I'm about twenty feet away. Give me a second. Okay. It says "Milk locked" with a little padlock.
Rep: And black coffee works?
Customer: Black coffee works. But nobody here drinks black coffee, they're surgeons, they drink dessert.
Rep: Then let's get them dessert. On the left inside the door there's a holder for a cartridge. Could you open the front and tell me what's in it?
Customer: Left. Left. There's a white plastic thing. It's empty. I mean there's nothing in it, it's just a slot.
Rep: No bottle with a blue cap?
Customer: No. Should there be?
Rep: There should. It's the milk cleaner. At night the machine rinses the milk side with it, and if it can't, it locks the milk in the morning so that nobody drinks from a dirty hose.
Customer: So it's been locked because your installer didn't put the thing in.
Rep: It looks like that, yes. There may be one in the starter box. Is the box still around?
Customer: The box is, hang on. Maria, where's the box, the coffee box? It's in the supply room. She's getting it.
Rep: Thank you, Maria. While she looks, how were the three days otherwise?
Customer: Otherwise? People love it. That's the annoying part. First day there was a crowd. Then this morning I've got eight people asking me personally about milk.
Rep: You're the man who bought it.
Customer: I'm the man who bought it. I had to argue for it, too. I had a partner who wanted to keep the old pot.
Rep: Then I understand why this morning hurts. Is the box there?
Customer: She's got it. There's cups, there's tablets... yes. A bottle with a blue cap. Two of them.
Rep: Wonderful. Take the foil off one, turn it upside down and push it into the slot until it clicks.
Customer: Okay. Click.
Rep: Now close the fridge door firmly, and on the screen go to Menu, Cleaning, Milk now.
Customer: It's asking me to empty the milk containers.
Rep: You can, or fill them with fresh. How old is the milk in there?
Customer: Yesterday's.
Rep: I'd throw it away. Then confirm.
Customer: All right. It's doing something. It says fourteen minutes.
Rep: That's right. It can't be interrupted, so put somebody stern in front of it.
Customer: That would be Maria.
Rep: Do you have fourteen minutes for me, or shall I call back?
Customer: No, stay. If I hang up it'll fail, that's how it works.
Rep: Then let me use the time. Who was at the training on Monday?
Customer: Two of the front desk, and Maria. The late shift wasn't here. They come at one.
Rep: So half the building has never been shown it.
Customer: I guess. Is it that complicated?
Rep: No. But people who haven't been shown it are afraid of it, and then nobody empties the tray. I'd like to send Andre again for the late shift. At no cost.
Customer: When?
Rep: Tomorrow or Thursday at one fifteen?
Customer: Thursday. Tomorrow's spine day, nobody has time on spine day.
Rep: Thursday, one fifteen. Forty-five minutes, up to six people.
Customer: Okay. And who pays if this happens again? Because I'm on, what did I sign, the middle one?
Rep: You haven't signed a plan yet, actually. You have the warranty, twenty-four months. You told me you'd look at the plans after the first month.
Customer: Right. So what happens without one?
Rep: A warranty repair comes within three business days. With Plus it's the next business day, that's one fifty-five a month for the Condor. With Always On it's the same day if you call before eleven, two fifty-nine.
Customer: And this wouldn't have been a repair.
Rep: This was our mistake, so it's free with or without. I'm not going to sell you a plan on a morning like this.
Customer: You could've. I'd have probably said yes, just to make it go away.
Rep: I'd rather you say yes in two weeks, when it has earned it. How's Maria doing?
Customer: Four minutes. There's noises.
Rep: Good noises?
Customer: Gurgling. Okay, it's rinsing. Hold on. It says, wait. It says "Milk locked."
Rep: Again? All right. On the wall of the fridge there's a blue connector, about the size of a thumb. Pull it straight out.
Customer: It's out. There's gunk on it.
Rep: That's milk that dried. Hot water, rub it with your finger, push it back in.
Customer: Maria's doing it. She's not thrilled. It's back in.
Rep: Once more, Menu, Cleaning, Milk now. I'm staying on.
Customer: This is going to be another fourteen minutes.
Rep: It's shorter the second time, about five. I'm sorry, Patrick.
Customer: It's all right. You're here at least. The guy with the pot never called me back in eleven years.
Rep: What does the screen say now?
Customer: It's rinsing. It's... okay. "Ready." No padlock. Maria's making a latte. It's foaming. There's applause.
Rep: I heard it. Would you keep an eye on it tomorrow at seven? If the lock is back, call me and not the line. 614-555-0102.
Customer: I will. I'm still not happy, just so we're clear.
Rep: Quite clear. Thursday at one fifteen for the late shift, a box of six cartridges on its way today, and I call you Friday.
Customer: Friday. Okay. Thanks, Dana.
`,
};
