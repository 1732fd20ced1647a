import type { Mentions } from '../read/entities.ts';
import type { Intent } from '../read/intents.ts';
import type { Reading } from '../read/message.ts';
import { withoutPreposition } from '../read/patterns.ts';

/** What the closing step may look at. */
export interface Situation {
  readonly reading: Reading;
  /** What the message is mainly about. */
  readonly intent: Intent | null;
  /** Everything was answered; nothing is left in brackets. */
  readonly complete: boolean;
  /** A procedure was given. */
  readonly hasSteps: boolean;
  readonly stage: string | null;
  readonly company: string | null;
}

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

type Need = readonly [need: string, isKnown: (mentions: Mentions) => boolean];
const never = () => false;
const hasReference = ({ references }: Mentions) => references.length > 0;
const hasTime = ({ dates, durations }: Mentions) => dates.length + durations.length > 0;

const NEEDS: Partial<Record<Intent, readonly Need[]>> = {
  outage: [['which users or sites are affected', never], ['since when it happens', hasTime], ['the exact message you see, or a screenshot', ({ errorCodes }) => errorCodes.length > 0]],
  bug: [['a photo or screenshot of what you see', never], ['the model or version, and the serial number if there is one', ({ names }) => names.length > 0], ['since when it happens, and what changed just before', hasTime]],
  access: [['the e-mail address you sign in with', ({ emails }) => emails.length > 0], ['the exact message you see', ({ errorCodes }) => errorCodes.length > 0]],
  shipping: [['your order number', hasReference], ['the delivery address on the order', hasReference]],
  refund: [['your order number', hasReference], ['a photo, if something is damaged or wrong', never]],
  billing: [['the invoice number', hasReference], ['the amount you expected', ({ amounts }) => amounts.length > 0]],
  cancellation: [['the name or number of the contract or account', hasReference], ['the date it should end', ({ dates }) => dates.length > 0]],
  warranty: [['the serial number', never], ['the date of purchase', ({ dates }) => dates.length > 0]],
  human: [['the number to reach you on', ({ phones }) => phones.length > 0], ['a good time to call', ({ dates }) => dates.length > 0]],
  complaint: [['what would put this right for you', never]],
}; // biome-ignore format: a table

const AFTER_STEPS =
  'If anything does not work as described, reply with the point where it stops and what you see, and I will take it from there.';

/** The information support still needs, without what the customer has already told us, and what happens after it. */
export function supportStep({ reading, intent, complete, hasSteps }: Situation): string {
  const needs = (intent ? (NEEDS[intent] ?? []) : []).filter(([, isKnown]) => !isKnown(reading.mentions)).map(([need]) => need);
  const isTrouble = reading.mood === 'angry' || reading.mood === 'frustrated' || intent === 'bug' || intent === 'outage';
  const update = isTrouble ? ' My next update to you: [say by when].' : '';
  if (complete && !isTrouble)
    return hasSteps ? AFTER_STEPS : 'If you need anything more on this, reply here and I will take it from there.';
  if (needs.length === 0)
    return isTrouble
      ? `You have given me what I need to start.${update}`
      : 'If anything is still open, reply here and I will take it from there.';
  const purpose = complete ? 'If that does not solve it, please send me' : 'To move this forward, please send me';
  const [only = ''] = needs;
  return needs.length === 1
    ? `${purpose} ${only}.${update}`
    : `${purpose}:\n${needs.map((need) => `- ${need}`).join('\n')}${update === '' ? '' : `\n${update.trim()}`}`;
}
