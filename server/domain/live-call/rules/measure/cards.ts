import type { CoachingRuleKey } from '#contract/coaching-rule.ts';
import type { Topic } from '#domain/conversation/words/topics.ts';
import { backwards } from './recent.ts';
import type { Measured, Rule } from './rule.ts';
import { quoteAround } from './spell.ts';

/** Seconds for which what the customer said is worth a card. */
const RECENT = 120;
/** Where nobody says how long the call is: the usual 150 words a minute. */
const SECONDS_A_WORD = 0.4;

/** What the customer says of a topic: one card a mention. A topic is named once a turn. */
export const card = (topic: Extract<CoachingRuleKey, Topic>, heading: string): Rule => ({
  margin: 0,
  measure: (heard) => {
    const found: Measured[] = [];
    let wordsAfter = 0;
    for (const { turn, ago } of backwards(heard)) {
      if ((ago ?? wordsAfter * SECONDS_A_WORD) > RECENT) break;
      wordsAfter += turn.words;
      if (turn.speaker !== 'customer') continue;
      const mention = turn.mentions.find((each) => each.topic === topic);
      if (!mention) continue;
      const words = quoteAround(turn.text, mention.words);
      found.push({ value: null, turn: turn.index, text: `${heading}: “${words}”`, topic, words });
    }
    return found;
  },
});
