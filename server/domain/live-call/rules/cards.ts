import type { CoachingRuleKey } from '#contract/coaching-rule.ts';
import type { CountedTurn, Topic } from '#domain/conversation/counted-turns.ts';

/** The rules that react to what the customer said. */
export type CardRule = Extract<CoachingRuleKey, Topic>;

/** What a customer says that deserves an answer of its own kind, and what to do about it. */
interface Cue {
  readonly sounds: RegExp;
  /** What takes the meaning away, in the same sentence. */
  readonly unless?: RegExp;
  /** Shown only while the rep has not proposed what comes next. */
  readonly isProposalMissing?: true;
  /** Says little where the customer goes on to ask something. */
  readonly isSoft?: true;
  /** Not what the customer answers to a question about their situation: that is trouble of today, and no doubt about the offer. */
  readonly isAboutOffer?: true;
  readonly title: string;
  /** The next sentence or act. `$1` is who the customer has to ask. */
  readonly advice: string;
  /** Another advice where the customer also said something else in the turn. */
  readonly instead?: { readonly said: RegExp; readonly advice: string };
}

const anyOf = (...parts: readonly string[]) => new RegExp(`(?<![\\p{L}\\d'])(?:${parts.join('|')})(?![\\p{L}\\d])`, 'giu');

const SOMEBODY =
  '(?:\\w+ )?(?:boss|manager|director|partner|president|principal|owner|board|committee|council|ceo|cfo|cto|cio|coo|ciso|vp|head of [a-z]+|finance|procurement|purchasing|legal|management|leadership|accountant|wife|husband|spouse|family|brother|sister|father|mother|parents|co-?founder|team|stakeholders|it department)';
const DATE =
  '(?:next (?:week|month|quarter|year)|(?:the )?end of (?:the |this |next )?[a-z]+|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may \\d|june|july|august|september|october|november|december|christmas|new year|summer|winter|spring|autumn|fall|q[1-4]|the (?:season|launch|audit|move|holidays|deadline|opening|event))';
const MONEY = '(?:[$€£₹] ?)?\\d[\\d.,]*';
const OFFER_PART =
  '(?:implement\\w*|roll-?out|set-?up|security|privacy|integrat\\w+|adopt\\w*|switch\\w*|migrat\\w+|mov(?:e|ing)|disrupt\\w*|learning curve|training|contract|commit\\w*|lock\\w*|support|downtime|reliab\\w+|warranty|quality|maintenance|time (?:it|this|that)|how long|how (?:it|this|that|your)|effort|complexity|compliance|your|the installation|whether (?:it|this|that|we))';
