import { ago } from '../moment.ts';
import type { WorldCall } from '../types.ts';

export const OLIVE_STREET_BILLING: WorldCall = {
  key: 'olive-street-billing',
  title: 'Olive Street Coworking: charged twice for one month',
  type: 'support',
  sentiment: 'neutral',
  summary:
    'Renee sees two amounts on her first invoice for the second machine and an extra card charge. The two amounts are correct (part month plus next month); the extra charge of $279.00 was ours and is refunded. She also gets her purchase order number on future invoices.',
  duration: 231,
  tags: ['billing', 'invoice', 'refund', 'purchase order'],
  callValue: null,
  priority: 'medium',
  customer: 'olive-street',
  rep: 'priya',
  metadata: { source: 'callrail', callId: 'CALe07f5c3a8b1d96', trackingNumber: '+16145550100' },
  at: ago(17, 500),
  dialogue: `
Rep: Brasswick support, Priya speaking.
Customer: Hi Priya. Renee, Olive Street. I've got an invoice question and I'm trying to be calm about it.
Rep: Thank you for trying. What does the invoice say?
Customer: Okay. So we got the second Heron on the eleventh. The invoice has a hundred and eighty-six dollars and then two hundred and seventy-nine dollars. For one machine.
Rep: That part I can explain. The one eighty-six is from the eleventh to the end of last month, twenty days of it. The two seventy-nine is this month in advance.
Customer: Oh. So it's like rent. Like actual rent.
Rep: Exactly like rent. From the next invoice on, it's one line.
Customer: Okay, that I get. You could write that on there, though.
Rep: We could. I'm noting it, because you're the third person this quarter to ask me.
Customer: But then here's the one that made me mad. My card got charged two seventy-nine again on the sixth. There's no invoice for it.
Rep: On the sixth. Let me look. Do you see a reference next to it?
Customer: It says BRASSWICK RNT and a number, ends in four four one.
Rep: Four four one. Yes. I see it, too. That shouldn't be there.
Customer: So what is it?
Rep: When the second machine was added, your old card entry and the new one both stayed active, and the system took the rent from each. That's our mistake.
Customer: It's two hundred and seventy-nine dollars, Priya.
Rep: It is, and I'm refunding it while we speak. It goes back to the same card, and it takes five to seven business days until you see it. I can't make the bank faster, I'm afraid.
Customer: Okay. Can I get that in writing?
Rep: The credit note is going to renee at olivestreet dot example right now, with the amount on it.
Customer: And next month? Because I'm not going to sit here and check my card every sixth.
Rep: I've removed the old entry. I'll look at it on the sixth myself and write you a line, even if it's only "all fine."
Customer: That would be great, actually.
Rep: Is there anything else on the account that bothers you, while we have it open?
Customer: You know what, yes. Our bookkeeper wants a PO number on everything. She's new. She's very... she's new.
Rep: You can put it in the portal yourself, under Settings, Billing. Or tell me and I'll type it.
Customer: It's OS dash two two one four.
Rep: O S dash two two one four. It'll be on every invoice from now on. Different one for each location, or the same?
Customer: Same. God, don't give her ideas.
Rep: Same it is. How's the second machine doing, apart from costing you double?
Customer: Ha. It's good. The members noticed. We had somebody sign up for a desk and say it was the coffee.
Rep: That'll make my day. So: refund of two seventy-nine, credit note in your mail, PO number is in, and I write to you on the sixth.
Customer: Perfect. Okay. I was going to be a lot meaner, you know.
Rep: I could tell. Thank you for not. Bye, Renee.
Customer: Bye.
`,
};
