import type { CallText } from './call-text.ts';

// Names come from labels, and from what people say when they greet each other.
const GREETING_TURNS = 4;
const INTRODUCED_FROM =
  /\b(?:[Cc]alling (?:from|on behalf of)|(?:[Tt]his is|I'm|I am|[Ii]t's|[Mm]y name is) \p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?,? (?:(?:over )?here )?(?:from|at|with)|^(?:\p{L}+[,!.]? )?\p{Lu}[\p{L}'-]+,? (?:here )?from|(?:[Hh]i|[Hh]ello|[Hh]ey)[^.!?]{0,30} (?:here )?from) ((?:\p{Lu}[\p{L}&'-]*)(?: (?:\p{Lu}[\p{L}&'-]*|of|and|&)){0,3})/u;
const CALLED =
  /\b(?:[Hh]i|[Hh]ello|[Hh]ey|[Tt]hank you|[Tt]hanks|[Bb]ye|[Gg]oodbye|[Gg]ood (?:morning|afternoon|evening)),? ((?:Dr\. )?\p{Lu}\p{Ll}+)(?=[,.!?]|$)/u;
const NO_NAME =
  /^(?:The|This|That|It|Just|You|Yes|No|So|And|But|What|How|Let|Is|Are|Then|There|Good|Great|Everyone|Everybody|All|Guys|Team|Folks|Sir|Madam|Maam|Again|Perfect|Bye|Rep|Customer|Speaker|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Jan(?:uary)?|Feb(?:ruary)?|March|April|May|June|July|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)$/;

/** Labels that say what somebody is, and not who. */
const NO_PERSON =
  /^(?:(?:speaker|participant|voice|unknown|person)\b.*|receptionist|administrator|visitor|attendee|host|secretary|nurse|teacher|manager|employee|owner|homeowner|interviewer|audience|reporter|moderator|assistant|coordinator|event coordinator|sales manager|barista|farm hand|patient|student|guest|member|tenant|driver|technician)$/i;

/** Names of countries: "calling from India" names no company. */
const COUNTRIES: ReadonlySet<string> = (() => {
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  return new Set(letters.flatMap((one) => letters.map((two) => names.of(one + two) ?? '')));
})();

/** Who was on the other end: the name of their label, their company where they greet with it, else the name they are greeted by; null where nobody says. */
export function whoCalled({ sentences, turns }: CallText): string | null {
  const first = new Set(
    turns
      .filter(({ speaker }) => speaker === 'customer')
      .slice(0, GREETING_TURNS / 2)
      .map(({ index }) => index),
  );
  for (const { text, turn } of sentences) {
    const company = first.has(turn) ? INTRODUCED_FROM.exec(text)?.[1]?.replace(/ (?:and|of|&)$/, '') : undefined;
    if (company && !NO_NAME.test(company) && !COUNTRIES.has(company)) return company;
  }
  const byLabel = turns.find(({ speaker, name }) => speaker === 'customer' && name !== null && !NO_PERSON.test(name))?.name;
  if (byLabel) return byLabel;
  const last = turns.length - GREETING_TURNS;
  const called = new Map<string, number>();
  for (const { text, speaker, turn } of sentences) {
    if (speaker !== 'rep' || (turn >= GREETING_TURNS && turn < last)) continue;
    const name = CALLED.exec(text)?.[1];
    if (name && !NO_NAME.test(name) && !COUNTRIES.has(name)) called.set(name, (called.get(name) ?? 0) + 1);
  }
  return [...called].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

const CUSTOMERS_NAMED = 3;

/** Everybody whose label says that they are on the other side, who speaks most first; empty where no label does. */
export function customersNamed({ turns }: CallText): readonly string[] {
  const spoken = new Map<string, number>();
  for (const { speaker, name, text } of turns)
    if (speaker === 'customer' && name !== null && !NO_PERSON.test(name)) spoken.set(name, (spoken.get(name) ?? 0) + text.length);
  return [...spoken]
    .toSorted((one, other) => other[1] - one[1])
    .slice(0, CUSTOMERS_NAMED)
    .map(([name]) => name);
}
