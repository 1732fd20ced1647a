import type { Mentions } from '../read/entities.ts';
import type { Intent } from '../read/intents.ts';
import type { Situation } from './situation.ts';

type Need = readonly [need: string, isKnown: (mentions: Mentions) => boolean];
const never = () => false;
const hasReference = ({ references }: Mentions) => references.length > 0;
const hasTime = ({ dates, durations }: Mentions) => dates.length + durations.length > 0;

// biome-ignore format: a table
const NEEDS: Partial<Record<Intent, readonly Need[]>> = {
  outage: [['which users or sites are affected', never], ['since when it happens', hasTime], ['the exact message you see, or a screenshot', ({ errorCodes }) => errorCodes.length > 0]],
  bug: [['a photo or screenshot of what you see', never], ['the model or version, and the serial number if there is one', ({ names }) => names.length > 0], ['since when it happens, and what changed just before', hasTime]],
  access: [['the e-mail address you sign in with', ({ emails }) => emails.length > 0], ['the exact message you see', ({ errorCodes }) => errorCodes.length > 0]],
  shipping: [['your order number', hasReference], ['the delivery address on the order', hasReference]],
  refund: [['your order number', hasReference], ['a photo, if something is damaged or wrong', ({ amounts }) => amounts.length > 0]],
  billing: [['the invoice number', hasReference], ['the amount you expected', ({ amounts }) => amounts.length > 0]],
  cancellation: [['the name or number of the contract or account', hasReference], ['the date it should end', ({ dates }) => dates.length > 0]],
  warranty: [['the serial number', never], ['the date of purchase', ({ dates }) => dates.length > 0]],
  human: [['the number to reach you on', ({ phones }) => phones.length > 0], ['a good time to call', ({ dates }) => dates.length > 0]],
  complaint: [['what would put this right for you', never]],
};

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
