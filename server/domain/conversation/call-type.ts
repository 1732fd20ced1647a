import type { CallType, Speaker } from '#contract/call.ts';

const SUPPORT =
  /\b(?:technician|repair\w*|fix(?:ed|es)?|leak\w*|broken?|fault\w*|error|not working|(?:doesn't|won't|can't) (?:work|start|turn|heat|connect|open)|reset|restart|unplug\w*|warranty|refund\w*|charged|invoice|descal\w*|clean\w*|stuck|locked|password|log ?in|troubleshoot\w*|complain\w*|spare part|manual|blink\w*|display shows|ticket|outage)\b/gi;
const SALES =
  /\b(?:quote|offer|proposal|price|pricing|discount|budget|demo|pilot|trial|rent|lease|contract|competitor\w*|interested|looking for|decision|board|branches|per month|a month|annual\w*|sign|reference|cold call|how many people|upgrade|plan|installation|next step|compare\w*|supplier|vendors?|roi|investment|rollout|implementation|go with|renewal|seats)\b/gi;
/** Labels of people whose work is to sell. */
const SELLER = /^(?:ae|[sb]dr|sales\b.*|account executive|seller|prospect|buyer)$/i;
const SUPPORT_DESK =
  /\b(?:support|help ?desk|customer service|service desk)(?:[,.!]| (?:this|my|here|line|team[,.]|speaking)\b)|\bhow (?:can|may) i help\b/i;
/** How a customer opens a call about something that went wrong, or about something to buy. */
const HELP_WANTED =
  /\b(?:(?:issues?|problems?|trouble|difficult(?:y|ies)) (?:with|in|logging|connecting|accessing|managing)|having (?:trouble|problems|issues)|experiencing|not working|(?:is|are|isn't|keeps?|goes|went|(?:has|have|'s|'ve) been|was|were) (?:\w+ ){0,3}(?:down|slow|out|crashing|dropping|failing|broken|working|losing|terrible|unreliable|intermittent)|keeps \w+ing|drops (?:\w+ )?every|spotty|need (?:help|assistance|to (?:configure|set up|reset|fix|change|restore|recover))|can't (?:log|access|connect|print|send|open)|error|charged|overcharged|(?:my|our|the) (?:\w+ )?bills?\b|(?:my|our) (?:\w+ )?(?:account|internet|connection|router|order)\b|incorrect charges?|cancel(?:l?ing)? (?:my|our|(?:the|a) (?:\w+ )?(?:service|account|subscription|contract|plan))|suspend|unusual activity|usage report|(?:update|change|reset) (?:our|my|the|a) |transfer (?:our|my) |locked out|(?:hasn't|haven't|never) (?:arrived|received|come))\b/i;
const BUYING =
  /\b(?:looking (?:for|into|at|to (?:buy|upgrade|rent|replace))|interested in|a quote|price (?:for|of)|how much|like to (?:order|buy|rent|upgrade)|planning to (?:buy|expand|upgrade|open)|need (?:\d+|more|new|another|a new) )/i;
const OPENING_WEIGHT = 6;

/** Something said in a call: a sentence or a turn. */
interface Said {
  readonly text: string;
  readonly speaker: Speaker;
}

const count = (said: readonly Said[], cue: RegExp): number => said.reduce((sum, { text }) => sum + (text.match(cue)?.length ?? 0), 0);

/** Sales or support, by what is spoken of in a call; its first `opening` parts say most plainly why somebody calls. `labels` are how its speakers are called. */
export function callTypeOf(said: readonly Said[], opening: number, labels: readonly (string | null)[]): CallType {
  if (labels.some((name) => name !== null && SELLER.test(name))) return 'sales';
  const begin = said.slice(0, opening);
  const greeted = said.slice(0, 4).some(({ text, speaker }) => speaker !== 'customer' && SUPPORT_DESK.test(text)) ? 8 : 0;
  const first = said.filter(({ speaker }) => speaker === 'customer').slice(0, 4);
  const wantsHelp = first.some(({ text }) => HELP_WANTED.test(text)) ? OPENING_WEIGHT : 0;
  const buys = first.some(({ text }) => BUYING.test(text)) ? OPENING_WEIGHT : 0;
  const support = wantsHelp - buys + greeted + count(said, SUPPORT) + 2 * count(begin, SUPPORT);
  return support > count(said, SALES) + 2 * count(begin, SALES) ? 'support' : 'sales';
}
