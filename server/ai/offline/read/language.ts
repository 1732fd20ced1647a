import { wordsOf } from '#server/language/words.ts';

/** A language the engine recognises but does not answer in; `courtesy` is one safe line of thanks in it, where we are sure of one. */
export interface ForeignLanguage {
  readonly name: string;
  readonly courtesy: string | null;
}

const ENGLISH = new Set(
  `the and is are was you your my our we have has had not this that with for from what when where how can could would please it of to in be do does will but they there i
  hi hello thanks thank order price need want still been been on at me us any get about just or if`.split(/\s+/),
);

const LATIN_SCRIPT: readonly (ForeignLanguage & { readonly words: ReadonlySet<string> })[] = (
  [
    [
      'German',
      'Vielen Dank für Ihre Nachricht.',
      'der das und ist nicht ich wir sie mit für auf ein eine einen mein meine unser haben habe bitte wann wie danke guten auch noch wurde sehr kein keine ihre von zu hallo kostet',
    ],
    [
      'French',
      'Merci pour votre message.',
      "le les et est je nous vous avec pour une mon ma mes notre votre bonjour merci quand où combien dans pas avons cette suis plus sur commande s'il plaît c'est j'ai n'est du",
    ],
    [
      'Spanish',
      'Gracias por su mensaje.',
      'el los las es y yo que con para una mi nuestro hola gracias cuándo cuando dónde cuánto cuesta por pedido está tengo favor quiero del se su sin muy pero necesito necesitamos',
    ],
    [
      'Italian',
      'Grazie per il Suo messaggio.',
      'il gli è e che con per una mio nostro ciao grazie quando dove quanto costa ordine non sono abbiamo vorrei della questo buongiorno ho il del',
    ],
    [
      'Portuguese',
      'Obrigado pela sua mensagem.',
      'os é e eu que com para uma meu nosso olá obrigado obrigada quando onde quanto custa pedido não está tenho por favor gostaria você do da',
    ],
    [
      'Dutch',
      'Hartelijk dank voor uw bericht.',
      'het een en ik wij we met voor op mijn onze niet zijn hebben bedankt wanneer hoe waar hoeveel kost bestelling graag wij ook nog van hallo kunt',
    ],
    ['Polish', null, 'jest nie się i w na z do dla moje nasze dziękuję proszę kiedy gdzie ile zamówienie mam czy dzień dobry'],
    ['Swedish', null, 'och är inte jag vi med för på min vår tack när var hur mycket kostar beställning har ett det hej'],
  ] as const
).map(([name, courtesy, words]) => ({ name, courtesy, words: new Set(words.split(' ')) }));

const OTHER_SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'Japanese'],
  [/\p{Script=Han}/gu, 'Chinese'],
  [/\p{Script=Hangul}/gu, 'Korean'],
  [/\p{Script=Cyrillic}/gu, 'a language in Cyrillic script'],
  [/\p{Script=Arabic}/gu, 'a language in Arabic script'],
  [/\p{Script=Hebrew}/gu, 'Hebrew'],
  [/\p{Script=Greek}/gu, 'Greek'],
  [/\p{Script=Devanagari}/gu, 'a language in Devanagari script'],
  [/\p{Script=Thai}/gu, 'Thai'],
];

const SAMPLE = 4_000;

/** The language of a message that is clearly not English; null for English, for a mixture that is mostly English and for anything too short to tell. */
export function foreignLanguage(text: string): ForeignLanguage | null {
  const sample = text.slice(0, SAMPLE);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const script = OTHER_SCRIPTS.find(([pattern], at) => (sample.match(pattern)?.length ?? 0) > letters * (at === 0 ? 0.15 : 0.4));
  if (script) return { name: script[1], courtesy: null };

  const words = wordsOf(sample);
  const known = (set: ReadonlySet<string>) => words.filter((word) => set.has(word)).length;
  const english = known(ENGLISH);
  const [best] = LATIN_SCRIPT.map((language) => ({ language, hits: known(language.words) })).sort((a, b) => b.hits - a.hits);
  const clear =
    best !== undefined && best.hits > english * 1.5 && (best.hits >= 2 || words.length <= 3) && best.hits >= words.length * 0.15;
  return clear ? { name: best.language.name, courtesy: best.language.courtesy } : null;
}
