import { calm, clip } from '#server/language/plain-text.ts';

// biome-ignore format: a table
const SWAPS: Readonly<Record<string, string>> = {
  i: 'you', "i'm": "you're", "i've": "you've", "i'd": "you'd", "i'll": "you'll", im: "you're", ive: "you've",
  me: 'you', my: 'your', mine: 'yours', myself: 'yourself', am: 'are',
  we: 'you', "we're": "you're", "we've": "you've", "we'd": "you'd", "we'll": "you'll",
  us: 'you', our: 'your', ours: 'yours', ourselves: 'yourselves',
  your: 'our', yours: 'ours', "you're": "we're", "you've": "we've", "you'd": "we'd", "you'll": "we'll", yourself: 'ourselves', yourselves: 'ourselves', ur: 'our',
};

const TAKES_OBJECT = new Set(
  `to from with of for by at about without against between behind on in over than told tell tells asked ask asking emailed email called call calling rang paid pay paying contacted contact contacting
  written thank thanked gave give sent send show showed owe owed let help trust trusted reach reaching choose chose recommend recommended like love hearing see saw meet met and over`.split(
    /\s+/,
  ),
);
const AUXILIARY = new Set(
  'are do did does have had can could will would should were may must if when that what how where why because since'.split(' '),
);

function swapYou(previous: string, next: string): string {
  if (AUXILIARY.has(previous)) return 'we';
  const ends = next === '' || /^[.,;:!?)]/.test(next);
  return TAKES_OBJECT.has(previous) || ends ? 'us' : 'we';
}

/** A customer's statement as we would repeat it to them: "my order" becomes "your order", "you charged me" becomes "we charged you". */
export function swapPronouns(text: string): string {
  const tokens = text.match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)*|[^\p{L}\p{N}]+/gu) ?? [];
  const word = (at: number) => tokens[at]?.toLowerCase() ?? '';
  return tokens
    .map((token, at) => {
      const lower = token.toLowerCase();
      const previous = word(at - 2);
      if (lower === 'you')
        return swapYou(
          previous,
          tokens
            .slice(at + 1, at + 3)
            .join('')
            .trimStart(),
        );
      if (lower === 'was' && (previous === 'i' || word(at + 2) === 'i')) return 'were';
      if (token === 'US') return token;
      return Object.hasOwn(SWAPS, lower) ? (SWAPS[lower] ?? token) : token;
    })
    .join('');
}

const SUBJECT =
  /^(?:i|we|my|our|the|this|that|these|those|it|its|your|you|there|nobody|no one|no-one|nothing|everything|everyone|a|an|all|both|half|one|two|three|four|five|some|every|each|none|most|many|several|only|since|after|when|whenever|if|\d+|they|he|she|their|his|her|i'm|i've|we're|we've|it's|that's|there's|i'd|we'd)\b/i;
const UNFIT =
  /\b(?:fuck\w*|shit\w*|bullshit|crap\w*|damn\w*|bastards?|idiots?|morons?|asshole\w*|arsehole\w*|bloody|hell|wtf|stupid|liars?|thieves|scammers?|clowns?|useless|incompeten\w+|pathetic|ridiculous|disgrace\w*|a joke|rip-?off|scam|you people|rubbish|garbage)\b/i;
const STARTS =
  /^(?:and|but|so|also|however|well|now|anyway|unfortunately|sadly|because|basically|honestly|frankly|actually|obviously|hi|hello|hey|thanks|thank you|please note(?: that)?|just so you know|fyi|as you know|seriously|ok|okay|i think(?: that)?|i believe(?: that)?|i'm afraid(?: that)?|it seems(?: that| like)?|it looks like)\b[,:]?\s+/i;
const KEEP_LARGE = /^(?:I\b|[A-Z][\p{L}]*[A-Z\d]|[A-Z]{2,}|\p{Lu}\p{Ll}+ (?:\p{Lu}|\d))/u;

const COMMON_START = /^(?:The|A|An|My|Our|Your|This|That|These|Those|It|We|They|There|Since|After|When|Only|All|Both|Every|Some|No|I)\b/;

const lowered = (text: string) => (KEEP_LARGE.test(text) && !COMMON_START.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1));

/** The customer's words made safe to repeat: no shouting, no brackets that look like ours, no links, one line. */
export const quotable = (text: string, limit = 160) =>
  clip(
    calm(text)
      .replace(/https?:\/\/\S+|www\.\S+/gi, 'the link')
      .replace(/[[{<]/g, '(')
      .replace(/[\]}>]/g, ')')
      .replace(/["\n]+/g, ' ')
      .replace(/([!?.])\1+/g, '$1')
      .replace(/\s+/g, ' ')
      .trim(),
    limit,
  );

/** Whether a customer's words can be said back to them politely. */
export const isDecent = (text: string) => !UNFIT.test(text);

/** A statement ready to follow "that", or null when it is no clause, too long or not fit to be repeated. `names` keep their capital at the start. */
export function asClause(sentence: string, names: readonly string[] = []): string | null {
  let bare = quotable(sentence, 400).replace(/[\s.!?,;:-]+$/, '');
  while (STARTS.test(bare)) bare = bare.replace(STARTS, '');
  const named = names.some((name) => bare.startsWith(name));
  if (!isDecent(bare) || !(SUBJECT.test(bare) || named) || bare.split(' ').length < 3) return null;
  const clause = bare.length <= 170 ? bare : firstClause(bare);
  return clause === null ? null : swapPronouns(named ? clause : lowered(clause));
}

// A long sentence is repeated up to its first natural break.
function firstClause(text: string): string | null {
  const cut = /^.{25,165}?(?=,? (?:and|but|so|because|although|which|while) |[;:–—]|, )/.exec(text)?.[0];
  return cut ? cut.replace(/[\s,;:–—-]+$/, '') : null;
}
