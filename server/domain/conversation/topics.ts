const MONEY_WORDS = '(?:hundred|thousand|[a-z]+ty(?:-[a-z]+)?|[a-z]+teen|ten|five|nine|two|\\d)';
const ROLE =
  '(?:boss|manager|director|partner|president|principal|superintendent|owner|board|committee|council|ceo|cfo|cto|coo|vp|finance|procurement|purchasing|legal|management|accountant|wife|husband)';
const DAY = '(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)';
const MONTH = '(?:january|february|march|april|june|july|august|september|october|november|december)';
const SPAN = '(?:days?|weeks?|months?|quarters?|years?)';

const spoken = (...ways: readonly string[]) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${ways.join('|')})(?![\\p{L}\\p{N}])`, 'iu');

/** What a deal turns on, and the words that give it away. */
export const TOPICS = [
  [
    'price',
    spoken(
      'pric(?:e|es|ed|ing|ey)|costs?|costly|expensive|cheap(?:er|est)?|discounts?|budget(?:s|ed)?|afford(?:able)?|fees?|quot(?:e|es|ed|ation)',
      'how much (?:is|are|does|do|would|will|for)|what does it run',
      '[$€£] ?\\d[\\d.,]*k?|\\d[\\d.,]*k? ?[€£$]|(?:dollars?|bucks|cents|euros?)',
      `${MONEY_WORDS} (?:a|per) (?:month|year|seat|user|cup|head|unit)`,
    ),
  ],
  [
    'competitor',
    spoken(
      'competitors?|the competition|(?:an)?other (?:offers?|quotes?|vendors?|suppliers?|providers?|bids?|compan(?:y|ies)|options?)',
      '(?:with|to|from|at) (?:someone|somebody|anyone) else|elsewhere|shop(?:ping)? around|alternatives?|compar(?:e|ed|ing|es) (?:it |you |that |them |this )?(?:to|with|against)',
      'switch(?:ing|ed)? (?:from|to|over)|(?:current|existing|present|old) (?:supplier|vendor|provider|contract|system|tool)',
      "(?:we|i)(?: are|'re|'m| am)? (?:currently|already|now) (?:use|using|with|have|work with|pay)",
    ),
  ],
  [
    'timing',
    spoken(
      'deadlines?|timelines?|time ?frames?|schedule|lead time|go[- ]live|asap|as soon as possible|urgent(?:ly)?|in a hurry|right away',
      'how (?:soon|long|quickly|fast)|when (?:can|could|will|would|do|does|is|are|should) (?:i|we|you|it|they|the|this|that)|by when|until when',
      `(?:next|this|end of (?:the|this)) (?:week|month|quarter|year|summer|spring|autumn|fall|winter|${DAY}|${MONTH})`,
      `(?:before|by|until|after) (?:the end of|christmas|new year|next|${DAY}|${MONTH})`,
      `(?:in|within|takes?) (?:about |around |the next )?(?:a|an|one|two|three|four|five|six|eight|ten|a few|a couple of|\\d+)(?: (?:to|or) \\w+)? (?:business |working )?${SPAN}`,
      'not (?:right )?now|(?:bad|wrong|good) (?:time|moment)|too (?:early|late|soon)',
    ),
  ],
  [
    'decision_maker',
    spoken(
      'decision[- ]makers?|who (?:else )?(?:decides|signs|approves|has a say|is involved|needs to (?:see|sign|approve))|has a say|not my (?:call|decision)',
      `(?:my|our|their|your) (?:\\w+ )?${ROLE}|the (?:boss|board|committee|council|owners?|ceo|cfo|cto|coo|vp|management|head of \\w+)`,
      'sign(?:s|ed)? (?:off|it off)|i can sign|approv(?:e|es|ed|al|als|er|ers)|buy[- ]in|(?:run|get) (?:it|this|that) (?:by|past)',
      '(?:check|talk|speak|discuss (?:it|this)) (?:with|to) (?:my|our|the) (?:\\w+ )?(?:team|colleagues?|people)|(?:finance|procurement|purchasing|legal) (?:has|have|must|needs?|wants?|will|is)',
    ),
  ],
  [
    'objection',
    spoken(
      "too (?:expensive|pricey|high|much|complicated|slow|big|small|risky|long|difficult|hard|loud|late|good to be true)|(?:that|it)(?:'s| is) a lot(?: of money)?",
      "(?:not|isn't|wasn't|never|hardly) (?:\\w+ )?(?:sure|convinced|interested|happy|ready|worth|for us|a priority)",
      "(?:don't|do not|didn't|doesn't) (?:\\w+ )?(?:need|want|see (?:the|why|how|a)|believe|trust|like the|think (?:we|i|it|that|so))|(?:can't|cannot|couldn't) (?:afford|justify|commit)",
      "(?<!\\b(?:don't|not|no) )worr(?:y|ies|ied|ying)|concern(?:s|ed|ing)?|hesita\\w+|skeptical|sceptical|doubts?|no budget|(?:over|out of|beyond) (?:our |the |my )?budget|the problem is",
      'already have|why (?:would|should) (?:i|we)|think (?:about it|it over)|get back to you on',
    ),
  ],
  [
    'next_step',
    spoken(
      'next steps?|follow(?:ing)?[- ]up|(?:calendar |meeting )?(?:invite|invitation)|site (?:check|visit)',
      "(?:i|we)(?:'ll| will|'m going to| can) (?:\\w+ )?(?:send|call|ring|email|mail|write|book|schedule|prepare|get back|come back|put (?:it |that |this )?(?:together|in)|share|check|arrange|set (?:it |that )?up|order|forward)",
      `let(?:'s| us) (?:\\w+ )?(?:schedule|meet|talk|book|set up|speak|plan|say ${DAY}|do ${DAY})|shall we (?:\\w+ )?(?:do|meet|talk|say|set|schedule|book)`,
      '(?:send|email|forward) (?:it|that|this|them|me|us)(?: (?:the|a|an|that|whatever|your|over|back))?|(?:call|ring) (?:me|us)(?! (?:the|a)\\b)(?: back)?',
      `(?:talk|speak|meet|see you|until) (?:to you )?(?:on |next )?(?:${DAY}|tomorrow|then)|${DAY} at (?:\\d|one|two|three|four|five|noon|eight|nine|ten|eleven|half)|you(?:'ll| will) (?:have|get|receive|hear)`,
    ),
  ],
] as const;

/** The name of something a deal turns on. */
export type Topic = (typeof TOPICS)[number][0];
