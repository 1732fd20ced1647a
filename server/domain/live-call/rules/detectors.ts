import type { CoachingRuleKey } from '#contract/coaching-rule.ts';
import type { CountedTurn } from '#domain/conversation/counted-turns.ts';
import { interrupting, type Party, sum, type TimedTurn } from '#domain/conversation/measure.ts';
import { feelingOf } from '#server/language/sentiment.ts';
import {
  asks,
  type CallSnapshot,
  currentRun,
  currentSecond,
  type Detection,
  type Detector,
  formatSeconds,
  isSupportCall,
  LAST_WORDS,
  plain,
  pluralize,
  ROUNDING,
  recentTalkTime,
  recentTurnsOf,
  speakingSeconds,
  turnsFromLast,
} from './call-snapshot.ts';
import { type CardRule, cardOf, quoteAt } from './cards.ts';

/** Seconds of speech in which the share has to be too high, and before which the rule is silent. */
const TALK_WINDOW = 60;

const percent = (share: number): number => Math.round(share * 100);

/** What the customer says who wants to listen: the rep was asked to tell or to show. */
const INVITES =
  /\b(?:show|walk|take|talk) (?:me|us)\b|\b(?:tell|explain|elaborate|describe|remind|go ahead|go on|let's (?:see|talk|look|hear|dive|start)|(?:like|love|want|curious|interested) to (?:see|hear|know|learn)|hear more)\b|^\W*(?:yes|yeah|sure|ok(?:ay)?|please|absolutely|of course|sounds (?:good|great)|definitely)\b/i;

/** Whether nobody asked anything, and the customer did not invite the rep to talk, in the last seconds of the talk and in the turn before them. */
function isUnasked(snapshot: CallSnapshot, seconds: number): boolean {
  let remaining = seconds;
  for (const { turn } of turnsFromLast(snapshot)) {
    if (turn.speaker === 'rep' ? asks(turn) : turn.speaker === 'customer' && (turn.questions > 0 || INVITES.test(turn.text))) return false;
    if (remaining <= ROUNDING && turn.speaker === 'customer') return true;
    remaining -= speakingSeconds(snapshot, turn) ?? 0;
  }
  return true;
}

/** How many reps there are, by name. */
const repsIn = ({ turns }: CallSnapshot): number =>
  new Set(turns.flatMap(({ speaker, name }) => (speaker === 'rep' ? [name ?? ''] : []))).size;

const ASK = 'Stop here and ask: “Which part of this matters most to you?”';

/** The rep's share, of the last minute of talk and of all of it: a rep who has started to listen gets no alert, nor one who was asked. */
const talkShare: Detector = {
  margin: 5,
  detect: (snapshot) => {
    if (snapshot.repShare === null || currentSecond(snapshot) < TALK_WINDOW) return [];
    const last = recentTalkTime(snapshot, TALK_WINDOW);
    if (last === null || isSupportCall(snapshot) || isAgreed(snapshot.turns) || !isUnasked(snapshot, TALK_WINDOW)) return [];
    const recent = last.rep / (last.rep + last.customer);
    const value = 100 * Math.min(recent, snapshot.repShare);
    const who = repsIn(snapshot) > 1 ? 'You and your colleagues' : 'You';
    return [{ value, turn: null, text: `${who} did ${percent(recent)}% of the talking in the last minute and asked nothing. ${ASK}` }];
  },
};

function detectLongRun(snapshot: CallSnapshot, textOf: (seconds: string) => string): readonly Detection[] {
  const run = currentRun(snapshot, 'rep');
  const seconds = run.reduce((sum, turn) => sum + (speakingSeconds(snapshot, turn) ?? 0), 0);
  return run[0] && seconds > 0 && !run.some(asks) ? [{ value: seconds, turn: run[0].index, text: textOf(formatSeconds(seconds)) }] : [];
}

/** A turn of the rep that goes on for long. */
const longTurn: Detector = {
  margin: 5,
  detect: (snapshot) => detectLongRun(snapshot, (seconds) => `You have been speaking for ${seconds}. ${ASK}`),
};

/** One that has become a monologue. */
const monologue: Detector = {
  margin: 5,
  detect: (snapshot) => detectLongRun(snapshot, (seconds) => `You have been speaking for ${seconds} on end. ${ASK}`),
};

/** The part of a turn after its last question, 0 to 1; null if it has no question. */
function afterQuestion({ passages, words, questions }: CountedTurn): number | null {
  if (questions === 0) return null;
  let wordsAfter = 0;
  for (const passage of passages.toReversed()) {
    if (passage.questions > 0) break;
    wordsAfter += passage.words;
  }
  return words === 0 ? 0 : wordsAfter / words;
}

/** The rep asks less once it is about the terms or about a repair, and a customer who asks is being answered. */
const isDiscovery = (snapshot: CallSnapshot): boolean =>
  !snapshot.turns.some(({ mentions }) => mentions.some(({ topic }) => topic === 'price')) &&
  !isSupportCall(snapshot) &&
  isUnasked(snapshot, TALK_WINDOW);

/** The time since the rep's last question, or since the call began. */
const noQuestion: Detector = {
  margin: 0,
  detect: (snapshot) => {
    if (!isDiscovery(snapshot)) return [];
    let hasRep = false;
    let since: { readonly seconds: number; readonly turn: number } | null = null;
    for (const { turn, ago } of turnsFromLast(snapshot)) {
      if (turn.speaker !== 'rep') continue;
      if (ago === null) return [];
      hasRep = true;
      const part = afterQuestion(turn);
      if (part === null) continue;
      since = { seconds: ago + part * (speakingSeconds(snapshot, turn) ?? 0), turn: turn.index };
      break;
    }
    const { seconds, turn } = since ?? { seconds: currentSecond(snapshot), turn: null };
    return hasRep
      ? [
          {
            value: seconds,
            turn,
            text: `You have asked nothing for ${formatSeconds(seconds)}. Ask: “How do you do this today, and what costs you most time?”`,
          },
        ]
      : [];
  },
};

/** From this fraction of the planned time on, the number of questions is measured. */
const LATE = 2 / 3;

/** The study is of discovery calls; a call back of three minutes does not need eleven questions. Seconds. */
const DISCOVERY = 900;

/** The rep's questions, late in a call that was planned to be long. */
const fewQuestions: Detector = {
  margin: 0,
  detect: ({ repQuestions, seconds, plannedSeconds }) => {
    if (repQuestions === null || plannedSeconds === null || plannedSeconds < DISCOVERY || seconds < plannedSeconds * LATE) return [];
    return [
      {
        value: repQuestions,
        turn: null,
        text: `Only ${pluralize(repQuestions, 'question')} so far. Ask before you close: “What have we not spoken about that matters to you?”`,
      },
    ];
  },
};

/** How long a card stays, and how long after a mention it is still worth a new one, in seconds: later the talk has moved on. */
const RECENT = 120;
const FRESH = 20;
/** Words of the rep after which the customer has been answered, so that a card would come too late. */
const ANSWER = 8;
/** When the planned length is unknown: the usual 150 words a minute. */
const SECONDS_A_WORD = 0.4;

const AGREED =
  /\b(?:we have a deal|it's a deal|(?:i|we)(?:'ll| will) take (?:it|them|that)|where do (?:i|we) sign|sign me up|(?:let's|we'll|i'll|ready to|happy to|like to) (?:do it|go ahead|sign|proceed|place the order)|consider it (?:done|signed)|(?:is|'s|be) the way to go|(?:i|we)(?:'ll| will) go with|(?:just |already )signed|(?:price|terms?|deal) (?:is|are|'s) (?:locked|agreed|settled|final))\b/i;