const COST = '(?:the |your |your \\w+ |that |this )?(?:price|pricing|costs?|per-\\w+ cost|fees?|price tag|investment)';
const FITS =
  /\bbut (?:i|we|that|it)(?:'s|'m|'re)? (?:\w+ )?(?:understand|see|okay|ok|fine|worth|makes sense|fair|manageable|like|value|get (?:it|that))\b|\b(?:but|though|although)\b[^.?!]{0,50}\b(?:attractive|worth|reassuring|promising|good|fair|justified|pays off)\b/i;

/** A customer who names a sum does not have to be asked for it. */
const FIGURE = {
  said: /\b(?:budget\w*|hop(?:ed|ing)|plann\w*|had in mind|spend|maximum|closer to|up to|between)\b[^.?!]{0,40}(?:[$€£₹] ?)?\d/i,
  advice: 'They named a figure. Offer a smaller start before a discount: “Which part could wait until later?”',
} as const;

/** By rule, the most specific first. A card needs more than a topic that is touched: pressure, doubt, a wish to leave or to go on. */
const CUES: Readonly<Record<CardRule, readonly Cue[]>> = {
  cancellation: [
    {
      sounds: anyOf(
        '(?:want|like|need|going|trying|decided|calling|love|prefer|ready|thinking (?:of|about)|thought about|have) (?:to )?(?:cancel(?:l?ing)?|terminat(?:e|ing)|end(?:ing)? (?:the|my|our) (?:contract|subscription|plan)|clos(?:e|ing) (?:the|my|our) account|leav(?:e|ing) you|(?:switch|chang)(?:ing|e)? (?:to another|providers?|carriers?|away|companies|suppliers?))',
        '(?:thinking (?:of|about)|considering|consider|might be|may be|looking at) (?:switching|leaving|changing (?:providers?|suppliers?|vendors?)|cancel\\w+)',
        '(?:please |just )?cancel (?:it|this|everything|the whole thing|my|our|the (?:subscription|contract|plan|account|service|rental|membership))',
        "(?:not sure|don't (?:think|know)|unlikely)[^.?!]{0,20} (?:renew|stay)\\w*|(?:not|won't|aren't|isn't) (?:going to )?(?:be )?renew(?:ing)?",
        "(?:i|we)(?:'ll| will|'m going to|'re going to| am going to| are going to) (?:cancel|leave|go (?:to|with) (?:someone|somebody|another))",
      ),
      unless:
        /\b(?:what if|can (?:i|we) cancel|cancel (?:any ?time|at any)|how do (?:i|we) cancel|if (?:i|we) (?:don't|do|ever|want|need|have|had|decide|were)\b|policy|appointment|booking|reservation|order|don't want to|didn't|did not|never)\b/i,
      title: 'The customer wants to leave',
      advice: 'Do not argue yet. Ask: “What has happened that made you think of leaving?”',
      instead: {
        said: /\b(?:not using|don't use|outages?|down|unacceptable|no help|disappointing|fail\w*|los(?:t|ing)|charged|no one|nobody|never|nothing|keeps?|acceptable|ridiculous|fed up|problems?|issues?|slow|drop\w*|incorrect\w*|intermittent|unresolved|hasn't|haven't|no (?:\w+ )?(?:response|resolution|solution)|disgrace|terrible|expensive|not happy|unhappy|disappoint\w*|frustrat\w*)\b/i,
        advice: 'Take up the reason before the wish: “I am sorry. Let me put that right first, and then you decide.”',
      },
    },
  ],
  objection: [
    {
      sounds: anyOf(
        "(?:not|isn't|aren't|never) (?:\\w+ )?interested|(?:don't|do not) (?:\\w+ )?need (?:it|this|that|another|any|one|a new|your)|(?:no|not any) (?:need|interest) (?:for|in)",
      ),
      unless: /\b(?:only|just|more|if)\b/i,
      title: 'They say no',
      advice: 'Do not pitch on. Ask once: “Is it the subject or the moment that does not fit?”, and accept a second no.',
    },
    {
      sounds: anyOf(
        "(?:not|isn't|aren't|wasn't|never) (?:\\w+ )?(?:convinced|persuaded)",
        "(?:not (?:\\w+ )?(?:sure|certain)|don't (?:know|think)|hard to (?:see|believe))[^.?!]{0,25} (?:need|worth|right (?:fit|for)|will work|would work|works? for|be right|makes? sense|for us|for me|a fit|fits?|help(?:s|ful)?|productive)",
        "(?:don't|do not) (?:\\w+ )?(?:see (?:the (?:value|point|benefit|difference)|why|how)|believe|trust) ?(?:it|that|this|we|you|i)?",
        'skeptical|sceptical|hesitant|hesitation|on the fence|too good to be true|(?:have|having|got|my|our) (?:\\w+ )?doubts',
        'why (?:would|should) (?:i|we) (?:pay|switch|change|buy|choose|trust|go with|spend|do)',
      ),
      unless:
        /\b(?:don't need to worry|not sure (?:how to|what|where|when|which|who)|was (?:skeptical|sceptical|hesitant)|if you don't need|no doubts?)\b/i,
      isAboutOffer: true,
      title: 'They doubt it',
      advice: 'Ask before you answer: “What would you have to see to be sure?”',
    },
    {
      sounds: anyOf(
        `(?:worr(?:y|ies|ied|ying)|concern(?:s|ed|ing)?|nervous|afraid|scared|uneasy|fear)\\b[^.?!]{0,60}\\b${OFFER_PART}`,
        `(?:the|your|that|this) (?:\\w+ )?${OFFER_PART}\\b[^.?!]{0,30} (?:is|are) (?:\\w+ )?(?:concerning|worrying|my (?:\\w+ )?(?:concern|worry)|our (?:\\w+ )?(?:concern|worry)|a (?:\\w+ )?(?:concern|worry))`,
      ),
      unless:
        /\b(?:no (?:more |other )?(?:concerns?|worries)|not (?:\w+ )?(?:worried|concerned)|less (?:worried|concerned)|don't worry|(?:address|any) (?:\w+ )?concerns?|that's (?:our|my|the) concern solved|was (?:worried|concerned)|thank|might be switching|may be switching)\b/i,
      isAboutOffer: true,
      title: 'A worry',
      advice: 'Ask: “What is the worst that could happen there?”, then name a customer who had the same worry.',
    },
    {
      sounds: anyOf(
        "(?:need|want|have|like|going|will|'ll|let (?:me|us|my \\w+)) (?:\\w+ )?(?:to )?(?:\\w+ )?(?:think|sleep)(?: \\w+)? (?:about it|about this|about that|it over|this over|on it)|(?:need|want|like|take|have) (?:some |a bit of |a little |more )?time to (?:think|decide|consider)|(?:i|we)(?:'ll| will)? (?:get|come) back to you|(?:i|we)(?:'ll| will) (?:let you know|be in touch)|(?:not|isn't|aren't) (?:\\w+ )?ready to (?:commit|decide|sign|buy|make)",
      ),
      unless:
        /\b(?:when you think|if you think|if i|anything else|of ?course|(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|this afternoon|next week)\b/i,
      title: 'They put the decision off',
      advice: 'Ask: “Which point do you still have to think through?”, and agree on a day to speak again.',
    },
    {
      sounds: anyOf(
        "(?:haven't|have not|hasn't|never|didn't) (?:\\w+ )?(?:found|find|seen|see) (?:anything|one|a (?:\\w+ )?(?:solution|tool|provider|product)|any)[^.?!]{0,30}",
      ),
      unless: /\b(?:wrong|error|issue|problem|email|charge|message)\b/i,
      title: 'Nothing has fitted so far',
      advice: 'Ask before you present: “What was missing in the ones you looked at?”',
    },
    {
      sounds: anyOf(
        "(?:tried|used|had|bought|invested in)\\b[^.?!]{0,40}\\b(?:before|in the past|last (?:year|time)|previously|similar|something like|another (?:tool|vendor|provider|company|system))\\b[^.?!]{0,60}\\b(?:didn't|did not|wasn't|weren't|nobody|no one|failed|disappoint\\w*|disaster|nightmare|mess|failure)",
        "(?:got|been|were|was) (?:burned|burnt|let down|misled)|bad experiences?|didn't (?:really )?(?:work (?:out )?(?:for us|last time|well)|go well|stick)",
      ),
      title: 'A bad experience',
      advice: 'Ask: “What went wrong then, and what has to be different this time?”',
    },
    {
      sounds: anyOf(
        "(?:that|this|it|which)(?:'s| is| all| just| still| really| also)* ?(?:sounds?|seems?|looks?|feels?)? ?(?:like |just |all |a |very |too |quite |pretty |rather |so |a bit |really )*(?:complicated|complex|difficult|risky|overwhelming|a lot of work|too much work|time-consuming)|(?:steep|big) learning curve|(?:my|our) (?:team|people|reps|staff)[^.?!]{0,20} (?:won't|will never|hate|resist|push back)",
      ),
      unless: /\b(?:not|isn't|doesn't (?:sound|seem|look)|less|wasn't)\b/i,
      isSoft: true,
      title: 'It looks difficult to them',
      advice: 'Ask: “Which part looks difficult?”, then tell how another customer began.',
    },
    {
      sounds: anyOf(
        "(?:happy|satisfied|fine|content|good|okay|ok) with (?:our|my|the|what|who) (?:current|existing|present|we|i|\\w+ (?:provider|supplier|vendor|system|tool|agency|guy))|(?:we|i)(?:'ve)? already (?:have|use|got|work with) (?:a|an|someone|somebody|another|one|our own|something)|(?:runs|works|working|doing) (?:just )?fine",
      ),
      unless: /\b(?:but|not|aren't|isn't|problem|mess|struggl\w*|looking)\b/i,
      isAboutOffer: true,
      title: 'They have something already',
      advice: 'Do not compare yet. Ask: “If you could change one thing about it, what would it be?”',
    },
  ],
  competitor: [
    {
      sounds: anyOf(
        `(?:quot(?:ed|es|ing)|offer(?:ed|ing|s)?|charg(?:es|ed|ing)|came in (?:at|with))\\b[^.?!]{0,40}(?:${MONEY} ?(?:%|percent|k\\b|l\\b|per|a |an |off|/)|[$€£₹] ?\\d|cheaper|less than|lower|for free)`,
      ),
      unless:
        /\b(?:you(?:'re|'ve| are| have)? (?:\w+ )?(?:offer\w*|quot\w+|charg\w+|came|said)|your (?:offer|quote|price)|(?:i|we)(?:'re| were| was|'ve been| got)? charged)\b/i,
      title: 'They name a rival offer',
      advice: 'Compare the whole, not the number: “What does that price include, and for how long does it hold?”',
    },
    {
      sounds: anyOf(
        "(?:we|i)(?:'re|'ve| are| have|'m| am)? (?:also |still |already |been |currently |actually )*(?:looking (?:at|into)|talk(?:ing|ed) (?:to|with)|speaking (?:to|with)|evaluat(?:e|ing|ed)|consider(?:ing)?|compar(?:e|ing)|meeting|shopping|narrowed)\\b[^.?!]{0,40}\\b(?:other|others|another|different|several|few|couple of|two|three|multiple|your|down to)\\b[^.?!]{0,30}(?:options|vendors?|solutions?|compan(?:y|ies)|providers?|suppliers?|competitors?|others|alternatives?|platforms?|tools|products|quotes|offers)|(?:shopping|look(?:ing)?) around|compar(?:e|ing) (?:you|it|this|that) (?:with|to|against)",
        '(?:got|have|had|received|getting) (?:\\w+ )?(?:other|another|second|third|better|competing|cheaper|lower) (?:\\w+ )?(?:offers?|quotes?|bids?|proposals?|price)',
        '(?:your|the) (?:main |biggest )?competit(?:ors?|ion) (?:is|are|has|have|offers?|does|said|told|can|quoted|promis\\w+)|cheaper (?:elsewhere|somewhere else|online)|go(?:ing)? (?:elsewhere|with someone else|with another)',
      ),
      unless:
        /\b(?:detect|mention(?:s|ed)? of|track|other companies see|different companies|(?:two|three|several|few) (?:teams|stores|branches))\b/i,
      title: 'They compare you with others',
      advice: 'Ask: “What do you like best there, and what is still missing?”',
    },
  ],
  price: [
    {
      sounds: anyOf(
        "(?:any|a|some|get|for|offer|give|do|have|about) (?:\\w+ )?(?:discounts?|better (?:price|deal|rate)|(?:price )?reduction)|come down|(?:wiggle )?room (?:on|in|for) (?:the )?(?:price|pricing|negotiat\\w+)|(?:can|could|would|will) you (?:\\w+ )?(?:match|beat|lower|reduce|waive|sweeten|do better)|knock \\w+ off|(?:is that|what's|is this|what is) (?:the|your) (?:best|lowest|final|bottom)",
      ),
      unless: /\b(?:information|without|instead of|asked for|they|prospect|correct|we agreed|i'd rather)\b/i,
      title: 'They ask for a better price',
      advice: 'Trade it, do not give it: “If I find a way, what can you commit to in return, and when?”',
    },
    {
      sounds: anyOf(
        "(?:limited|tight|small|fixed|no|frozen) (?:\\w+ )?budgets?|budgets? (?:is|are|'s|was|were|got|has been)(?: \\w+)? (?:tight|limited|frozen|cut|gone|spent|small|an issue|a problem|a concern)|(?:don't|do not|doesn't) have (?:the|a|any|much|enough|that kind of)(?: \\w+)? ?(?:budget|money|funds)|(?:financial|budget) constraints?",
      ),
      unless: /\b(?:our customers|their budget|was approved)\b/i,
      title: 'The budget is small',
      advice: 'Ask: “What range did you set aside, and what must it solve for you?”',
    },
    {
      sounds: anyOf(
        `(?:worried|concerned|concern|worry|nervous|hesitant|problem|issue|sticking point) (?:is |about |with |over )(?:mostly |mainly |just |really )?${COST}|${COST} (?:is|are|'s) (?:\\w+ )?(?:concerning|worrying|my (?:\\w+ )?concern|a (?:\\w+ )?concern)`,
        "too (?:\\w+ )?(?:expensive|pricey|steep|much (?:money|to (?:pay|spend)|for (?:us|me|that|this)))|(?:price|cost|quote|fee|that|it)(?:'s| is| was| seems| are)?[^.?!]{0,12} too high|(?:significantly|much|a bit|a little|quite a bit|way|considerably) higher|(?:quite|pretty|very|rather|a bit|a little|so|really|significantly|way|kind of|that's|it's|is|seems?|sounds?) (?:a bit |a little |quite |pretty |rather |very |so )?(?:expensive|pricey|steep|costly|more expensive)|(?:more|higher|steeper) than (?:what )?(?:we|i)(?:'ve|'d|'re)? ?(?:were |was |had |have |are )?(?:hop\\w+|expect\\w+|budget\\w+|plann\\w+|want\\w+|thought|thinking|anticipat\\w+|currently|pay\\w*|used)|(?:over|above|beyond|outside|out of|exceeds) (?:of )?(?:our|my|the) (?:\\w+ )?(?:budget|price range|range)|(?:can't|cannot|couldn't) (?:\\w+ )?(?:afford|justify)(?! to\\b)|stretch(?:es|ing)? (?:our|my|the) budget|(?:a lot|that much|so much) of money|that(?:'s| is) a lot (?:of money|for|to)|sticker shock|price (?:point )?(?:is|seems|feels|still) (?:\\w+ )?(?:high|steep|the (?:issue|problem|blocker))",
      ),
      unless: FITS,
      isAboutOffer: true,
      title: 'The price does not fit yet',
      advice: 'Do not defend it yet. Ask: “What had you planned to spend, and what do you compare it with?”',
      instead: FIGURE,
    },
    {
      sounds: anyOf(
        "(?:that's|that is|it's|it is|such) (?:quite |still |really |certainly )?a (?:\\w+ )?(?:big|significant|huge|serious|large|substantial|hefty|major) (?:\\w+ )?(?:investment|expense|price tag|chunk|sum|number)|(?:a lot|more) (?:for|than) (?:us|we) [^.?!]{0,20}",
      ),
      unless: FITS,
      isSoft: true,
      isAboutOffer: true,
      title: 'The price does not fit yet',
      advice: 'Do not defend it yet. Ask: “What had you planned to spend, and what do you compare it with?”',
      instead: FIGURE,
    },
  ],
  decision_maker: [
    {
      sounds: anyOf(
        `(?:talk|speak|check|discuss|run|clear|consult|go over|review|share|confer|take|bring)(?: (?:it|this|that|these|everything|things))?(?: (?:all|back|over|again|first))? (?:with|to|by|past) (?:my|our|the) (${SOMEBODY})`,
        `(?:need|have|want|would have|got) to (?:ask|convince|involve|include|consult|persuade|get|loop in|bring in|sell) (?:it to |this to )?(?:my|our|the) (${SOMEBODY})`,
        `(?:my|our|the) (${SOMEBODY}) (?:\\w+ )?(?:has to|needs to|must|will have to|would have to|will want to|wants to|makes?|has the final|decides|would need|will need|will ask|is going to ask) ?(?:approve|sign|decide|agree|see|the (?:final )?(?:call|decision)|say|convinc\\w+|be (?:involved|convinced)|why|proof|evidence|\\w+)?`,
        `(?:not (?:just |only )?my (?:call|decision)|(?:can't|cannot) (?:decide|sign|approve) (?:this |that |it )?(?:alone|myself|by myself|on my own))`,
      ),
      unless:
        /\b(?:already (?:approved|bought in|on board|talked|spoken|agreed)|bought in|on the call|joins? us|here (?:today|with)|decision is mine|wanted to have)\b/i,
      title: 'Somebody else decides too',
      advice: 'Offer to help: “Shall we take 15 minutes together with $1, so that I can answer their questions?”',
    },
  ],
  timing: [
    {
      sounds: anyOf(
        "not (?:right |just )?now\\b(?! (?:that|but))|(?:bad|wrong|not (?:a|the) (?:good|right|best|great)) time(?! to)|(?:wait|hold off|postpone|put (?:it|this) off|push (?:it|this)(?: back)?)[^.?!]{0,20} (?:until|till|to|for) (?:next|after|the|q[1-4]|january|spring|summer|fall|autumn|winter)|(?:put(?:ting)? (?:it|this|that|everything) on hold|no rush|not a priority|not urgent|circle back|revisit (?:it|this)|(?:call|try|contact) (?:me|us)(?: back)? (?:in|next) (?:\\w+ )?(?:months?|year|quarter))|maybe (?:next (?:year|quarter|month)|later)|(?:i'm|we're|i am|we are) (?:\\w+ )?(?:in the middle of|too busy|swamped|busy (?:right now|at the moment))",
      ),
      title: 'They want to wait',
      advice: 'Ask: “What will be different then, and what does it cost you until then?”',
    },
    {
      sounds: anyOf(
        `(?:need|want|have to|must|has to|got to)\\b[^.?!]{0,50}\\b(?:by|before|no later than|in time for|ahead of) ${DATE}`,
        `(?:by|before) ${DATE}[^.?!]{0,30}\\b(?:or|otherwise|we (?:miss|lose)|i (?:miss|lose)|at the latest)`,
        `(?:hard |strict |tight |our |my |the |a )(?:\\w+ )?deadline|(?:contract|lease|agreement|license|renewal) (?:ends|expires|is up|runs out|is due)|(?:miss|lose)\\b[^.?!]{0,30} (?:deadline|season|quarter|targets?)|can't (?:wait|be (?:down|without))`,
        `(?:start|live|running|in place|ready|done|moving|installed|delivered)\\b[^.?!]{0,25} (?:within|in) the next [\\w-]+ (?:days|weeks|months)`,
      ),
      unless:
        /\b(?:revenue|arr|million|we used|you (?:can|could|will)|can you|could you|will you|i'll|we'll (?:send|share|get|provide|have)|let me|send|back to you|hard stop|talk|speak|email|proposal|call)\b/i,
      title: 'A date is at stake',
      advice: 'Plan back from it: “To be ready by then, what has to be decided, and by when?”',
    },
  ],
  buying_signal: [
    {
      sounds: anyOf(
        "what(?:'s| is| are| would be| would)? (?:the )?(?:our )?next steps?|what happens next|where do (?:we|i) go from here|how do (?:we|i) (?:get started|start|sign up|proceed|move forward|order|begin)|where do (?:we|i) sign|what do you need from (?:us|me) to",
      ),
      title: 'They ask how to go on',
      advice: 'Answer with a day: “Let us book it now. Does Tuesday or Thursday suit you, and who should join?”',
    },
    {
      sounds: anyOf(
        'how (?:soon|quickly|fast) (?:can|could|would) (?:we|you|i|it|they)[^.?!]{0,20} (?:start|begin|deliver\\w*|install\\w*|get|go|come|be|set|ship|have)|when (?:can|could) (?:we|i|you|they)[^.?!]{0,12} (?:start|begin|sign|deliver|install|get|come|ship|see|schedule|do (?:that|it|this))|(?:earliest|soonest) (?:you|we|i) (?:can|could)',
      ),
      isProposalMissing: true,
      title: 'They ask when it can begin',
      advice: 'Name the earliest day and ask for it: “Shall I reserve that for you now?”',
    },
    {
      sounds: anyOf(
        '(?:send|email|forward|get|share) (?:me|us|over|it|that|those|them)(?: over)? ?(?:the|a|an|some|your|those|more)? ?(?:\\w+ )?(?:contract|quote|proposal|agreement|order form|offer|information|info|details|deck|brochure|pricing|materials|something|case stud\\w+|examples?|over)',
      ),
      unless:
        /\b(?:(?:i|we)(?:'ll| will| can|'ve| have) (?:\w+ )?(?:send|sent|share|get|forward|email)|(?:by|on|before|until) (?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|password|link|code|reset|invoice|receipt|emails?|if you)\b/i,
      isProposalMissing: true,
      title: 'They want something sent',
      advice: 'Tie it to a day: “You will have it today. When shall we go through it together?”',
    },
    {
      sounds: anyOf(
        "(?:i'd|we'd|i would|we would|want|let's|love) (?:\\w+ )?(?:like )?(?:to )?(?:see|book|schedule|arrange|set up|try|do) (?:a|the|another|your|it|that) ?(?:\\w+ )?(?:demo|demonstration|trial|pilot|visit|meeting|call|test|out|walk-?through|tour)",
      ),
      unless: /\b(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|at \d|don't|not)\b/i,
      isProposalMissing: true,
      title: 'They ask to see it',
      advice: 'Fix it now: “Does Tuesday or Thursday suit you, and who should be there?”',
    },
    {
      sounds: anyOf(
        "(?:let's|we should|i'd like to|we'd like to|i would like to|we would like to|(?:i'm|we're|i am|we are) (?:\\w+ )?(?:ready|happy|prepared) to|want to|interested in) (?:\\w+ )?(?:do it|do this|go ahead|go for it|get started|getting started|move forward|moving forward|sign(?: up)?|proceed|proceeding|order|give it a (?:try|shot))|(?:we|i)(?:'ll| will) take (?:it|one|two|three)|sign (?:me|us) up|count (?:me|us) in|(?:i'm|we're|i am|we are) sold",
      ),
      unless:
        /\b(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|at \d|before (?:we|i)|if (?:we|i|you|it)|not|don't|but|once|what)\b/i,
      isProposalMissing: true,
      title: 'They say yes',
      advice: 'Stop selling. Confirm in one sentence what they get, what it costs and when it begins.',
    },
    {
      sounds: anyOf(
        "(?:that's|this is|it's|that is) (?:exactly |just |really )?what (?:i|we)(?:'re|'ve been|'m| are| have been)? (?:need(?:ed)?|want(?:ed)?|looking for|hoping for|been looking for)|(?:that's|this is) the kind of [^.?!]{0,30}(?:we|i)(?:'re|'m| are| am)? (?:need|want|looking for)|(?:i'm|we're|i am|we are) (?:\\w+ )?(?:impressed|definitely interested|very interested)|game[- ]changer",
      ),
      unless: /\b(?:if (?:we|i|you|it)|not|don't|but|once|why)\b/i,
      isProposalMissing: true,
      isSoft: true,
      title: 'They like it',
      advice: 'Ask while it is fresh: “What would have to happen on your side to go ahead with it?”',
    },
  ],
};

/** Characters of a turn that are looked at, from its end. */
const READ = 2_000;
const NO_END = 200;
const SENTENCE_END = /[.!?…]["”')\]]*(?=\s|$)|\n/g;

/** The sentence around a place of a text; of speech without punctuation, the words around it. */
function sentenceAround(text: string, from: number, to: number): { readonly text: string; readonly at: number } {
  const before = Math.max(0, from - NO_END);
  const start = [...text.slice(before, from).matchAll(SENTENCE_END)].at(-1);
  const begin = start ? before + start.index + start[0].length : before === 0 ? 0 : before + text.slice(before).search(/\s|$/);
  const after = text.slice(to, to + NO_END);
  const end = after.search(/[.!?…]["”')\]]*(?:\s|$)|\n/);
  const stop = end === -1 ? (after.length < NO_END ? text.length : to + after.lastIndexOf(' ')) : to + end + 1;
  return { text: text.slice(begin, Math.max(stop, to)), at: from - begin };
}

const LONGEST_QUOTE = 12;

/** At most twelve words of a sentence, those at `at` among them. */
function quoteOf(sentence: string, at: number, length: number): string {
  const words = [...sentence.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ word, index }));
  const first = Math.max(
    0,
    words.findLastIndex(({ index }) => index <= at),
  );
  const last = words.findLastIndex(({ index }) => index < at + length);
  const spare = Math.max(0, LONGEST_QUOTE - (last - first + 1));
  const fitsFrom = words.length <= LONGEST_QUOTE ? 0 : Math.max(0, Math.min(first - Math.floor(spare / 2), words.length - LONGEST_QUOTE));
  const chosen = words.slice(fitsFrom, fitsFrom + LONGEST_QUOTE);
  const quote = chosen
    .map(({ word }) => word)
    .join(' ')
    .replace(/^[“"'([]+|[”")\],;:–—-]+$/g, '');
  return `${fitsFrom > 0 ? '…' : ''}${quote}${fitsFrom + LONGEST_QUOTE < words.length ? '…' : ''}`;
}

/** At most twelve words around a place of a text. */
export function quoteAt(text: string, at: number, length: number): string {
  const sentence = sentenceAround(text, at, at + length);
  return quoteOf(sentence.text, sentence.at, length);
}

/** What was said, without markup and with plain apostrophes. */
const spokenIn = ({ text }: CountedTurn): string =>
  text
    .slice(-READ)
    .replace(/[’‘ʼ]/g, "'")
    .replace(/\*[^*\n]{1,80}\*(?!\*)/g, ' ')
    .replace(/[*`_]+/g, '');

/** What a card shows. */
export interface Card {
  readonly words: string;
  readonly text: string;
}

const NAMED = /^(?:it department|finance|procurement|purchasing|legal|management|leadership)$/i;

/** Who is to be asked, as the rep would say it to the customer. */
function addressed(found: RegExpExecArray): string {
  const who = found.slice(1).find((group) => group !== undefined);
  if (who === undefined) return 'the others';
  const article = found[0].toLowerCase().includes(`the ${who.toLowerCase()}`) && !NAMED.test(who) ? 'the' : 'your';
  return `${article} ${who}`;
}

const CHECK =
  /\b(?:sounds?|think of|think about|feel about|make sense|align|interested|holding|would you|shall|hesitat\w+|any (?:\w+ )?(?:concerns?|questions?|worries|thoughts|doubts)|worth|work for you|ready|move forward|help(?:ful)?)\b/i;

/** Questions about what the customer has today: what is dear or difficult there is not the offer. */
const SITUATION =
  /\b(?:current(?:ly)?|today|challenges?|how (?:many|much|long)|average|struggl\w+|process|right now|at the moment|tell me about|setup|handle|going on)\b/i;

/** What happened around a turn of the customer. */
interface Situation {
  /** The question the rep asked right before; null where the rep asked none. */
  readonly question: string | null;
  /** Whether the rep has just proposed what comes next. */
  readonly isProposed: boolean;
  /** Finds the name of a competitor; null where none is known. */
  readonly competitor: RegExp | null;
}

/** The card of a rule for a turn of the customer; null where there is none. A competitor’s name counts as an offer to be compared with. */
export function cardOf(rule: CardRule, turn: CountedTurn, { question, isProposed, competitor }: Situation): Card | null {
  const text = spokenIn(turn);
  const endsInQuestion = (turn.passages.at(-1)?.questions ?? 0) > 0;
  const isOwnSituation = question !== null && !CHECK.test(question) && (rule !== 'price' || SITUATION.test(question));
  // "Not right now" answers whether anything is left to ask.
  if (rule === 'timing' && question !== null && /\b(?:questions?|anything else|concerns?)\b/i.test(question)) return null;
  for (const { sounds, unless, isProposalMissing, isSoft, isAboutOffer, title, advice, instead } of CUES[rule]) {
    if ((isProposalMissing && isProposed) || (isSoft && endsInQuestion) || (isAboutOffer && isOwnSituation)) continue;
    for (const found of text.matchAll(sounds)) {
      const sentence = sentenceAround(text, found.index, found.index + found[0].length);
      if (unless?.test(sentence.text)) continue;
      const words = quoteOf(sentence.text, sentence.at, found[0].length);
      const act = instead?.said.test(text) ? instead.advice : advice.replace('$1', addressed(found));
      return { words, text: `${title}: “${words}” ${act}` };
    }
  }
  const named = rule === 'competitor' ? competitor?.exec(text) : null;
  if (!named) return null;
  const words = quoteAt(text, named.index, named[0].length);
  return { words, text: `They name ${named[0]}: “${words}” Ask: “What do you like best there, and what is still missing?”` };
}
