import { ago } from '../moment.ts';
import type { WorldTrainingItem } from '../types.ts';

/** Emails that were answered, as models for new ones. */
export const EMAIL_MODELS: readonly WorldTrainingItem[] = [
  {
    key: 'email-after-tasting',
    title: 'Email after a tasting, with a clear next step',
    category: 'email',
    source: 'manual',
    tags: ['email', 'tasting', 'follow-up', 'heron', 'next step'],
    created: ago(74, 15),
    content: `Subject: Your team voted, and here is what it would cost

Hello,

Thank you for having us on Tuesday. Fourteen of your colleagues voted: nine for Weekday Blend, four for Overtime and one for First Light.

For your 45 people I suggest a rented Heron. The rent is $279 a month and includes the machine, installation, a Nest milk fridge, all repairs and the water filters. With about 35 pounds of coffee a month on subscription you would pay roughly 41 cents per cup before milk.

Two things have to be ready on your side: a cold water line within 6 feet and a 20-amp outlet within 4 feet. Your facilities colleague thought both were there; a 20-minute video check makes it certain.

If you agree by Friday, the machine can be running within 5 to 7 business days. Does Thursday at 10:00 a.m. suit you for the site check?

Kind regards`,
  },
  {
    key: 'email-quote-nudge',
    title: 'Email to a quote that has gone quiet',
    category: 'email',
    source: 'manual',
    tags: ['email', 'quote', 'follow-up', 'reminder', 'no answer'],
    created: ago(69, 35),
    content: `Subject: Should I close your file, or keep the price?

Hello,

Three weeks ago I sent you a quote for one Condor at $539 a month. I have not heard from you, which usually means one of three things: something else is more urgent, the number is too high, or someone else has been chosen. All three are fine, and a single word is enough for me to know which.

If it is the timing, I can hold the price until the end of next month. If it is the number, two Herons on two floors cost $530.10 a month together with the discount for two machines, need no 208-volt circuit, and shorten the queue. If you have decided for someone else, I wish you good coffee and would be glad to hear what tipped the balance.

Your quote is valid for 30 days, so it ends next Friday.

Kind regards`,
  },
  {
    key: 'email-incident',
    title: 'Email after a breakdown: what happened and what we changed',
    category: 'email',
    source: 'manual',
    tags: ['email', 'support', 'apology', 'breakdown', 'credit'],
    created: ago(62, 20),
    content: `Subject: Your Condor is running again, and what we owe you

Hello,

Your Condor has been serving milk drinks again since 2:40 p.m. yesterday. The cause was a worn valve in the milk system, which stopped the nightly cleaning; the machine then locked the milk, as it should.

We were late. Your Plus plan promises a technician by the next business day, and ours came on the second, because the part was in Cleveland and not in the van. That was our mistake. You will see a credit of one week's rent, $134.75, on your next invoice. The valve is now carried in all vans.

Nothing has to be done on your side. Please keep a spare cartridge of milk system cleaner in the cupboard, since an empty cartridge causes the same message. A quart costs $19.50 in the portal.

Should it happen again, call (614) 555-0100 and mention this email; you will be put through to me.

Kind regards`,
  },
  {
    key: 'email-welcome-model',
    title: 'Welcome email in the week of the installation',
    category: 'email',
    source: 'manual',
    tags: ['email', 'welcome', 'onboarding', 'installation', 'portal'],
    created: ago(60, 50),
    content: `Subject: Your machine arrives on Wednesday: three small things

Hello,

Welcome to Brasswick. Your Heron will be installed on Wednesday between 9:00 a.m. and 11:00 a.m. by our technician, and it takes about 2 hours.

Three small things make the day easy. Please clear 17 by 23 inches of counter with 6 inches of air above. Please make sure that somebody can open the water valve under the sink. And please invite up to six people for the 45-minute training at the end; whoever is there will be asked about the machine for the next three years, so choose cheerful ones.

The starter box with 10 pounds of Weekday Blend, cleaning tablets and 200 cups comes with the technician. Your logins for the ordering portal at orders.brasswick.example arrive on the same day. We will call you after 10 days to adjust the strength and the delivery rhythm.

Kind regards`,
  },
];
