import type { Intent } from '../read/intents.ts';
import { withoutPreposition } from '../read/patterns.ts';
import type { Situation } from './situation.ts';

const joined = (parts: readonly string[]) => (parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`);

function offerQuote({ reading, company }: Situation): string {
  const { quantities, dates } = reading.mentions;
  const missing = [
    ...(quantities.length === 0 ? ['how many you need'] : []),
    ...(dates.length === 0 ? ['when you would like to start'] : []),
  ];
  const whose = company ? ` for ${company}` : '';
  const forHowMany = quantities[0] ? ` for ${quantities[0]}` : '';
  if (missing.length > 0) return `Next step: tell me ${joined(missing)}, and I will put a written quote together${forHowMany || whose}.`;
  return `Next step: shall I put this into a written quote${forHowMany}, with ${withoutPreposition(dates[0] ?? '')} in mind?`;
}

const SHOW = 'Next step: I would be glad to show you this on a short call. Would [suggest two times] suit you?';

const SALES: Partial<Record<Intent, (situation: Situation) => string>> = {
  pricing: offerQuote,
  quote: ({ reading }) =>
    reading.mentions.quantities.length === 0
      ? 'Next step: please tell me how many you need and where they should go, so that the quote is exact.'
      : 'Next step: once you have looked at the quote, tell me whether anything should change, and I will adjust it.',
  purchase: () =>
    'Next step: please reply with the delivery and billing address and the name of whoever signs, and I will prepare the rest.',
  advice: ({ reading }) =>
    reading.mentions.quantities.length === 0
      ? 'Next step: tell me how many people will use it and what matters most to you, and I will narrow it down.'
      : 'Next step: tell me what matters most to you (price, space, running cost), and I will narrow it down.',
  discount: ({ reading }) =>
    reading.mentions.amounts.length === 0
      ? 'Next step: if you tell me the budget you have in mind, I can work out which option comes closest to it.'
      : `Next step: tell me which parts of the offer matter most to you, and I will see which option comes closest to ${reading.mentions.amounts[0]}.`,
  competitor: ({ reading }) =>
    `Next step: if you send me what ${reading.mentions.names[0] ?? 'the other offer'} includes, I will put both side by side, like for like.`,
  availability: () =>
    'Next step: if the timing works for you, reply with the number and the delivery address, and I will prepare the order.',
  feature: () => SHOW,
  integration: () => SHOW,
  warranty: () => 'Next step: tell me which equipment it concerns, and I will send you the terms in writing.',
  scheduling: () => 'To make good use of the time, tell me who will join and what you would like to see first.',
  cancellation: () =>
    'Before anything ends: if one thing in particular led to this, tell me what it is. I would like the chance to look into it.',
  shipping: ({ reading }) =>
    reading.mentions.references.length > 0
      ? 'I will keep an eye on this until it is settled; reply here at any time.'
      : 'Next step: reply with the delivery address and the date you need it, and I will work out the delivery for you.',
  onboarding: () => 'Next step: if it helps, we can go through it together on a short call. Would [suggest two times] suit you?',
  refund: () => 'Please reply here if anything about this is unclear; I will see it through with you.',
  billing: () => 'Please reply here if a figure still looks wrong to you, and we will go through it line by line.',
};

const BY_STAGE: Readonly<Record<string, string>> = {
  needs_quote: 'Next step: I can put all of this into a written quote. Shall I go ahead?',
  quoted: 'Next step: if anything in our quote should change because of this, tell me, and I will adjust it.',
  needs_follow_up: 'Next step: shall we settle the open points on a short call? Would [suggest two times] suit you?',
  waiting: 'Next step: tell me what you still need from us to decide, and I will get it to you.',
  won: 'If there is more we can do for you, reply here and I will take care of it.',
};

/** The concrete step a salesperson proposes. */
export function salesStep(situation: Situation): string {
  const { intent, stage } = situation;
  const step = intent ? SALES[intent] : undefined;
  return (
    step?.(situation) ??
    (stage ? BY_STAGE[stage] : undefined) ??
    'Next step: shall we talk it through on a short call? Would [suggest two times] suit you?'
  );
}