/** Whether the customer has said yes: what comes after is about how, and no longer about whether. */
const isAgreed = (turns: readonly CountedTurn[]): boolean =>
  turns.some(({ speaker, text }) => speaker === 'customer' && AGREED.test(plain(text)));

const PROPOSES =
  /\b(?:shall (?:we|i)|let(?:'s| us)|how about|what about|why don't (?:we|i)|would you (?:like|be (?:open|interested|available))|(?:can|could|may) (?:we|i)|are you (?:free|available)|(?:does|would|how's|is) (?:\w+ ){0,4}(?:work|suit|good)|i(?:'d| would) (?:like|love|suggest|propose)|i(?:'ll| will) (?:send|set|book|schedule|email|call)|the next step)\b[^.?!]{0,80}\b(?:schedul\w*|meet\w*|call|demo|pilot|trial|book|visit|send|email|proposal|contract|appointment|start|sign|(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|next week|this week|next step)/i;
/** Turns of the rep in which a proposal still stands. */
const PROPOSAL_TURNS = 2;

/** Rules that hold in a support call as well: the others sell. */
const IN_SUPPORT: ReadonlySet<CardRule> = new Set<CardRule>(['cancellation']);
/** Rules that mean nothing once the customer has said yes. */
const BEFORE_YES: ReadonlySet<CardRule> = new Set<CardRule>(['price', 'competitor', 'timing', 'decision_maker', 'buying_signal']);

/** Turns before a mention that show what it answers. */
const CONTEXT = 12;

const wantedToLeave = (turns: readonly CountedTurn[]): boolean =>
  turns.some(
    (turn) => turn.speaker === 'customer' && cardOf('cancellation', turn, { question: null, isProposed: false, competitor: null }) !== null,
  );

/** One card per turn of the customer that deserves one, while the rep has not answered it. */
const topicCard = (topic: CardRule): Detector => ({
  margin: 0,
  detect: (snapshot) => {
    const found: Detection[] = [];
    let wordsAfter = 0;
    let answered = 0;
    for (const { turn, ago } of turnsFromLast(snapshot)) {
      const since = ago ?? wordsAfter * SECONDS_A_WORD;
      if (since > RECENT) break;
      wordsAfter += turn.words;
      if (turn.speaker === 'rep') answered += turn.words;
      if (turn.speaker !== 'customer' || turn.isBackChannel) continue;
      const at = snapshot.turns.lastIndexOf(turn);
      const before = snapshot.turns.slice(Math.max(0, at - CONTEXT), at);
      const replies = before.filter(({ speaker }) => speaker === 'rep');
      // Who orders at once wants to be served.
      if (topic === 'buying_signal' && !replies.some(({ words }) => words > ANSWER)) continue;
      const last = before.at(-1);
      const card = cardOf(topic, turn, {
        question: last?.speaker === 'rep' && asks(last) ? plain(last.text.slice(-LAST_WORDS)) : null,
        isProposed: replies.slice(-PROPOSAL_TURNS).some(({ text }) => PROPOSES.test(plain(text))),
        competitor: snapshot.competitorName ?? null,
      });
      if (card === null) continue;
      if (!IN_SUPPORT.has(topic) && isSupportCall(snapshot)) break;
      const earlier = snapshot.turns.slice(0, at);
      if (BEFORE_YES.has(topic) && isAgreed(earlier)) continue;
      // Who insists on leaving has been asked why.
      if (topic === 'cancellation' && wantedToLeave(earlier)) continue;
      found.push({ value: null, turn: turn.index, topic, ...card, easing: since > FRESH || answered > ANSWER });
    }
    return found;
  },
});

/** Seconds since anyone spoke. */
const silence: Detector = {
  margin: 0,
  detect: (snapshot) => {
    if (!snapshot.isTimed) return [];
    const lastWord = currentSecond({ ...snapshot, seconds: 0 });
    const value = snapshot.seconds - lastWord;
    return value > 0
      ? [{ value, turn: null, text: `Nobody has spoken for ${formatSeconds(value)}. Say what you are doing, or what comes next.` }]
      : [];
  },
};

const INTERRUPTION_WINDOW = 120;

/** The turns of the last seconds, and the one before them, which somebody may have cut into. */
function recentTurns(snapshot: CallSnapshot, seconds: number): readonly TimedTurn[] {
  const recent: TimedTurn[] = [];
  for (const { turn, ago } of turnsFromLast(snapshot)) {
    const { start, end, spans } = turn;
    if (start === null || end === null || ago === null) break;
    recent.unshift({ turn, start, end, spans: spans ?? [{ start, end }] });
    if (ago > seconds && !turn.isBackChannel) break;
  }
  return recent.toSorted((one, other) => one.start - other.start || one.turn.index - other.turn.index);
}

/** Recent interruptions by the rep. */
const interruptions: Detector = {
  margin: 1,
  detect: (snapshot) => {
    if (!snapshot.isTimed) return [];
    const from = (currentSecond(snapshot) - INTERRUPTION_WINDOW) * 1_000;
    const turns = interrupting({ timed: recentTurns(snapshot, INTERRUPTION_WINDOW) }).filter(
      ({ speaker, start }) => speaker === 'rep' && (start ?? 0) >= from,
    );
    const last = turns.at(-1);
    if (!last) return [];
    return [
      {
        value: turns.length,
        turn: last.index,
        text: `You cut in ${pluralize(turns.length, 'time')} in 2 minutes. Wait until they have finished, then count to two.`,
      },
    ];
  },
};

const MINUTE = 60;
/** No alert about pace or fillers once the rep has listened for this many seconds. */
const STILL_SPEAKING = 30;

const PACE_WINDOW = 30;

/** How fast the rep speaks just now. */
const pace: Detector = {
  margin: 10,
  detect: (snapshot) => {
    const recent = snapshot.isTimed ? recentTurnsOf(snapshot, 'rep', PACE_WINDOW) : null;
    if (recent === null || recent.seconds < PACE_WINDOW || recent.ago > STILL_SPEAKING) return [];
    const value = (MINUTE * sum(recent.turns, ({ words }) => words)) / recent.seconds;
    return [
      {
        value,
        turn: recent.turns.at(-1)?.index ?? null,
        text: `You speak ${Math.round(value)} words a minute. Slow down, and pause after each point.`,
      },
    ];
  },
};

const FILLER_WINDOW = 120;
/** Minimum seconds of the rep's talk to measure a habit by. */
const MIN_TALK = 60;

/** How many pauses the rep fills just now. */
const fillers: Detector = {
  margin: 1,
  detect: (snapshot) => {
    const recent = recentTurnsOf(snapshot, 'rep', FILLER_WINDOW);
    if (recent === null || recent.seconds < MIN_TALK || recent.ago > STILL_SPEAKING) return [];
    const value = (MINUTE * sum(recent.turns, (turn) => turn.fillers)) / recent.seconds;
    const text = `You use ${Math.round(10 * value) / 10} filler words a minute. Pause instead.`;
    return [{ value, turn: recent.turns.at(-1)?.index ?? null, text }];
  },
};

/** Sentiment is costly to compute; the last passages of a long turn show how the customer feels now. */
const PASSAGES = 6;
/** The highest threshold there is. */
const LONGEST_STREAK = 10;

function feelingOfTurn({ passages }: CountedTurn): 'negative' | 'neutral' | 'positive' {
  const scores = passages.slice(-PASSAGES).flatMap((passage) => passage.feelings().map(({ score }) => score));
  return scores.length === 0 ? 'neutral' : feelingOf(scores.reduce((sum, score) => sum + score, 0) / scores.length);
}

const ACKNOWLEDGES =
  /\b(?:sorry|apolog\w+|understand\w*|frustrat\w+|i hear you|(?:can|could) (?:only )?imagine|must (?:be|have been|feel)|you(?:'re| are) (?:absolutely |completely |quite )?right|(?:our|my) (?:fault|mistake)|shouldn't have|should not have|inconvenience|i (?:completely |totally )?get (?:it|that|why)|unacceptable|valid|makes sense|straight with me|appreciate you (?:being|telling|sharing))\b/i;

/**
 * Negative turns of the customer in a row, up to now, to which the rep has shown no sympathy, one of them with strong
 * words. What the customer answers to a question does not count. After one neutral turn a shown alert stays,
 * and no new one begins.
 */
const negativeStreak: Detector = {
  margin: 0,
  detect: (snapshot) => {
    const { turns } = snapshot;
    let streak = 0;
    let last: number | null = null;
    let easing = false;
    let isAngry = false;
    for (let at = turns.length - 1; at >= 0 && streak < LONGEST_STREAK; at -= 1) {
      const turn = turns[at];
      if (turn?.speaker === 'rep' && ACKNOWLEDGES.test(plain(turn.text))) break;
      if (turn?.speaker !== 'customer' || turn.isBackChannel) continue;
      const before = turns[at - 1];
      const feeling = feelingOfTurn(turn);
      if (feeling === 'negative' && before?.speaker === 'rep' && asks(before)) continue;
      if (feeling === 'negative') {
        isAngry ||= FRUSTRATIONS.some(([sounds]) => sounds.test(plain(turn.text.slice(-READ))));
        streak += 1;
        last ??= turn.index;
      } else if (feeling === 'neutral' && streak === 0 && !easing) easing = true;
      else break;
    }
    if (streak === 0 || !isAngry) return [];
    const text = `The customer sounded unhappy ${pluralize(streak, 'time')} in a row. Say: “I am sorry, that is not how it should be. Let me tell you what I do now.”`;
    return [{ value: streak, turn: last, text, easing }];
  },
};

/** What an angry customer says, what the rep should have answered, and whether it is a plain answer where the rep asked. */
const FRUSTRATIONS: readonly (readonly [sounds: RegExp, advice: string, isAnswer?: boolean])[] = [
  [
    /\b(?:(?:already|just) (?:told|explained|did|done|tried|gave|given|said|sent|been through)|(?:did|done|tried|told|explained) (?:all )?(?:that|this|it|you|them) (?:already|before|twice)|like i (?:said|told))\b/i,
    'Say: “You have done that already, I am sorry to ask again. I will go on from there.”',
    true,
  ],
  [
    /\b(?:(?:second|third|fourth|fifth|tenth|\d+(?:nd|rd|th)) (?:time|call)|(?:called|emailed|written|contacted|been told|transferred|waited|explained)\b[^.?!]{0,40}\b(?:times|twice|again|hours?|days|weeks)|(?:been )?(?:waiting|on hold) (?:for|since)|(?:nobody|no one|no-one) (?:\w+ )?(?:called|calls|helps?|helped|answers?|answered|fixed|told|responded|knows|can|has|came|seems))\b/i,
    'Say: “I am sorry that you had to come back to us. I will stay with this until it is solved.”',
  ],
  [
    /\b(?:ridiculous|unacceptable|not acceptable|absurd|are you serious(?:ly)?|(?:makes? no|doesn't make any) sense|not what i (?:paid|ordered|asked)|not my fault|your (?:mistake|fault|error)|ruined|inedible|outrag\w+|disgrace\w*|furious|fed up|sick (?:and tired )?of|waste of (?:my )?(?:time|money)|(?:so |very |really |getting |extremely |incredibly )(?:frustrat\w+|annoy\w+|disappoint\w+|upset|angry)|frustrating|terrible|horrible|awful|appalling|worst|what am i paying|losing (?:money|customers|business|sales)|costing (?:me|us)|worthless|useless|a joke|rip-?off|scam)\b/i,
    'Say: “I am sorry, I see what this costs you. Here is what I do now, and how long it takes.”',
  ],
];

const quoted = (text: string, words: RegExpExecArray): string => quoteAt(text, words.index, words[0].length);

/** A no that leaves the customer alone, and what makes it one that does not. */
const REFUSES =
  /\b(?:(?:nothing|not much|not anything) (?:\w+ )?(?:i|we) can (?:really )?do|(?:i|we) (?:can't|cannot|can not) (?:really )?(?:do (?:anything|that|much|more)|change|help (?:you )?with|verify)|(?:that's|it's|that is|those are|following) (?:just )?(?:our|the|my) (?:\w+ )?(?:policy|policies|process|procedure)|(?:i|we) don't (?:really )?(?:have the authority|do (?:that|refunds)|have a way|normally)|not (?:really )?how we do|don't know what (?:else )?(?:to tell you|you want)|not (?:my|our) (?:problem|department|fault)|these things happen|mistakes happen|what (?:the )?policy is|not sure what else|you'll (?:just )?have to wait|that's your choice|i don't think we do)\b/i;
const OFFERS =
  /\b(?:(?:but|what|here's what|instead|however|so)[^.?!]{0,15} (?:i|we) (?:can|will|could)|(?:i|we)(?:'ll| will| can) (?:offer|send|ask|check|call|credit|refund|escalate|arrange|have|get|transfer|make|see)|let me|would you like|alternatively|what about)\b/i;

/** Whether somebody who reads along could say that a reply is whole: it is long enough, or it hands over. */
const isReply = (run: readonly CountedTurn[]): boolean => run.reduce((sum, { words }) => sum + words, 0) >= REPLY || run.some(asks);

/** Trouble with us that the customer of a support call has told of with strong words and the rep passed over, or a bare no of the rep. */
const frustration: Detector = {
  margin: 0,
  detect: (snapshot) => {
    const run = currentRun(snapshot, 'rep');
    const first = run[0];
    if (!first || !isReply(run) || !isSupportCall(snapshot)) return [];
    const at = snapshot.turns.indexOf(first);
    const customer = runBefore(snapshot, at, 'customer');
    const repBefore = customer[0] ? runBefore(snapshot, snapshot.turns.indexOf(customer[0]), 'rep') : [];
    const reply = plain(run.map(({ text }) => text.slice(0, READ)).join(' '));
    const refusal = REFUSES.exec(reply);
    if (refusal && !OFFERS.test(reply)) {
      const words = quoted(reply, refusal);
      const text = `You said no and nothing else: “${words}” Say: “What I can do is bring in somebody who can solve this, and call you back today.”`;
      return [{ value: null, turn: first.index, words, text }];
    }
    if ([...run, ...repBefore].some(({ text }) => ACKNOWLEDGES.test(plain(text)))) return [];
    const wasAsked = repBefore.some(asks);
    for (const turn of customer.toReversed()) {
      const said = plain(turn.text.slice(-READ));
      for (const [sounds, advice, isAnswer] of FRUSTRATIONS) {
        const found = sounds.exec(said);
        if (!found || (isAnswer && wasAsked)) continue;
        const words = quoted(said, found);
        return [{ value: null, turn: turn.index, words, text: `You passed over “${words}” ${advice}` }];
      }
    }
    return [];
  },
};

/** Words of a reply that passes something over: fewer are only the beginning of one. */
const REPLY = 6;
/** Characters of a turn that are looked at. */
const READ = 2_000;

/** The turns of a party right before a place in the call. */
function runBefore({ turns }: CallSnapshot, at: number, party: Party): readonly CountedTurn[] {
  let from = at;
  while (from > 0 && turns[from - 1]?.speaker === party) from -= 1;
  return turns.slice(from, at);
}

const NUMBER_WORD =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|hundred|thousand|half|couple|few)\b/i;
/** What a question of the customer wants, and what an answer to it has. */
const WANTED: readonly { readonly asked: RegExp; readonly answered: RegExp; readonly advice: string }[] = [
  {
    asked:
      /\b(?:how much (?:is|are|does|do|would|will|for)|what(?:'s| is| are| does| do| would| will)\b[^.?!]{0,40}\b(?:cost|price|pricing|rate|fee|charge)s?\b|(?:the|your) (?:cost|price|pricing)\?)/i,
    answered:
      /[$€£₹%]|\b(?:free|no (?:extra |additional )?(?:cost|charge|fee)|included|percent|quote|send you|get back|let me (?:check|look|calculate|pull|see|find|ask)|depends on (?:the number|how many)|calculat\w+)\b/i,
    advice: 'They asked for a price and got none. Name a range now, or say when: “You will have the figure from me today.”',
  },
  {
    asked:
      /\b(?:how (?:long|soon|quickly|fast)\b(?! (?:have|has|is the|are the|did you|ago))|when (?:will|can|could|would|is|are|do|does) (?:i|we|you|it|they|the|this|that|my|our|someone|somebody)|what(?:'s| is) the (?:\w+ )?(?:timeline|time ?frame|lead time|turnaround|eta))\b/i,
    answered:
      /\b(?:second|minute|hour|day|week|month|quarter|year|today|tomorrow|tonight|now|soon|immediately|instant\w*|right away|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|morning|afternoon|evening|already|once|shortly|let me (?:check|look|see|find|ask)|real[- ]time|spring|summer|autumn|fall|winter|as soon as|get back|eod|am|pm)s?\b/i,
    advice: 'They asked when, and got no time. Give one, or say when: “I will tell you the exact time by tomorrow.”',
  },
];

/** Whether the rep puts the question back or asks for what the answer depends on. */
const unanswered: Detector = {
  margin: 0,
  detect: (snapshot) => {
    const run = currentRun(snapshot, 'rep');
    const first = run[0];
    if (!first || run.reduce((sum, { words }) => sum + words, 0) < REPLY || run.some(asks)) return [];
    const at = snapshot.turns.indexOf(first);
    const turn = runBefore(snapshot, at, 'customer').at(-1);
    if (!turn || turn.questions === 0) return [];
    const question = plain(turn.text.slice(-LAST_WORDS));
    const reply = plain(run.map(({ text }) => text.slice(0, READ)).join(' '));
    const wanted = WANTED.find(({ asked }) => asked.test(question));
    const found = wanted?.asked.exec(question);
    if (!wanted || !found || wanted.answered.test(reply) || NUMBER_WORD.test(reply)) return [];
    const words = quoted(question, found);
    return [{ value: null, turn: turn.index, words, text: `“${words}” ${wanted.advice}` }];
  },
};

/** A call of fewer seconds needs no appointment before it ends. */
const PLANNED = 300;
/**
 * The part of the planned time that is left, while nobody has named a next step towards the end of the call: in a last
 * part of it twice as long as the one in which the prompt appears. Early promises do not count.
 */
const noNextStep: Detector = {
  margin: 0,
  detect: (snapshot, threshold) => {
    const { seconds, plannedSeconds } = snapshot;
    if (plannedSeconds === null || plannedSeconds < PLANNED) return [];
    const remaining = Math.max(0, plannedSeconds - seconds);
    const value = (100 * remaining) / plannedSeconds;
    if (value > threshold || isSupportCall(snapshot) || isAgreed(snapshot.turns)) return [];
    // What was agreed in the second half still stands at the end.
    const half = plannedSeconds / 2;
    for (const { turn, ago } of turnsFromLast(snapshot)) {
      if (ago === null || seconds - ago < half) break;
      if (turn.mentions.some(({ topic }) => topic === 'next_step') || PROPOSES.test(plain(turn.text))) return [];
    }
    const time = remaining < 1 ? 'The planned time is over' : `${formatSeconds(remaining)} left`;
    return [
      {
        value,
        turn: null,
        text: `${time} and no next step agreed. Say: “When shall we speak again, and what do you need from me until then?”`,
      },
    ];
  },
};

/** The detector of each rule in `#contract/coaching-rule.ts`. */
export const DETECTORS: Readonly<Record<CoachingRuleKey, Detector>> = {
  talk_share: talkShare,
  monologue,
  negative_streak: negativeStreak,
  no_next_step: noNextStep,
  long_turn: longTurn,
  no_question: noQuestion,
  interruptions,
  silence,
  few_questions: fewQuestions,
  pace,
  fillers,
  frustration,
  unanswered,
  cancellation: topicCard('cancellation'),
  buying_signal: topicCard('buying_signal'),
  objection: topicCard('objection'),
  price: topicCard('price'),
  competitor: topicCard('competitor'),
  timing: topicCard('timing'),
  decision_maker: topicCard('decision_maker'),
};
