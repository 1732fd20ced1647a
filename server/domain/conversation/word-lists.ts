// What is listened for. Each list is what a person would mark with a pencil; the tests mark by hand.

/** Noises and words that fill a pause. */
export const FILLERS =
  /\b(?:um+|uh+|erm*|ehm|hmm+|you know|i mean|sort of|kind of|basically|literally|actually|like,|so yeah)(?![\p{L}])/giu;

/** Words of somebody who only listens: they interrupt nobody. */
export const BACK_CHANNEL =
  /^(?:(?:yes|yeah|yep|yup|right|ok|okay|sure|mhm|mm-?hm+|uh-?huh|hmm+|i see|exactly|got it|of course|absolutely|true|great|good|no|oh|ah|wow|really|correct|perfect|cool|nice|indeed)[\s,.!?-]*){1,5}$/i;

/** Words by which a customer shows that something reached them. */
export const REACTIONS =
  /\b(?:oh|wow|really|interesting|great|nice|perfect|exactly|absolutely|good (?:point|question|idea|to know)|i (?:see|like|love)|makes sense|that(?:'s| is| would be) (?:good|great|helpful|useful|right|true|interesting|a problem|not)|sounds (?:good|great|right|like)|tell me|what (?:about|if)|how (?:about|come)|hmm+|not sure|i don't (?:know|think))\b/i;

/** A question that asks for more than yes or no. */
export const OPEN_QUESTION = /\b(?:what|which|who|whose|when|where|why|how|tell me|walk me through|describe|explain)\b/i;

/** What a call can touch that matters to a deal. */
export const TOPICS = {
  price:
    /\b(?:price[sd]?|pricing|cost[s]?|costly|expensive|cheap(?:er)?|budget|discount|afford|quote[ds]?|fee[s]?|per month|a month|\$ ?\d|\d+ (?:dollars|euros|pounds))\b|\$ ?\d/i,
  competitor:
    /\b(?:competitor[s]?|another (?:offer|quote|vendor|supplier|provider|company)|other (?:vendors?|suppliers?|providers?|offers?|quotes?)|someone else|elsewhere|switch(?:ing)? (?:from|to)|compared (?:to|with)|alternative[s]?|currently (?:use|using|with)|we (?:use|have) \p{Lu}\p{L}+)\b/u,
  timing:
    /\b(?:deadline|by when|how (?:soon|long|quickly)|when (?:can|could|will|would)|timeline|time frame|next (?:week|month|quarter|year)|this (?:week|month|quarter|year)|by (?:monday|tuesday|wednesday|thursday|friday|the end|january|february|march|april|may|june|july|august|september|october|november|december)|not (?:right )?now|too (?:early|late|soon)|urgent(?:ly)?|asap)\b/i,
  decision_maker:
    /\b(?:my (?:boss|manager|director|partner|team|wife|husband|ceo|cfo|cto)|the (?:board|ceo|cfo|cto|owner|committee|management)|(?:sign|signs|signed) (?:off|it off)|approv(?:e|al|ed)|decision[- ]maker|who decides|decide(?:s|d)?|not my (?:call|decision)|talk (?:it over|to my)|check with|run it by|get (?:buy-?in|the okay))\b/i,
  objection:
    /\b(?:too (?:expensive|high|much|complicated|slow|big|small|risky)|not (?:sure|convinced|interested|happy|ready|worth)|don't (?:need|see|think|want|believe|trust)|worried|concern(?:s|ed)?|problem is|but (?:we|i) |hesitant|no budget|can't (?:afford|justify)|already have|why (?:would|should) (?:i|we))\b/i,
  next_step:
    /\b(?:next step[s]?|follow(?:ing)? up|i(?:'ll| will| can) (?:send|call|email|mail|book|schedule|prepare|get back|come back|put together|share|check|arrange)|we(?:'ll| will) (?:send|call|schedule|talk|speak|meet|book)|let(?:'s| us) (?:schedule|meet|talk|book|set up|speak|plan|put)|(?:send|book|schedule) (?:me|us|a|an|the|you)|talk (?:on|tomorrow|next)|speak (?:on|tomorrow|next)|see you (?:on|then|tomorrow|next)|calendar invit\w+)\b/i,
} as const;

/** Something of a call that matters to a deal. */
export type Topic = keyof typeof TOPICS;
