import { quotable, swapPronouns } from './swap-pronouns.ts';

const DESIRE =
  /\b(?:i|we)(?:'d| would)? (?:now |also |still |really |just |kindly |urgently )?(?:like|want|need|require|demand|expect|request|prefer|rather) (.+)$/i;
const INTEREST =
  /\b(?:i|we)(?:'m| am|'re| are) (?:\w+ )?(?:interested in|looking for|after|hoping to|in need of) (.+)$|^(?:looking for|requesting|need) (.+)$/i;
const HAND_OVER =
  /^(?:send|resend|email|forward|provide|share|prepare|put together|give|get|sending|putting together|quote)(?: over)?(?: (?:me|us))?(?: with| over)? ((?:an?|the|your|our|some|my|one|two|pricing|prices|details|information|more|invoice|order|copies|it)\b.*|\d.*)$/i;
const TO_US =
  /^(?:(?:please|kindly|pls) |(?:can|could|would|will) (?:you|someone|somebody|anyone) (?:please |kindly |just |mind )?|let(?:'s| us) )(.+)$/i;
const FOR_ME = /^(?:can|could|may) (?:i|we) (?:please |also )?(.+)$/i;
const BARE_VERB =
  /^(?:cancel|refund|replace|book|schedule|call|ring|fix|check|look|update|change|reset|unlock|arrange|send|move|remove|add|stop|extend|correct|exchange|terminate|explain|tell|confirm|make|set|get|ask|prepare|give|quote|let|let me|deliver|ship|help)\b/i;

/** What a request wants, ready to follow "You would like"; null when it cannot be said back. "Please cancel my plan" becomes "us to cancel your plan". */
export function extractRequest(request: string): string | null {
  const bare = quotable(request, 180)
    .replace(/[\s?.!,;:]+$/, '')
    .replace(/,? (?:please|asap|thanks|thank you)$/i, '');
  const wanted = DESIRE.exec(bare)?.[1] ?? INTEREST.exec(bare)?.slice(1).find(Boolean);
  if (wanted) return swapPronouns(handedOver(wanted.replace(/^you to /i, 'you to ')));
  const mine = FOR_ME.exec(bare)?.[1];
  if (mine)
    return /^(?:have|get) (?:an?|the|your|my|our|some) /i.test(mine)
      ? swapPronouns(mine.replace(/^(?:have|get) /i, ''))
      : `to ${swapPronouns(mine)}`;
  const act = TO_US.exec(bare)?.[1] ?? (BARE_VERB.test(bare) ? bare : null);
  if (act === null) return null;
  const object = HAND_OVER.exec(act)?.[1];
  if (object) return swapPronouns(object);
  return BARE_VERB.test(act) ? `us to ${swapPronouns(act.charAt(0).toLowerCase() + act.slice(1))}` : null;
}

const handedOver = (wanted: string) =>
  wanted.replace(/^to (?:get|have|receive) (?=(?:an?|the|your|some) )/i, '').replace(/^(?:rather|prefer) /i, '');
